// Replaces a file's contents so that a reader, or a machine that loses power,
// sees the old bytes or the new ones and never a mixture.
//
// The new bytes go to a hidden sibling, are synced, and are renamed over the
// target. The rename itself is durable after Root::sync(), which an operation
// calls once for each directory it touched. A failed write leaves the target as
// it was and no sibling behind.
//
// Others save while loci works, and take no locks. A step that says which text it
// expects changes that text and no other (swap.h).

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

// What a file is to hold for a step to change it: a text, or one with this hash
// where the text itself was not kept; neither: no file.
struct Expected {
  std::optional<std::string_view> text;
  std::string_view hash = {};  // as sha256() has it

  [[nodiscard]] bool is_no_file() const { return !text && hash.empty(); }
};

// Several files at once, of one or more directories. All siblings are written
// before the first is synced, so a journaling file system syncs them together,
// and all are synced before the first is renamed. A failure before the first
// rename leaves every target as it was; a later one is for recovery to finish.
// The roots must outlive the batch.
class FileBatch {
 public:
  enum class Order : std::uint8_t {
    AsGiven,
    // For thousands of files that the caller syncs all at once, by the file system: nothing
    // is written before stage() or commit(), which write and rename them on several threads. The
    // bytes must outlive it. None is put on its way to the disk by itself: a request for each
    // small file costs more than all the rest.
    Any,
  };
  explicit FileBatch(Order order = Order::AsGiven) : order_(order) {}
  FileBatch(const FileBatch&) = delete;
  FileBatch& operator=(const FileBatch&) = delete;
  ~FileBatch();  // removes the siblings that were not renamed

  // Before the first file.
  void set_order(Order order) { order_ = order; }
  // Takes over what the other batch found out about this process, which takes a while.
  void use_names_of(const FileBatch& other) { writer_ = other.writer_; }

  Result<> replace(Root& root, std::string_view name, std::string_view bytes);
  void remove(Root& root, std::string_view name);
  // The same, but only where the file is as expected. What somebody else put there
  // meanwhile stays, and overtaken() tells of it. The texts and the hash must outlive
  // the batch.
  Result<> replace(Root& root, std::string_view name, std::string_view bytes,
                   const Expected& expected);
  void remove(Root& root, std::string_view name, const Expected& expected);
  // Writes the siblings that are not written yet: those of any order.
  Result<> stage();
  // The siblings, for FileSystem::sync_together() with other files; then
  // siblings_synced(), and commit() need not sync them once more.
  [[nodiscard]] std::vector<File*> unsynced_siblings() const;
  void siblings_synced();
  // Syncs what siblings_synced() was not told of; commit() does it, too.
  Result<> sync_siblings();
  // Syncs, renames and removes in the order they were given, then syncs each
  // Root once. A file to remove that is gone already is no fault. `last_look`
  // runs right before the first target changes; when it fails, none does.
  Result<> commit(Durability durability = Durability::Synced,
                  const std::function<Result<>()>& last_look = {});
  // Whether commit() changed a target before it failed, or may have.
  [[nodiscard]] bool touched() const { return touched_; }

  struct Overtaken {
    Root* root;
    std::string name;
    std::string leftover;  // a sibling with a text of theirs that stands nowhere else, or ""
  };
  // Files that somebody else changed before commit() could.
  [[nodiscard]] const std::vector<Overtaken>& overtaken() const { return overtaken_; }

 private:
  friend Result<> replace_file(Root& root, std::string_view name, std::string_view bytes,
                               Durability durability);
  struct Step {
    Root* root;
    std::string name;
    bool removes;
    std::string_view bytes = {};
    std::optional<Expected> expected = {};
    std::string temporary = {};            // the sibling, once there is one
    std::unique_ptr<File> file = nullptr;  // until it is synced
    bool kept = false;                     // the sibling is not ours to remove any more
    bool touched = false;                  // the target changed, or may have
    std::optional<Overtaken> overtaken = {};
  };

  Result<> add(Step step);
  Result<> stage(Step& step);
  // On several threads where any order is good; stops at the first error of each.
  Result<> for_each_step(const std::function<Result<>(Step&)>& work);
  Result<> publish();
  Result<> publish(Step& step);
  Result<> swap(Step& step);
  void discard();

  Order order_;
  std::vector<Step> steps_;
  std::optional<Writer> writer_;  // this process, once a sibling was made
  std::vector<Overtaken> overtaken_;
  bool touched_ = false;
};

// Whether `name` is a regular file with just this text; none: whether there is
// nothing of that name. Does not take it all into memory.
Result<bool> holds(const Root& root, std::string_view name,
                   const std::optional<std::string_view>& text);
Result<bool> holds(const Root& root, std::string_view name, const Expected& expected);

// Removes the siblings that dead processes left in a directory, which the caller
// has locked. Whoever writes there has the lock, wherever it runs, so the lock
// decides: only what is known to be of a process that runs here is left.
Result<int> sweep_temporary_files(FileSystem& files, Root& root);
// The same where nobody takes locks, as in directories of other programs. There
// a sibling may belong to a process that cannot be seen from here, in another
// container or on another machine: such a one is left until it is a day old.
Result<int> sweep_unlocked(FileSystem& files, Root& root, Timestamp now);
// The siblings whose process is gone, or is this one: for whoever has the lock
// and nothing staged, none of them is of use any more.
[[nodiscard]] Result<std::vector<std::string>> orphans(FileSystem& files, const Root& root);
// Removes directories with such a name, and all that is in them, whose process is gone. Whoever
// fills one holds its lock: one that is locked stays, and so does one that cannot be opened.
Result<> clear_orphan_directories(FileSystem& files, Root& root);
// Whether a sibling was made beside the file `name`: its number tells.
[[nodiscard]] bool is_sibling_of(std::string_view temporary, std::string_view name);
// The first number of siblings of a file.
[[nodiscard]] std::uint64_t sibling_number(std::string_view name);

}  // namespace loci::fs
