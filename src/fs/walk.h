// Everything below a directory: depth first, the entries of each in byte order.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fs/root.h"

namespace loci::fs {

// What is in a directory, by name.
[[nodiscard]] Result<std::vector<Entry>> sorted_entries(const Root& root);
// The names of its entries of one kind, sorted.
[[nodiscard]] Result<std::vector<std::string>> sorted_names(const Root& root, Kind kind);

struct Walked {
  const Root& directory;    // that the entry is in
  const Entry& entry;       // its name and kind
  const std::string& path;  // from where the walk began: "skills/deploy/SKILL.md"
  std::size_t depth;        // 0 in the directory where it began
};
// Answers, for a directory, whether it is entered; asked of every entry. Links
// are entries like any other and are never entered.
using WalkVisit = std::function<Result<bool>(const Walked&)>;

// Stops at the first error. A directory that is gone meanwhile has nothing in it.
Result<> walk(const Root& root, const WalkVisit& visit);

}  // namespace loci::fs
