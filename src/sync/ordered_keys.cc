#include "sync/ordered_keys.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

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

// The keys of the base that both sides still have. Of every two it is decided alone which one is
// first: as the sides have it, and where they do not agree as the one that changed it. Where this
// goes in a circle (both moved things past each other), those keys stand as in the lesser list.
Keys order_of_old(const Keys& base, const Keys& mine, const Keys& theirs) {
  if (const Keys* order = chosen(base, mine, theirs)) return *order;
  constexpr std::size_t kMost = 5'000;  // every two are looked at
  const std::size_t count = mine.size();
  if (count > kMost) return std::min(mine, theirs);
  const auto places_in = [&](const Keys& keys) {
    std::unordered_map<std::string_view, std::size_t> place_of;
    for (std::size_t i = 0; i < keys.size(); ++i) place_of.emplace(keys[i], i);
    std::vector<std::size_t> places;
    for (const std::string& key : mine) places.push_back(place_of.at(key));
    return places;
  };
  const auto in_base = places_in(base);
  const auto in_theirs = places_in(theirs);
  std::vector<std::size_t> behind(count);  // how many stand behind a key
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const bool first = in_theirs[i] < in_theirs[j] || in_base[i] > in_base[j];
      ++behind[first ? i : j];
    }
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return behind[a] > behind[b]; });
  Keys result;
  KeySet circle;
  std::size_t pairs = 0;  // whose first key has been seen
  for (std::size_t i = 0; i < count; ++i) {
    circle.insert(mine[order[i]]);
    pairs += behind[order[i]];
    // Those seen so far stand before all others.
    const std::size_t seen = i + 1;
    if (pairs != seen * i / 2 + seen * (count - seen)) continue;
    const Keys of_mine = only(mine, circle);
    const Keys of_theirs = only(theirs, circle);
    const Keys& next = std::min(of_mine, of_theirs);
    result.insert(result.end(), next.begin(), next.end());
    circle.clear();
  }
  return result;
}

// The other keys of a side, by the key of an order that they follow there.
using Added = std::map<std::optional<std::string_view>, Keys>;

Added added_by(const Keys& side, const KeySet& order) {
  Added added;
  std::optional<std::string_view> anchor;
  for (const std::string& key : side) {
    if (order.contains(key)) {
      anchor = key;
    } else {
      added[anchor].push_back(key);
    }
  }
  return added;
}

// Two runs in one, each in its order: always the lesser of the two next keys.
void put_runs(const Keys& mine, const Keys& theirs, RoleOf role, Keys& result) {
  auto m = mine.begin();
  auto t = theirs.begin();
  while (m != mine.end() || t != theirs.end()) {
    const bool of_mine = t == theirs.end() || (m != mine.end() && *m < *t);
    auto& next = of_mine ? m : t;
    const auto end = of_mine ? mine.end() : theirs.end();
    bool above = false;
    do {
      above = role(*next) != Role::Item;
      result.push_back(*next++);
    } while (above && next != end && role(*next) == Role::Prose);
  }
}

// Two orders of the same keys: the one whose items are the lesser list, whatever prose is between.
const Keys& lesser(const Keys& mine, const Keys& theirs, RoleOf role) {
  const auto items = [&](const Keys& keys) {
    Keys result;
    std::copy_if(keys.begin(), keys.end(), std::back_inserter(result),
                 [&](const std::string& key) { return role(key) == Role::Item; });
    return result;
  };
  const Keys my_items = items(mine);
  const Keys their_items = items(theirs);
  return my_items == their_items ? std::min(mine, theirs) : my_items < their_items ? mine : theirs;
}

// An order, and behind each of its keys what the sides have there. What they have at two places
// stands at the first.
Keys woven(const Keys& order, const Keys& mine, const Keys& theirs, RoleOf role) {
  const KeySet anchors = set_of(order);
  const Added from_mine = added_by(mine, anchors);
  const Added from_theirs = added_by(theirs, anchors);
  Keys result;
  std::unordered_set<std::string> placed;
  const auto run_of = [&](const Added& added, std::optional<std::string_view> anchor) {
    Keys run;
    if (const auto found = added.find(anchor); found != added.end()) {
      std::copy_if(found->second.begin(), found->second.end(), std::back_inserter(run),
                   [&](const std::string& key) { return !placed.contains(key); });
    }
    return run;
  };
  const auto place_behind = [&](std::optional<std::string_view> anchor) {
    const Keys my_run = run_of(from_mine, anchor);
    const Keys their_run = run_of(from_theirs, anchor);
    const Keys my_common = only(my_run, set_of(their_run));
    const std::size_t begin = result.size();
    if (my_common.empty()) {
      put_runs(my_run, their_run, role, result);
    } else {
      const Keys their_common = only(their_run, set_of(my_run));
      const Keys run = woven(lesser(my_common, their_common, role), my_run, their_run, role);
      result.insert(result.end(), run.begin(), run.end());
    }
    placed.insert(result.begin() + static_cast<std::ptrdiff_t>(begin), result.end());
  };
  place_behind(std::nullopt);
  for (const std::string& key : order) {
    result.push_back(key);
    place_behind(key);
  }
  return result;
}

// What one side alone has stands behind the key that it follows; but a heading above an item, and
// prose between two of them, goes with the item below it.
struct Gaps {
  Added behind;
  Added above;
};

Gaps gaps_of(const Keys& side, const KeySet& common, RoleOf role) {
  Gaps gaps{added_by(side, common), {}};
  std::optional<std::string_view> anchor;
  for (const std::string& key : side) {
    if (!common.contains(key)) continue;
    const auto last = std::exchange(anchor, key);
    const auto run = gaps.behind.find(last);
    if (run == gaps.behind.end() || role(key) != Role::Item) continue;
    Keys& keys = run->second;
    const auto is = [&](Role wanted) {
      return [role, wanted](const std::string& one) { return role(one) == wanted; };
    };
    auto begin = std::find_if(keys.rbegin(), keys.rend(), is(Role::Item)).base();
    const bool below_prose = begin == keys.begin() && (!last || role(*last) != Role::Item);
    if (below_prose) begin = std::find_if(begin, keys.end(), is(Role::Heading));
    gaps.above[key].assign(begin, keys.end());
    keys.erase(begin, keys.end());
  }
  return gaps;
}

}  // namespace

Keys merge_order(const Keys& base, const Keys& mine, const Keys& theirs, RoleOf role) {
  const KeySet in_base = set_of(base);
  const KeySet in_mine = set_of(mine);
  const KeySet in_theirs = set_of(theirs);
  const auto stays = [&](const std::string& key) {
    return !in_base.contains(key) || (in_mine.contains(key) && in_theirs.contains(key));
  };
  const auto left_of = [&](const Keys& side) {
    Keys keys;
    std::copy_if(side.begin(), side.end(), std::back_inserter(keys), stays);
    return keys;
  };
  const Keys old = left_of(base);
  const KeySet in_old = set_of(old);
  const Keys order = order_of_old(old, only(mine, in_old), only(theirs, in_old));
  // What both have goes first, so that what one side put beside it stands beside it.
  const Keys common = woven(order, only(mine, in_theirs), only(theirs, in_mine), role);
  const KeySet in_both = set_of(common);
  const Keys my_keys = left_of(mine);
  const Keys their_keys = left_of(theirs);
  const Gaps mine_gaps = gaps_of(my_keys, in_both, role);
  const Gaps their_gaps = gaps_of(their_keys, in_both, role);
  Keys result;
  const auto put = [&](const Added& of_mine, const Added& of_theirs,
                       std::optional<std::string_view> anchor) {
    const auto m = of_mine.find(anchor);
    const auto t = of_theirs.find(anchor);
    static const Keys kNone;
    put_runs(m == of_mine.end() ? kNone : m->second, t == of_theirs.end() ? kNone : t->second, role,
             result);
  };
  put(mine_gaps.behind, their_gaps.behind, std::nullopt);
  for (const std::string& key : common) {
    put(mine_gaps.above, their_gaps.above, key);
    result.push_back(key);
    put(mine_gaps.behind, their_gaps.behind, key);
  }
  return result;
}

}  // namespace loci::sync
