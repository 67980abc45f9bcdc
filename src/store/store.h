// The one door for changing files. Every front end, importer and upkeep task
// goes through commit(); nothing else in loci writes a note or an index.
//
//   lock -> recover -> plan -> compare -> log (synced) -> notes -> index -> done
//
// An operation over any number of files and places happens whole or not at all:
// once its Begin is in the journal, whoever comes next finishes it. Until then
// nothing has happened.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "fs/file_system.h"
#include "store/journal.h"
#include "store/place.h"
#include "store/purging.h"

namespace loci::store {

// The files of the places an operation named, as they stand under its locks.
// Several threads may read at once.
class View {
 public:
  virtual ~View() = default;
  // The text of a file, or nothing when there is none.
  virtual Result<std::optional<std::string>> read(const Place& place, std::string_view file) = 0;
  // Whether there is a file of that name; a link is Denied.
  virtual Result<bool> exists(const Place& place, std::string_view file) = 0;
  // Every regular "*.md" but MEMORY.md, sorted.
  virtual Result<std::vector<std::string>> notes(const Place& place) = 0;
  // Whether one of these is called so, be it in another case or form.
  virtual Result<bool> is_taken(const Place& place, std::string_view file) = 0;
};

struct FileChange {
  Place place;
  std::string file;
  std::optional<std::string> text;      // none: the file goes
  std::optional<std::string> expected;  // Conflict unless its hash is this; "" = absent
  std::string from;                     // renamed or moved: the name it had, and
  std::string from_place;               // the key of the place, "" = the same
  std::string kept{};                   // undo: the index line it had as the journal has it
};

// The `kept` of a note that is new and whose index line is known: it goes where a
// new line goes.
[[nodiscard]] std::string line_for_new_note(std::string_view line);

struct Plan {
  std::vector<FileChange> changes;  // those that change nothing are dropped
  std::string summary;              // stored redacted
  std::vector<std::string> purge;   // hashes whose texts are to be erased
};

struct Request {
  std::string operation;
  std::string origin = "cli";
  std::string actor = "user";
  std::string workspace;      // slug, or ""
  std::vector<Place> places;  // to be locked; a plan may touch no other
  std::uint64_t undoes = 0;
  bool dry_run = false;
  JournalCopy* copy = nullptr;  // of a purge: made before, so that nobody waits for it
};

using Planner = std::function<Result<Plan>(View&)>;

struct Changed {
  Place place;
  std::string file;
  std::optional<std::string> before;  // texts
  std::optional<std::string> after;
  std::string hash;  // of `after`; "" where there is none, and for an index that followed
};

struct Outcome {
  std::uint64_t id = 0;          // of the operation; 0 = nothing to change, or a dry run
  std::vector<Changed> changed;  // indexes among them
  [[nodiscard]] bool unchanged() const { return changed.empty(); }
};

// An operation that stays half done until its cause is mended.
struct Unfinished {
  Record begin;
  std::string path;    // the file it stopped at, or the directory
  std::string reason;  // what the system said; "" = nobody tried
};
// What a user reads of it, and can do about it.
[[nodiscard]] std::string unfinished_text(const Unfinished& unfinished);
[[nodiscard]] std::string way_out(const Unfinished& unfinished);

// Whether a look at the files finishes first what a dead process left.
enum class Recovery : bool { No, Yes };

class Store {
 public:
  // Opens the home, which may be a link but must belong to the user. Nothing is
  // made until the first write.
  static Result<std::unique_ptr<Store>> open(fs::FileSystem& files, const Clock& clock, Log& log,
                                             const std::string& home);
  ~Store();

  [[nodiscard]] const std::string& home() const;
  [[nodiscard]] Journal& journal();
  [[nodiscard]] fs::FileSystem& files();
  [[nodiscard]] const Clock& clock() const;

  // The directory of a place, or nullptr when it is not there. Denied when a
  // link stands in the way.
  [[nodiscard]] Result<std::unique_ptr<fs::Root>> open_place(const Place& place);
  // Whether that is why it cannot be opened: then there is no memory in it, while
  // one that cannot be read may hold any.
  [[nodiscard]] bool is_blocked(const Place& place);
  [[nodiscard]] std::string path_of(const Place& place) const;

  // A view without locks, for commands that only read. Finishes first what a
  // dead process left in these places, where the locks are free and the home
  // can be written; with Recovery::No it touches nothing, as a dry run must.
  Result<std::unique_ptr<View>> view(const std::vector<Place>& places,
                                     Recovery recovery = Recovery::Yes);

  // Finishes what dead processes left in any place, and calls off what they left
  // in one that is gone for a month: no command looks there again. Answers how many.
  Result<std::size_t> finish_interrupted();

  // Who keeps what a purge must take too; set once, before the first commit().
  void when_purging(Forget forget);

  // Operations that were begun and that nobody can finish as things are: a note
  // cannot be changed, or its directory. What can be finished is, first; with
  // Recovery::No nothing is tried, and what is still at it is among them.
  Result<std::vector<Unfinished>> unfinished(Recovery recovery = Recovery::Yes);
  // Takes back what one of them has changed so far, as far as nobody changed it
  // since, and closes it. NotFound when there is no such operation.
  Result<> call_off(std::uint64_t operation);

  // Removes what dead processes left beside the files of a place, once what only
  // it has is recorded. Answers how many; none in a place that is locked.
  Result<std::size_t> sweep(const Place& place);

  // The door. `planner` runs under the locks, perhaps more than once, and must
  // have no effects of its own.
  Result<Outcome> commit(const Request& request, const Planner& planner);

  // A directory of the home that is no place ("state/edit"), made when missing.
  Result<std::unique_ptr<fs::Root>> home_directory(std::string_view path);
  // Replaces a file there, under the directory's lock: not from within commit().
  Result<> write_home_file(std::string_view directory, std::string_view name,
                           std::string_view bytes);
  // The same from what it holds now, which is read under the lock, so that two
  // processes never lose each other's change. Given and giving nothing: there is
  // no file, and nothing is to be written.
  using FileEdit =
      std::function<Result<std::optional<std::string>>(const std::optional<std::string>&)>;
  Result<> change_home_file(std::string_view directory, std::string_view name,
                            const FileEdit& edit);

  static constexpr std::chrono::milliseconds kPatience{5'000};

 private:
  class Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace loci::store
