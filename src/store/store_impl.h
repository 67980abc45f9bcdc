// What a Store holds, and the steps of an operation: commit.cc has those of a
// write, interrupted.cc those that finish what a dead process left, store.cc the
// rest. Internal to store/.

#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "store/names.h"
#include "store/open_places.h"
#include "store/staged_changes.h"
#include "store/store.h"

namespace loci::store {

class Store::Impl {
 public:
  Impl(fs::FileSystem& files, const Clock& clock, Log& log, std::string home)
      : files_(files),
        clock_(clock),
        log_(log),
        home_(std::move(home)),
        journal_(files, home_, clock) {}

  fs::FileSystem& files_;
  const Clock& clock_;
  Log& log_;
  std::string home_;
  Journal journal_;
  Names names_;
  Settled settled_;
  Forget forget_;

  // Locks `places` and finishes what dead processes left in them. Where that
  // involves other places too, the locks are given back and all are taken in order.
  // What cannot be finished, because of a file or of a place that cannot be opened,
  // does not hold up others: it is answered beside the locks.
  struct Locked {
    OpenPlaces places;
    std::vector<Unfinished> unfinished;
  };
  Result<Locked> lock_and_recover(const std::vector<Place>& places, Missing missing,
                                  std::chrono::milliseconds patience);
  // The same, at once or not at all, for commands that go on without: an operation
  // that still runs has the locks and is left alone; every other error is logged.
  void try_to_recover(const std::vector<Place>& places);

  // One try of commit(); `overtaken`: an editor changed a file meanwhile, and no file
  // was changed yet.
  Result<Outcome> attempt(const Request& request, const Planner& planner, const Locked& locked,
                          bool& overtaken);

 private:
  // Takes those operations out of `pending` that touch `places` and others too.
  std::vector<Unfinished> take_beyond(std::vector<Record>& pending, const OpenPlaces& open,
                                      const std::vector<Place>& places, const Error& closed);

  // Removes what processes left that died before they logged anything.
  Result<> sweep(const OpenPlaces& places);
  Result<std::vector<Record>> external_records(const std::vector<TextChange>& changes,
                                               const Request& request,
                                               std::vector<std::string>& objects);
  Result<std::uint64_t> log_begin(const Request& request, const Plan& plan,
                                  const std::vector<TextChange>& changes,
                                  const IndexChanges& indexes, StagedChanges& staged,
                                  Record& begin);
  Result<> write(const Request& request, const Plan& plan, const OpenPlaces& places,
                 std::vector<TextChange>& changes, const IndexChanges& indexes, Outcome& outcome,
                 bool& overtaken);
  [[nodiscard]] Result<> forget(const Request& request, const Plan& plan,
                                const Purging& purging) const;
  Error failed(const Record& begin, Error error, bool touched);
  // Closes an operation that left others' edits in place, records them and says so.
  Error close_overtaken(const Record& begin, const std::vector<Edit>& edits);
  void follow_names(const OpenPlaces& places, const std::vector<TextChange>& changes, bool written);
};

// The places of the files that a record names.
[[nodiscard]] std::vector<Place> places_of(const Record& record);

}  // namespace loci::store
