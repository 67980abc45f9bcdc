// Puts new texts into files, and the index in step with them: the last stretch
// of an operation, the same for one that runs and for one that is recovered.
// Internal to store/.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/atomic_file.h"
#include "store/open_places.h"
#include "store/place.h"

namespace loci::store {

// A file and its text before and after; none = not there.
struct TextChange {
  Place place;
  std::string file;
  std::optional<std::string> before;
  std::optional<std::string> after;
  bool write = true;       // false: the file stands already, only its index line is synced
  std::string from;        // renamed or moved: the name it had, and
  std::string from_place;  // the key of the place, "" = the same
  std::string kept{};      // the index line it had, for a note that comes back
};

// An index line as it is kept among the texts of an operation that takes it
// away; "" when the file has none.
[[nodiscard]] std::string kept_text(std::string_view index, std::string_view file);

// The index changes that follow from `changes`, one a place whose MEMORY.md
// differs afterwards. `places` holds the directories; a place that is not open
// has no index yet.
[[nodiscard]] Result<std::vector<TextChange>> index_changes(const OpenPlaces& places,
                                                            const std::vector<TextChange>& changes);

// A file that somebody else saved, or removed, while an operation was changing
// it: what he left stays.
struct Edit {
  std::size_t change = 0;              // its number among the changes
  std::optional<std::string> text;     // as it stands
  std::optional<std::string> earlier;  // one that he saved before that, and
  fs::Root* root = nullptr;            // the sibling here that alone has it:
  std::string leftover;                // to be removed once it is recorded
};

// How far StagedChanges::publish() came.
struct Progress {
  bool touched = false;     // the first file was changed, or may have been
  bool overtaken = false;   // none was: an editor was quicker and `before` is not true any more
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
  // Everything takes its place, and each directory is synced. Editors take no
  // locks, so each file is looked at again right before the first one changes,
  // when all that takes time is done. One that is saved after that stays as it
  // was saved, the others go on, and the index follows what stands: `changes`,
  // those of stage(), have the text that stands as their `after` then.
  Result<> publish(const OpenPlaces& places, std::vector<TextChange>& changes, Progress& progress);
  // What is staged, to be synced with the log; synced() when it was.
  [[nodiscard]] std::vector<fs::File*> files() const;
  void synced();

 private:
  struct Written {
    fs::Root* root;
    const TextChange* change;
  };
  Result<> stage(const OpenPlaces& places, const TextChange& change, fs::FileBatch& batch);
  Result<> look_again(Progress& progress) const;
  static Result<> collect_edits(const OpenPlaces& places, const fs::FileBatch& batch,
                                std::vector<TextChange>& changes, Progress& progress);
  static Result<> follow(const OpenPlaces& places, std::vector<TextChange>& changes,
                         Progress& progress);

  fs::FileBatch notes_;
  fs::FileBatch indexes_;
  std::vector<Written> written_;
};

}  // namespace loci::store
