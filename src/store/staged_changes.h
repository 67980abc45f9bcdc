// New texts of notes, staged beside their files and then put in place, the index in
// step with them: the last steps of an operation, the same for one that runs and for
// one that is recovered. Internal to store/.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "fs/atomic_file.h"
#include "note/index_file.h"
#include "store/early_sync.h"
#include "store/journal.h"
#include "store/new_directory.h"
#include "store/open_places.h"
#include "store/place.h"

namespace loci::store {

// A file and its text before and after; none = not there.
struct TextChange {
  Place place;
  std::string file;
  std::optional<std::string> before;
  std::optional<std::string> after;
  bool write = true;   // false: only its index line is brought up to date
  std::string from{};  // renamed or moved, as in FileRecord
  std::string from_place{};
  std::optional<note::KeptLine> kept{};  // the index line it gets, where one is known
  std::string heard{};                   // as in FileRecord
  // Comes back, and had no index line: no index is begun for it.
  bool unlisted = false;
  std::optional<fs::Stat> seen{};      // the file when `before` was read, where it was kept
  std::optional<fs::Stamp> written{};  // the file as it was put in place, where that is known
};
// Of the changes of an undo, those that are.
void mark_unlisted(std::vector<TextChange>& changes);

// What follows from changes of notes for the indexes.
struct IndexChanges {
  struct Stayed {
    std::string place;  // Place::key
    std::string file;
    std::string hook;
  };
  std::vector<TextChange> texts;  // one a place whose MEMORY.md differs afterwards
  std::vector<Stayed> stayed;     // hooks that are not loci's, of notes whose description changes
};
// `places` holds the directories; a place that is not open has no index yet. The
// journal tells which hooks loci made from earlier texts; it is asked only where a hook is
// none that the changes explain.
[[nodiscard]] Result<IndexChanges> index_changes(const OpenPlaces& places, const Journal& journal,
                                                 const std::vector<TextChange>& changes);

// A file that somebody else saved, or removed, while an operation was changing it.
// What they left stays.
struct Edit {
  std::size_t change = 0;           // its number among the changes
  std::optional<std::string> text;  // as it stands
  // A text that was saved before that one. Only the sibling `leftover` in `root` has
  // it, which is to be removed once the text is in the journal.
  std::optional<std::string> earlier;
  fs::Root* root = nullptr;
  std::string leftover;
};

// How far StagedChanges::publish() came.
struct Progress {
  bool touched = false;     // the first file was changed, or may have been
  bool overtaken = false;   // none was: an editor was quicker, so `before` is out of date
  std::vector<Edit> edits;  // of others, which the operation left in place
};

// New texts beside the files they are to replace: notes first, then indexes.
// They are staged before the operation is logged and synced together with the
// log, so that an operation waits for the disk twice, not three times.
// What it is made of must outlive it; dropped, it leaves nothing behind.
class StagedChanges {
 public:
  Result<> stage(const OpenPlaces& places, const std::vector<TextChange>& changes,
                 const std::vector<TextChange>& indexes);
  // The same, but thousands of notes for a place that has none go into a new directory, which
  // publish() puts in its place, and into `places`; one of `ahead`, where it is the place's.
  Result<> stage_anew(fs::FileSystem& files, const std::string& home, OpenPlaces& places,
                      const std::vector<TextChange>& changes,
                      const std::vector<TextChange>& indexes, NewDirectories* ahead);
  // Renames everything into place and syncs each directory. Editors take no locks,
  // so all files are compared with `before` once more, right before the first one
  // changes; an index, which may have megabytes, by its times, since the rename
  // itself compares every byte. A file that is saved after that stays as it was saved, the others
  // go on, and the index is made for what is there now: `changes`, those given to stage(), then
  // have that text as their `after`. `renamed` runs once all of them are in place and before the
  // directories are synced: most file systems make what it renames durable with them.
  Result<> publish(const OpenPlaces& places, const Journal& journal,
                   std::vector<TextChange>& changes, Progress& progress,
                   const std::function<void()>& renamed = {});
  // What is staged, to be synced with the log; synced() when it was.
  [[nodiscard]] std::vector<fs::File*> files() const;
  void synced();
  // Thousands of files are synced at once with the file systems that they are on: a sync each
  // takes many times as long. Of fewer this does nothing.
  Result<> sync_many();

  // Whether a place gets a new directory.
  [[nodiscard]] bool fills_anew() const { return !anew_.empty(); }

 private:
  struct Anew {
    std::unique_ptr<NewDirectory> directory;
    std::vector<NewDirectory::File> files{};
    std::vector<const TextChange*> changes{};  // one for each
  };
  struct Written {
    fs::Root* root;
    const TextChange* change;
  };
  // Of a directory, all that is in it.
  using Listing = std::unordered_set<std::string>;
  Result<> stage(const OpenPlaces& places, const TextChange& change, fs::FileBatch& batch);
  [[nodiscard]] std::vector<fs::Root*> roots() const;  // of written_
  Result<> publish_new(std::vector<TextChange>& changes, Progress& progress);
  static void note_stamps(const Anew& anew, std::vector<TextChange>& changes);
  Result<> look_again(Progress& progress) const;
  static Result<> collect_edits(const OpenPlaces& places, const fs::FileBatch& batch,
                                std::vector<TextChange>& changes, Progress& progress);
  static Result<> follow(const OpenPlaces& places, const Journal& journal,
                         std::vector<TextChange>& changes, Progress& progress);

  fs::FileBatch notes_;
  fs::FileBatch indexes_;
  std::vector<Written> written_;
  bool many_ = false;             // thousands
  bool many_synced_ = false;      // and they are on the disk
  OpenPlaces* places_ = nullptr;  // where new directories go
  std::vector<Anew> anew_;
  std::unique_ptr<EarlySync> early_{};
};

}  // namespace loci::store
