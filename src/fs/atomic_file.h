// Replaces a file's contents so that a reader, or a machine that loses power,
// sees the old bytes or the new ones and never a mixture.
//
// The new bytes go to a hidden sibling, are synced, and are renamed over the
// target. The rename itself is durable after Root::sync(), which an operation
// calls once for each directory it touched. A failed write leaves the target as
// it was and no sibling behind.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "fs/file_system.h"
#include "fs/root.h"
#include "fs/temporary.h"

namespace loci::fs {

enum class Durability : std::uint8_t {
  Synced,    // the bytes survive power loss once the directory is synced
  Unsynced,  // survives a crash of loci only; for caches, compiled files and tests
};

// Writes `bytes` to `name` in `root`, creating the file (with the root's modes)
// or replacing it and keeping its mode. A symbolic link at `name` is Denied:
// loci never writes through links.
Result<> replace_file(Root& root, std::string_view name, std::string_view bytes,
                      Durability durability = Durability::Synced);

// Several files at once, of one or more directories. All siblings are written
// before the first is synced, so a journaling file system syncs them together,
// and all are synced before the first is renamed. A failure before the first
// rename leaves every target as it was; a later one is for recovery to finish.
// The roots must outlive the batch.
class FileBatch {
 public:
  FileBatch() = default;
  FileBatch(const FileBatch&) = delete;
  FileBatch& operator=(const FileBatch&) = delete;
  ~FileBatch();  // removes the siblings that were not renamed

  Result<> replace(Root& root, std::string_view name, std::string_view bytes);
  void remove(Root& root, std::string_view name);
  // The siblings that are open, for FileSystem::sync_together() with other files;
  // then siblings_synced(), and commit() need not sync them once more.
  [[nodiscard]] std::vector<File*> open_siblings() const;
  void siblings_synced();
  // Syncs, renames and removes in the order they were given, then syncs each
  // Root once. A file to remove that is gone already is no fault. `last_look`
  // runs right before the first target changes; when it fails, none does.
  Result<> commit(Durability durability = Durability::Synced,
                  const std::function<Result<>()>& last_look = {});
  // Whether commit() changed a target before it failed.
  [[nodiscard]] bool touched() const { return touched_; }

 private:
  friend Result<> replace_file(Root& root, std::string_view name, std::string_view bytes,
                               Durability durability);
  struct Step {
    Root* root;
    std::string name;
    std::string temporary;  // empty: remove `name`
    std::unique_ptr<File> file;
    bool done = false;
    bool synced = false;
  };

  Result<> sync_siblings();
  Result<> publish();
  void discard();

  std::vector<Step> steps_;
  std::optional<Writer> writer_;  // this process, once a sibling was made
  bool touched_ = false;
};

// Removes the siblings that dead processes left in a directory, which the caller
// has locked. Whoever writes there has the lock, wherever it runs, so the lock
// decides: only what is known to be of a process that runs here is left.
Result<int> sweep_temporary_files(FileSystem& files, Root& root);
// The same where nobody takes locks, as in directories of other programs. There
// a sibling may belong to a process that cannot be seen from here, in another
// container or on another machine: such a one is left until it is a day old.
Result<int> sweep_unlocked(FileSystem& files, Root& root, Timestamp now);

}  // namespace loci::fs
