// What a Store holds, and the steps of an operation: commit.cc has those up to the plan,
// write_group.cc those behind it, interrupted.cc those that finish what a dead process left,
// store.cc the rest. Internal to store/.

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "store/companion.h"
#include "store/door.h"
#include "store/open_places.h"
#include "store/planned.h"
#include "store/staged_changes.h"
#include "store/store.h"

namespace loci::store {

class Store::Impl {
 public:
  Impl(fs::FileSystem& files, const Clock& clock, Log& log, std::string home,
       std::shared_ptr<Door> door)
      : files_(files),
        clock_(clock),
        log_(log),
        home_(std::move(home)),
        journal_(files, home_, clock),
        door_(std::move(door)) {}

  fs::FileSystem& files_;
  const Clock& clock_;
  Log& log_;
  std::string home_;
  Journal journal_;
  std::shared_ptr<Door> door_;
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

  // What the first of a room does: takes the locks and commits those who wait by then.
  void lead(Room& room, Waiting& self, const Room::Gather& gather);
  // A dry run: the same plan, and nothing is touched.
  Result<Outcome> try_out(const Request& request, const Planner& planner);

 private:
  // Operations that are committed in one go.
  struct Operation {
    Waiting* waiting;
    Plan plan;
    std::size_t first;  // of its changes, among those of all
    std::size_t count;
    Record begin{};  // once it is logged
  };
  struct Group {
    std::vector<Operation> operations;
    std::vector<TextChange> changes;
    IndexChanges indexes;
    std::unique_ptr<StagedCompanion> companion{};  // of one that is alone
    bool accompanied = false;

    void add(Waiting& waiting, Planned planned) {
      operations.push_back(
          {&waiting, std::move(planned.plan), changes.size(), planned.changes.size()});
      for (TextChange& change : planned.changes) changes.push_back(std::move(change));
    }
    [[nodiscard]] std::span<const TextChange> changes_of(const Operation& operation) const {
      return std::span(changes).subspan(operation.first, operation.count);
    }
  };
  // Why a whole group came to nothing: no file was changed and nobody will finish it, so
  // that each can be tried again. `overtaken`: an editor changed a file meanwhile.
  struct Setback {
    Error error;
    bool overtaken = false;
  };

  // How new notes get into a place that has none.
  enum class Filling : bool { FileByFile, Anew };

  void commit_together(Room& room, Locked& locked, const std::vector<Waiting*>& waiting);
  void commit_alone(Room& room, Locked& locked, Waiting& waiting);
  // One try. Answers those who are decided; who is neither answered nor set back waits for
  // the next group.
  std::optional<Setback> attempt(Room& room, Locked& locked, const std::vector<Waiting*>& waiting,
                                 Filling filling);
  Group plan(Room& room, const Locked& locked, const std::vector<Waiting*>& waiting);
  static void report(Group& group);

  // What goes with an operation that is committed alone.
  void stage_companion(Group& group);
  std::optional<Setback> write(Room& room, OpenPlaces& places, Group& group, Filling filling);
  std::optional<Setback> carry_out(Room& room, const OpenPlaces& places, Group& group,
                                   std::optional<StagedChanges>& staged);
  Result<> publish(Room& room, const OpenPlaces& places, Group& group, StagedChanges& staged,
                   Progress& progress);
  void finish_each(const OpenPlaces& places, Group& group, const Error& error);
  void close(const Group& group, std::vector<Edit> edits);

  // Takes those operations out of `pending` that touch `places` and others too.
  std::vector<Unfinished> take_beyond(std::vector<Record>& pending, const OpenPlaces& open,
                                      const std::vector<Place>& places, const Error& closed);

  // Removes what processes left that died before they logged anything.
  Result<> sweep(Names& names, const OpenPlaces& places);
  Result<std::vector<Record>> external_records(KnownTexts& known_texts,
                                               std::span<const TextChange> changes,
                                               const Request& request,
                                               std::vector<std::string>& objects);
  // Records what a plan only saw (Plan::noticed).
  Result<Outcome> keep_noticed(KnownTexts& known_texts, const Plan& plan, const Request& request);
  Result<> describe(KnownTexts& known_texts, const Group& group, const Operation& operation,
                    std::vector<Record>& log, std::vector<std::string>& objects);
  Result<> log_begins(KnownTexts& known_texts, Group& group, StagedChanges& staged);
  [[nodiscard]] Result<> forget(const Request& request, const Plan& plan,
                                const Purging& purging) const;
  bool call_off_begun(const std::vector<Operation>& operations);
  static Error left_unfinished(const Record& begin, Error error);
  // Closes an operation that left others' edits in place, records them and says so.
  Error close_overtaken(const Record& begin, const std::vector<Edit>& edits);
  static void follow_names(Names& names, const OpenPlaces& places,
                           const std::vector<TextChange>& changes, bool written);
};

// The places of the files that a record names.
[[nodiscard]] std::vector<Place> places_of(const Record& record);

}  // namespace loci::store
