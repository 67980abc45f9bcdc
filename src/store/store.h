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
#include "fs/stamp.h"
#include "note/index_file.h"
#include "store/journal.h"
#include "store/new_directory.h"
#include "store/place.h"
#include "store/purging.h"

namespace loci::store {

class Door;  // door.h

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

// What a file must be for a change to go on; else the answer is Conflict.
struct Expected {
  std::optional<std::string> hash;  // of its text; none: there is no such file

  [[nodiscard]] static Expected absent() { return {}; }
  [[nodiscard]] static Expected text(std::string hash) { return {std::move(hash)}; }
};

struct FileChange {
  struct Origin {
    std::string place;  // Place::key
    std::string file;
  };

  Place place;
  std::string file;
  std::optional<std::string> text;       // none: the file goes
  std::optional<Expected> expected{};    // none: whatever it is
  std::optional<Origin> from{};          // renamed or moved: what it was before
  std::optional<note::KeptLine> kept{};  // the index line that it gets, where one is known
  bool harmless = false;  // the scanner was asked about the text, and found nothing in it
  std::string heard{};    // for the journal: a version of a remote's that it was made of, or ""

  [[nodiscard]] static FileChange put(Place place, std::string file, std::string text,
                                      std::optional<Expected> expected = {});
  [[nodiscard]] static FileChange remove(Place place, std::string file,
                                         std::optional<Expected> expected = {});
  // The new half of a rename or a move; the old one is a remove().
  [[nodiscard]] static FileChange moved(Place place, std::string file, std::string text,
                                        Origin from, std::optional<Expected> expected = {});
};

// A note as it was read for the index line that a plan makes of it.
struct Noticed {
  Place place;
  std::string file;
  std::string text;
};

struct Plan {
  std::vector<FileChange> changes;  // those that change nothing are dropped
  std::string summary;              // stored redacted
  // Of a purge alone: the hashes whose texts are to be erased, perhaps none.
  std::optional<std::vector<std::string>> purge{};
  // Where loci does not know the text yet it is recorded as changed by hand, so that the
  // line is known for loci's own later. Also of a plan that changes nothing.
  std::vector<Noticed> noticed{};
  // Each change stands for itself: one that waits for review does not keep the others back.
  bool separable = false;
  // Rules of the scanner that a person lets pass with it.
  std::vector<std::string> allow{};
};

struct Changed {
  Place place;
  std::string file;
  std::optional<std::string> before;  // texts
  std::optional<std::string> after;
  // Of `after`; "" where there is none, and for an index that followed. That one has empty texts
  // when it followed several operations at once.
  std::string hash;
  // Of the file, where it is known that whoever changed it since has left another one.
  std::optional<fs::Stamp> stamp{};
};

// Makes the new text of a file of the home from the present one. It is given nothing when there
// is no file, and gives nothing when none is to be written.
using FileEdit =
    std::function<Result<std::optional<std::string>>(const std::optional<std::string>&)>;
struct HomeEdit {
  std::string name;
  FileEdit change;
};
// Files in one directory of the home that follow from a change of notes. Written with it, they
// cost no wait of their own. Outcome::accompanied says whether they were; an operation that is
// committed together with others, or finds the directory locked, leaves them to the caller.
struct Companion {
  std::string directory{};  // "state/confirmed"
  // Runs under the locks of the places, with what the operation is about to change, indexes that
  // follow apart.
  std::function<Result<std::vector<HomeEdit>>(const std::vector<Changed>&)> edits{};
};

struct Request {
  std::string operation;
  std::string origin = "cli";
  std::string actor = "user";
  std::string session{};      // of the agent's client, or ""
  std::string workspace;      // slug, or ""
  std::vector<Place> places;  // to be locked; a plan may touch no other
  std::uint64_t undoes = 0;
  bool dry_run = false;
  // Its planner learns of files through its View alone, so that it may be committed together
  // with others that wait for the same places.
  bool shares = false;
  // Of a purge: made before, so that nobody waits for it.
  JournalCopy* copy = nullptr;
  Forget forget{};  // in place of when_purging()
  Companion companion{};
  // Written before; those of use are taken out of it.
  NewDirectories* ahead = nullptr;
};

using Planner = std::function<Result<Plan>(View&)>;

struct Outcome {
  std::uint64_t id = 0;          // of the operation; 0 = nothing to change, or a dry run
  std::vector<Changed> changed;  // indexes among them
  bool accompanied = false;      // the companion's files are written, or none had to be
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
  // made until the first write. Stores of several threads that are opened with one door
  // commit together what waits for the same places; without one, each has its own.
  static Result<std::unique_ptr<Store>> open(fs::FileSystem& files, const Clock& clock, Log& log,
                                             const std::string& home,
                                             std::shared_ptr<Door> door = nullptr);
  ~Store();

  [[nodiscard]] const std::string& home() const;
  [[nodiscard]] Journal& journal();
  [[nodiscard]] fs::FileSystem& files();
  [[nodiscard]] const Clock& clock() const;

  // The directory of a place, or nullptr when it is not there. Denied when a
  // link stands in the way.
  [[nodiscard]] Result<std::unique_ptr<fs::Root>> open_place(const Place& place);
  // Whether a link or a file stands in the way. Then the place holds no memory, while
  // one that cannot be read may hold some.
  [[nodiscard]] bool is_blocked(const Place& place);
  [[nodiscard]] std::string path_of(const Place& place) const;

  // A view without locks, for commands that only read. Finishes first what a
  // dead process left in these places, where the locks are free and the home
  // can be written; with Recovery::No it touches nothing, as a dry run must.
  Result<std::unique_ptr<View>> view(const std::vector<Place>& places,
                                     Recovery recovery = Recovery::Yes);

  // Finishes what dead processes left in any place, and calls off what they left in
  // places that have been gone for a month, where no command will look again. Answers
  // how many operations.
  Result<std::size_t> finish_interrupted();

  // What makes others forget a purged note too; set once, before the first commit().
  void when_purging(Forget forget);

  // Operations that were begun and cannot be finished as things are, because a note or
  // its directory cannot be changed. First finishes those that can be. With
  // Recovery::No nothing is tried, and operations that still run are among them.
  Result<std::vector<Unfinished>> unfinished(Recovery recovery = Recovery::Yes);
  // Takes back what one of them has changed so far, as far as nobody changed it
  // since, and closes it. NotFound when there is no such operation.
  Result<> call_off(std::uint64_t operation);

  // Removes what dead processes left beside the files of a place; a text that stands
  // nowhere else is recorded first. Answers how many; none in a place that is locked.
  Result<std::size_t> sweep(const Place& place);

  // The door. `planner` runs under the locks, perhaps more than once and perhaps on the
  // thread of another operation, while this one waits; it must have no effects of its own.
  Result<Outcome> commit(const Request& request, const Planner& planner);

  // A directory of the home that is no place ("state/edit"), made when missing.
  Result<std::unique_ptr<fs::Root>> home_directory(std::string_view path);
  // Replaces a file there, under the directory's lock: not from within commit().
  Result<> write_home_file(std::string_view directory, std::string_view name,
                           std::string_view bytes);
  // The same, but `edit` is given the present text, which is read under the lock: so two
  // processes never lose each other's change.
  Result<> change_home_file(std::string_view directory, std::string_view name,
                            const FileEdit& edit);

  static constexpr std::chrono::milliseconds kPatience{5'000};

 private:
  class Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace loci::store
