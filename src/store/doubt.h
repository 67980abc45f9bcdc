// A project's file that is damaged and may be a workspace's own.

#pragma once

#include <string>

#include "base/result.h"
#include "fs/file_system.h"
#include "store/workspace.h"

namespace loci::store {

// Corrupt when the file of the workspace's project is damaged, and when no project knows
// the workspace and the file of any is: a second one must not begin beside its own.
// Other faults of these files are left to whoever uses them.
[[nodiscard]] Result<> check_project(fs::FileSystem& files, const std::string& home,
                                     const Workspace& workspace);

}  // namespace loci::store
