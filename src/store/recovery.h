// Finishes what a process that died had begun. Internal to store/.

#pragma once

#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "fs/file_system.h"
#include "store/journal.h"
#include "store/open_places.h"
#include "store/purging.h"
#include "store/staged_changes.h"
#include "store/store.h"

namespace loci::store {

// Whether one of the pending operations touches one of `places`.
[[nodiscard]] bool any_touches(const std::vector<Record>& pending,
                               const std::vector<Place>& places);

// Places of the pending operations that touch one of `places`, those included.
// When this is more than `places`, they must all be locked before recovery.
[[nodiscard]] std::vector<Place> places_to_recover(const std::vector<Record>& pending,
                                                   const std::vector<Place>& places);

// Finishes every pending operation whose places are all among `places`, which the
// caller has locked; a live operation holds its own locks, so it is never among them.
// A file that still has its old text gets the new one; one that has neither was edited
// since, is left alone and is reported. An operation whose texts never reached the disk
// changed no file and is called off. One that cannot be finished is logged and
// answered, and the others go on.
Result<std::vector<Unfinished>> recover(fs::FileSystem& files, Journal& journal, Log& log,
                                        const OpenPlaces& places,
                                        const std::vector<Record>& pending, const Forget& forget);

// Takes back what the operation changed, where nobody changed it since, and
// closes it. Its places are open and locked.
Result<> take_back(fs::FileSystem& files, Journal& journal, Log& log, const OpenPlaces& places,
                   const Record& begin);

// The first file of the operation that it did not change yet, by its path.
[[nodiscard]] Unfinished unfinished_at(const OpenPlaces& places, const Record& begin,
                                       std::string reason);

// The record that closes an operation.
[[nodiscard]] Record closing(const Record& begin, Record::Kind kind);

// Adds the records, with their texts, of what others saved while `begin` was
// being published; the newest last.
void record_edits(const Record& begin, const std::vector<Edit>& edits, std::vector<Record>& records,
                  std::vector<std::string>& objects);
// The Conflict that says so. `revision` is the record of what stands.
[[nodiscard]] Error saved_meanwhile(const Record& begin, const std::vector<Edit>& edits,
                                    std::uint64_t revision);

// Closes an operation of which nothing can be finished any more.
Result<> call_off(Journal& journal, Log& log, const Record& begin);

// Takes out of the journal what a purge erases: see forgotten_by(). `copy` was made
// before the places were locked; without one it is made now.
Result<> erase_purged(Journal& journal, const Record& purge, JournalCopy* copy = nullptr);

}  // namespace loci::store
