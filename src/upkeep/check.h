// `loci check`: reads every place and says what is wrong with them.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "upkeep/checker.h"

namespace loci::upkeep {

struct CheckReply {
  std::vector<Finding> findings;
  std::size_t notes = 0;
  std::string base;                           // the workspace, for relative paths
  std::optional<memory::ChangeReply> fixed;   // what --fix did
  std::optional<memory::ChangeReply> merged;  // what it did to files with markers of git
};

// Notes that say the same are looked for among so many: comparing more takes longer than all the
// rest. `consolidate` has no such bound.
inline constexpr std::size_t kComparedNotes = 2'000;

// Everything that is wrong; `fix` mends the indexes first.
Result<CheckReply> check(memory::Memory& memory, const memory::Selector& selector, bool fix,
                         bool dry_run);

}  // namespace loci::upkeep
