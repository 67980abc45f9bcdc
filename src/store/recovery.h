// Finishes what a process that died had begun. Internal to store/.

#pragma once

#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "fs/file_system.h"
#include "store/journal.h"
#include "store/open_places.h"
#include "store/purging.h"

namespace loci::store {

// Whether one of the pending operations touches one of `places`.
[[nodiscard]] bool any_touches(const std::vector<Record>& pending,
                               const std::vector<Place>& places);

// Places of the pending operations that touch one of `places`, those included.
// When this is more than `places`, they must all be locked before recovery.
[[nodiscard]] std::vector<Place> places_to_recover(const std::vector<Record>& pending,
                                                   const std::vector<Place>& places);

// Finishes every pending operation whose places are all among `places`, which
// the caller has locked; a live operation holds its locks, so it is never among
// them. A file that still has its old text gets the new one; one that has
// neither was edited since, is left alone and is reported. An operation whose
// texts never reached the disk changed no file, and is called off.
Result<> recover(fs::FileSystem& files, Journal& journal, Log& log, const OpenPlaces& places,
                 const std::vector<Record>& pending, const Forget& forget);

// Closes an operation of which nothing can be finished any more.
Result<> call_off(Journal& journal, Log& log, const Record& begin);

// Takes out of the journal what a purge erases: see forgotten_by(). `copy` was made
// before the places were locked; without one it is made now.
Result<> erase_purged(Journal& journal, const Record& purge, JournalCopy* copy = nullptr);

}  // namespace loci::store
