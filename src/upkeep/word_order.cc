#include "upkeep/word_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace loci::upkeep {
namespace {

constexpr std::size_t kMostTrades = 300;  // of two words that are tried
constexpr std::size_t kTradeGain = 2;     // neighbours that an exchange brings back
constexpr double kTradeMatch = 0.6;       // of their neighbours that are the same after it

bool is_passive_mark(std::string_view word) {
  static const std::set<std::string_view> kMarks{"is",   "are",   "was", "were",
                                                 "been", "being", "be",  "get"};
  return kMarks.contains(word);
}

// "by hand", "by phone": nobody's name.
bool is_manner(std::string_view word) {
  static const std::set<std::string_view> kManners{"hand", "default", "phone", "mail",
                                                   "name", "date",    "id",    "post"};
  return kManners.contains(word);
}

// Puts the words of one sentence in the order of the active voice.
class ActiveVoice {
 public:
  ActiveVoice(const Said& said, const Numbers& numbers) : said_(said), numbers_(numbers) {}

  Order order;

  void begin_sentence() {
    order.clear();
    go_on();
    verb_.reset();
    in_name_ = 0;
  }

  void hear_glue(std::size_t at) {
    const WordId word = said_.items[at].word;
    const std::string& text = numbers_.text(word);
    is_done_ = is_done_ || is_passive_mark(text);
    if (is_filler(text) || text == "get") return;
    const bool manner =
        at + 1 < said_.items.size() && is_manner(numbers_.text(said_.items[at + 1].word));
    by_ = text == "by" && !manner;
    behind_ = word;
  }

  void hear(const Item& item) {
    is_done_ = is_done_ && !item.ongoing;  // "is replacing" is active
    if (is_done_ && !verb_ && !by_) verb_ = order.size();
    const bool name_goes_on = in_name_ != 0 && item.special && behind_ == kNoWord;
    if (by_ && verb_ && *verb_ < order.size()) {
      // "the mill is inspected on Mondays by Ann" as "Ann inspected the mill on Mondays"
      const auto at = order.begin() + static_cast<std::ptrdiff_t>(*verb_);
      std::rotate(order.begin(), at, at + 1);
      order.front().suffered = false;
      order.insert(order.begin(), {item.word, kNoWord, item.special});
      in_name_ = 1;
      verb_.reset();
    } else if (name_goes_on) {
      order.insert(order.begin() + static_cast<std::ptrdiff_t>(in_name_),
                   {item.word, kNoWord, item.special});
      ++in_name_;
    } else {
      order.push_back({item.word, behind_, item.special, is_done_ && verb_ == order.size()});
      in_name_ = 0;
    }
  }

  // Behind any word that says something, shared or not.
  void go_on() {
    behind_ = kNoWord;
    is_done_ = by_ = false;
  }

 private:
  const Said& said_;
  const Numbers& numbers_;
  WordId behind_ = kNoWord;          // the glue right before
  bool is_done_ = false;             // "is", "are", "gets" right before
  std::optional<std::size_t> verb_;  // where in the sentence something is done to something
  bool by_ = false;
  std::size_t in_name_ = 0;  // words of a name that was brought to the front
};

// "configuration of the gateway" as "gateway configuration".
Order compounded(Order order, const Numbers& numbers) {
  // "the owner for billing", but not "waits for billing".
  const auto is_of = [&](const Placed& placed, const Placed& before) {
    if (placed.behind == kNoWord) return false;
    const std::string& text = numbers.text(placed.behind);
    return text == "of" || (text == "for" && numbers.bearing(before.word) != Bearing::Soft);
  };
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (!is_of(order[i], order[i - 1])) continue;
    order[i].behind = order[i - 1].behind;
    order[i - 1].behind = kNoWord;
    std::swap(order[i - 1], order[i]);
  }
  return order;
}

// "secrets are stored in the vault" as "store secrets in the vault".
Order imperative(Order order) {
  const auto verb = std::find_if(order.begin(), order.end(),
                                 [](const Placed& placed) { return placed.suffered; });
  if (verb != order.end()) std::rotate(order.begin(), verb, verb + 1);
  return order;
}

class OrderMatch {
 public:
  explicit OrderMatch(const Numbers& numbers) : numbers_(numbers) {}

  // What one says in one sentence the other may say in several, in any order.
  [[nodiscard]] const Order* unmatched(const std::vector<Order>& wide,
                                       std::vector<Order> narrow) const {
    for (const Order& whole : wide) {
      const auto same = std::find_if(narrow.begin(), narrow.end(), [&](const Order& order) {
        return sorted(order) == sorted(whole) && is_same_phrase(order, whole);
      });
      if (same != narrow.end()) {
        narrow.erase(same);
        continue;
      }
      Order joined;
      for (auto part = narrow.begin(); part != narrow.end() && joined.size() < whole.size();) {
        Order longer = joined;
        longer.insert(longer.end(), part->begin(), part->end());
        if (is_within(longer, whole)) {
          joined = std::move(longer);
          part = narrow.erase(part);
        } else {
          ++part;
        }
      }
      if (joined.size() != whole.size() || !is_same_phrase(joined, whole)) return &whole;
    }
    return nullptr;
  }

 private:
  static Order sorted(Order order) {
    std::sort(order.begin(), order.end());
    return order;
  }

  [[nodiscard]] bool is_same_phrase(const Order& one, const Order& other) const {
    return is_moved(one, other) || is_ordered(one, other) || is_ordered(other, one);
  }
  [[nodiscard]] bool is_moved(const Order& one, const Order& other) const {
    return one_moved(one, other) ||
           one_moved(compounded(one, numbers_), compounded(other, numbers_));
  }

  // "secrets are stored in the vault" as "store secrets in the vault".
  [[nodiscard]] bool is_ordered(const Order& passive, const Order& active) const {
    const auto verb = std::find_if(passive.begin(), passive.end(),
                                   [](const Placed& placed) { return placed.suffered; });
    if (verb == passive.end() || active.empty() || active.front().suffered) return false;
    if (!(active.front() == *verb)) return false;
    Order turned(passive);
    const auto at = turned.begin() + (verb - passive.begin());
    std::rotate(turned.begin(), at, at + 1);
    return is_moved(turned, active);
  }

  // Whether one phrase of `one` moved, at most, to make `other` of it.
  [[nodiscard]] bool one_moved(const Order& one, const Order& other) const {
    if (one.size() != other.size()) return false;
    const auto begins = std::mismatch(one.begin(), one.end(), other.begin()).first;
    if (begins == one.end()) return true;
    const auto begin = begins - one.begin();
    auto end = static_cast<std::ptrdiff_t>(one.size());
    while (end > begin &&
           one[static_cast<std::size_t>(end) - 1] == other[static_cast<std::size_t>(end) - 1]) {
      --end;
    }
    for (std::ptrdiff_t middle = begin + 1; middle < end; ++middle) {
      Order moved(one);
      std::rotate(moved.begin() + begin, moved.begin() + middle, moved.begin() + end);
      if (moved != other) continue;
      // Two words that trade places: one of them takes its preposition along.
      if (end - begin > 2) return true;
      const Placed& first = one[static_cast<std::size_t>(begin)];
      const Placed& second = one[static_cast<std::size_t>(begin) + 1];
      const Placed& now_first = other[static_cast<std::size_t>(begin)];
      const Placed& now_second = other[static_cast<std::size_t>(begin) + 1];
      const bool kept = (second.behind != kNoWord && second.behind == now_first.behind) ||
                        (first.behind != kNoWord && first.behind == now_second.behind);
      // "required here and optional there": neither goes past an "and".
      const bool listed =
          std::any_of(one.begin() + begin, one.begin() + end,
                      [&](const Placed& placed) { return numbers_.text(placed.behind) == "and"; });
      return kept && !listed && first.behind != second.behind;
    }
    return false;
  }

  static bool is_within(const Order& part, const Order& whole) {
    const Order one = sorted(part);
    const Order all = sorted(whole);
    return std::includes(all.begin(), all.end(), one.begin(), one.end());
  }

  const Numbers& numbers_;
};

// Neighbours: two words, or a preposition and its word.
using Neighbours = std::vector<std::pair<WordId, WordId>>;
constexpr WordId kPreposition = WordId{1} << 31U;

// `only_bare`: words with nothing between them.
Neighbours neighbours(const std::vector<Order>& orders, const Numbers& numbers, bool only_bare) {
  Neighbours all;
  for (const Order& written : orders) {
    Order order = compounded(imperative(written), numbers);
    std::erase_if(order, [&](const Placed& placed) { return numbers.text(placed.word) == kNot; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool bare = order[i].behind == kNoWord;
      if (i > 0 && (bare || !only_bare)) all.emplace_back(order[i - 1].word, order[i].word);
      if (only_bare) continue;
      if (order[i].behind != kNoWord)
        all.emplace_back(order[i].behind | kPreposition, order[i].word);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

Neighbours exchanged(Neighbours all, WordId one, WordId other) {
  const auto change = [&](WordId& word) {
    if (word == one) {
      word = other;
    } else if (word == other) {
      word = one;
    }
  };
  for (auto& [first, second] : all) {
    change(first);
    change(second);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::size_t common_neighbours(const Neighbours& one, const Neighbours& other) {
  Neighbours both;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                        std::back_inserter(both));
  return both.size();
}

bool holds(const Neighbours& all, WordId first, WordId second) {
  return std::binary_search(all.begin(), all.end(), std::pair(first, second));
}

Neighbours around(Neighbours all, WordId a, WordId b) {
  std::erase_if(all, [&](const auto& pair) {
    return pair.first != a && pair.first != b && pair.second != a && pair.second != b;
  });
  return all;
}

// Words that stand where another does in the other text.
std::set<std::pair<WordId, WordId>> possible_trades(const Neighbours& one,
                                                    const Neighbours& other) {
  std::set<std::pair<WordId, WordId>> trades;
  const auto add = [&](WordId a, WordId b) {
    if (a != b && ((a | b) & kPreposition) == 0) trades.insert(std::minmax(a, b));
  };
  for (const auto& [a, b] : one) {
    if (trades.size() > kMostTrades) break;
    for (const auto& [c, d] : other) {
      if (a == c && b != d) add(b, d);
      if (b == d && a != c) add(a, c);
    }
  }
  return trades;
}

}  // namespace

std::vector<Order> orders(const Part& part, const std::vector<WordId>& shared,
                          const Numbers& numbers) {
  std::vector<Order> all;
  const Said& said = part.said;
  ActiveVoice voice(said, numbers);
  const auto end_sentence = [&] {
    if (!voice.order.empty()) all.push_back(voice.order);
    voice.begin_sentence();
  };
  for (std::size_t i = 0; i < said.items.size(); ++i) {
    const Item& item = said.items[i];
    if (i > 0 && item.sentence != said.items[i - 1].sentence) {
      end_sentence();
    }
    if (!part.left_out.empty() && part.left_out[i]) continue;
    if (!item.content) {
      voice.hear_glue(i);
      continue;
    }
    if (has(shared, item.word)) voice.hear(item);
    voice.go_on();
  }
  end_sentence();
  return all;
}

std::string order_apart(const std::vector<Order>& one, const std::vector<Order>& other,
                        const Numbers& numbers) {
  const auto joined = [](const std::vector<Order>& all) {
    Order whole;
    for (const Order& order : all) whole.insert(whole.end(), order.begin(), order.end());
    return whole;
  };
  if (joined(one) == joined(other)) return "";
  const OrderMatch match(numbers);
  const Order* const apart =
      one.size() <= other.size() ? match.unmatched(one, other) : match.unmatched(other, one);
  if (apart == nullptr) return "";
  return fmt::format("the words around '{}' are in another order",
                     numbers.text(apart->front().word));
}

std::string places_traded(const std::vector<Order>& one, const std::vector<Order>& other,
                          const Numbers& numbers) {
  const Neighbours first = neighbours(one, numbers, false);
  const Neighbours second = neighbours(other, numbers, false);
  const Neighbours bare_first = neighbours(one, numbers, true);
  const Neighbours bare_second = neighbours(other, numbers, true);
  if (first == second) return "";
  const std::size_t as_it_is = common_neighbours(first, second);
  const auto is_thing = [&](WordId word) {
    return numbers.is_number(word) || numbers.bearing(word) != Bearing::Soft;
  };
  // "the v1 API" and "API v1", "Swiss towns" and "towns in Switzerland".
  const auto is_compound = [&](WordId a, WordId b) {
    return (holds(bare_first, a, b) && holds(second, b, a)) ||
           (holds(first, a, b) && holds(bare_second, b, a));
  };
  for (const auto& [a, b] : possible_trades(first, second)) {
    if (!is_thing(a) || !is_thing(b) || is_compound(a, b) || is_compound(b, a)) continue;
    const std::size_t gain = numbers.is_number(a) && numbers.is_number(b) ? 1 : kTradeGain;
    const std::size_t after = common_neighbours(exchanged(first, a, b), second);
    // Of the neighbours of the two, because the rest of a note may be worded otherwise.
    const Neighbours traded = around(exchanged(first, a, b), a, b);
    const Neighbours there = around(second, a, b);
    const auto most = static_cast<double>(std::max(traded.size(), there.size()));
    const auto met = static_cast<double>(common_neighbours(traded, there));
    if (after < as_it_is + gain || met < kTradeMatch * most) continue;
    return fmt::format("'{}' and '{}' traded places", numbers.text(a), numbers.text(b));
  }
  return "";
}

}  // namespace loci::upkeep
