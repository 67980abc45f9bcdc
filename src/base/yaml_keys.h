// Which keys of a YAML map repeat an earlier one. Internal to base/.

#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

#include "base/yaml.h"

namespace loci {

// Calls `found` with the place of every key of a map that stood before.
template <typename Found>
void for_each_repeated_key(const YamlNode& map, Found found) {
  constexpr std::size_t kFewKeys = 32;  // items, so 16 pairs: comparing all beats hashing
  if (map.items.size() <= kFewKeys) {
    for (std::size_t i = 2; i < map.items.size(); i += 2) {
      for (std::size_t j = 0; j < i; j += 2) {
        if (map.items[i].scalar == map.items[j].scalar &&
            map.items[i].kind == YamlNode::Kind::Scalar &&
            map.items[j].kind == YamlNode::Kind::Scalar) {
          found(i);
          break;
        }
      }
    }
    return;
  }
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < map.items.size(); i += 2) {
    if (map.items[i].kind != YamlNode::Kind::Scalar) continue;
    if (!seen.insert(map.items[i].scalar).second) found(i);
  }
}

}  // namespace loci
