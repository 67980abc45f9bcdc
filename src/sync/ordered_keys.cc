#include "sync/ordered_keys.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "sync/three_way.h"

namespace loci::sync {
namespace {

using KeySet = std::unordered_set<std::string_view>;

KeySet set_of(const Keys& keys) { return {keys.begin(), keys.end()}; }

Keys only(const Keys& keys, const KeySet& wanted) {
  Keys result;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(result),
               [&](const std::string& key) { return wanted.contains(key); });
  return result;
}

// Keys of a side that the base does not have, by the key they follow ("" = none).
using Added = std::map<std::string, Keys, std::less<>>;

Added added_by(const Keys& side, const KeySet& survivors, const KeySet& base) {
  Added added;
  std::string anchor;
  for (const std::string& key : side) {
    if (survivors.contains(key)) {
      anchor = key;
    } else if (!base.contains(key)) {
      added[anchor].push_back(key);
    }
  }
  return added;
}

}  // namespace

Keys merge_order(const Keys& base, const Keys& mine, const Keys& theirs) {
  const KeySet in_base = set_of(base);
  const KeySet in_mine = set_of(mine);
  const KeySet in_theirs = set_of(theirs);
  KeySet survivors;
  for (const std::string& key : base) {
    if (in_mine.contains(key) && in_theirs.contains(key)) survivors.insert(key);
  }
  const Keys old_order = only(base, survivors);
  const Keys my_order = only(mine, survivors);
  const Keys their_order = only(theirs, survivors);
  const Keys* order = chosen(old_order, my_order, their_order);
  if (order == nullptr) order = &std::min(my_order, their_order);

  const Added from_mine = added_by(mine, survivors, in_base);
  const Added from_theirs = added_by(theirs, survivors, in_base);
  Keys result;
  std::unordered_set<std::string> placed;
  const auto place = [&](const std::string& key) {
    if (placed.insert(key).second) result.push_back(key);
  };
  const auto place_behind = [&](const std::string& anchor) {
    const auto m = from_mine.find(anchor);
    const auto t = from_theirs.find(anchor);
    static const Keys kNone;
    const Keys& of_mine = m == from_mine.end() ? kNone : m->second;
    const Keys& of_theirs = t == from_theirs.end() ? kNone : t->second;
    Keys keys = of_mine.empty() ? of_theirs : of_mine;
    if (!of_mine.empty() && !of_theirs.empty() && of_mine != of_theirs) {
      keys.insert(keys.end(), of_theirs.begin(), of_theirs.end());
      std::sort(keys.begin(), keys.end());
    }
    for (const std::string& key : keys) place(key);
  };
  place_behind("");
  for (const std::string& key : *order) {
    place(key);
    place_behind(key);
  }
  return result;
}

}  // namespace loci::sync
