// What git could not merge in this workspace: its index has the versions. Read through the
// session's git (memory/session.h), in a trusted repository only.

#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"

namespace loci::sync {

struct UnmergedPath {
  std::string path;                  // absolute
  std::array<std::string, 3> blobs;  // base, mine, theirs; "" where that side has none

  [[nodiscard]] bool is_deleted() const { return blobs[1].empty() || blobs[2].empty(); }
};

// Of the workspace's memory; none where git is not asked. While a rebase goes on, what it
// puts on top is mine, though git calls it theirs.
[[nodiscard]] Result<std::vector<UnmergedPath>> unmerged_paths(memory::Memory& memory);

// What a person can do about it.
[[nodiscard]] std::string what_to_do(const UnmergedPath& path);

// The text of such a version; nothing where git does not give it.
[[nodiscard]] std::optional<std::string> blob_text(memory::Memory& memory, const std::string& blob);

}  // namespace loci::sync
