// The order of things with keys (fields, items of a list, index entries) after two people
// changed it. Pure; internal to sync/.

#pragma once

#include <string>
#include <vector>

namespace loci::sync {

using Keys = std::vector<std::string>;

// The keys that stand in the result: `base` less what a side took out, and what each side
// added, behind the key it follows there. Where one side moved keys they stand as that side has
// them, where both did as in the lesser list. Keys added at one place by both sides are sorted.
// No list may have a key twice.
[[nodiscard]] Keys merge_order(const Keys& base, const Keys& mine, const Keys& theirs);

}  // namespace loci::sync
