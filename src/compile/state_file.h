// What the home knows of earlier runs of apply and import: what was written where, and
// what was read there. One file for the user's own tools, one for each workspace.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "exchange/state.h"
#include "fs/root.h"
#include "store/store.h"

namespace loci::compile {

class StateFile {
 public:
  // The user's own with ApplyScope::User, else that of a workspace of a project.
  StateFile(store::Store& store, exchange::ApplyScope scope, std::string slug,
            std::string workspace);

  // A state that is not there is an empty one; of one that is damaged, empty or cut off, what
  // can be read is taken and damage() says so.
  Result<> load();
  // Writes the state when it differs from what is on the disk.
  Result<> save();

  [[nodiscard]] exchange::ApplyState& state() { return state_; }
  [[nodiscard]] const exchange::ApplyState& state() const { return state_; }
  // The state is of another path, where there is nothing any more.
  [[nodiscard]] bool moved() const { return moved_; }
  // What is wrong with the state on the disk, or "".
  [[nodiscard]] const std::string& damage() const { return damage_; }

 private:
  store::Store& store_;
  bool of_user_;
  std::string slug_;
  std::string workspace_;
  exchange::ApplyState state_;
  std::string saved_;  // the state as it stands on the disk
  std::string file_;   // where
  std::string damage_;
  bool moved_ = false;
};

// Whether a tool gets agents' memory by a hook: then it is told at a session's start.
[[nodiscard]] Result<bool> tells_by_hook(store::Store& store, std::string_view slug,
                                         const std::string& workspace, std::string_view provider);

// Whoever writes tools' files, or reads what may be written over, holds this. The
// directory has the copies of tools' files from before.
inline constexpr std::string_view kApplyDirectory = "state/apply";
struct ApplyLock {
  std::unique_ptr<fs::Root> directory;
  std::unique_ptr<fs::Lock> lock;
};
// Waits for others. Makes the directory when it is not there, and syncs only then.
Result<ApplyLock> lock_tool_files(store::Store& store);

}  // namespace loci::compile
