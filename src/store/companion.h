// Files of the home that go with a change of notes: staged before it is logged, synced in the
// same wait as the log and the notes, renamed with them. Internal to store/.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/atomic_file.h"
#include "fs/file_system.h"
#include "store/store.h"

namespace loci::store {

// A directory of the home that is no place, made when missing.
[[nodiscard]] Result<std::unique_ptr<fs::Root>> open_home_directory(fs::FileSystem& files,
                                                                    const std::string& home,
                                                                    std::string_view path);

class StagedCompanion {
 public:
  // Perhaps no file at all. nullptr when they cannot be staged now, and are to be written later by
  // whoever asked: the directory's lock is not waited for, since the places are locked already.
  static std::unique_ptr<StagedCompanion> stage(fs::FileSystem& files, const std::string& home,
                                                const Companion& companion,
                                                const std::vector<Changed>& changed);

  // To be synced with the log; synced() when they were.
  [[nodiscard]] std::vector<fs::File*> files() const { return batch_.unsynced_siblings(); }
  void synced() { batch_.siblings_synced(); }
  // Whether all of them are in place. The directory is synced for a first file only: after a
  // power cut the others are those from before or these, and either is whole.
  bool publish();

 private:
  Result<> fill(fs::FileSystem& files, const std::string& home, const Companion& companion,
                const std::vector<Changed>& changed);

  std::unique_ptr<fs::Root> root_;
  std::unique_ptr<fs::Lock> lock_;
  fs::FileBatch batch_;
  fs::Durability durability_ = fs::Durability::Unsynced;
};

}  // namespace loci::store
