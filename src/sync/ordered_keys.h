// The order of things with keys (fields, items of a list, index entries) after two people
// changed it. Pure; internal to sync/.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::sync {

using Keys = std::vector<std::string>;

// What a key is: prose goes with the item below it, and lines of prose stay together; a heading
// begins something new.
enum class Role : std::uint8_t { Item, Prose, Heading };
using RoleOf = Role (*)(std::string_view key);
inline constexpr RoleOf kAllItems = [](std::string_view) { return Role::Item; };

// The keys that stand in the result: `base` less what a side took out, and what each side added,
// behind the key that it follows there; of what both added at one place the lesser first. Each
// side's order is kept where the other's does not contradict it. What a side moved stands as that
// side has it; where both moved or added the same keys, the lesser order counts. No list may have
// a key twice.
[[nodiscard]] Keys merge_order(const Keys& base, const Keys& mine, const Keys& theirs,
                               RoleOf role = kAllItems);

}  // namespace loci::sync
