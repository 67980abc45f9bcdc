#include "upkeep/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace loci::upkeep {
namespace {

using IdSet = std::set<WordId>;

// Two roles that are each other's opposite.
struct Roles {
  IdSet first;
  IdSet second;

  // A word that has both says nothing.
  void settle() {
    IdSet both;
    for (const WordId word : first) {
      if (second.contains(word)) both.insert(word);
    }
    for (const WordId word : both) {
      first.erase(word);
      second.erase(word);
    }
  }
};

std::size_t words_in_both(const IdSet& one, const IdSet& other) {
  return static_cast<std::size_t>(
      std::count_if(one.begin(), one.end(), [&](WordId word) { return other.contains(word); }));
}

enum RoleKind : std::size_t { kTime, kWay, kChosen, kMeant, kTaken, kRoleKinds };
constexpr std::array<std::string_view, kRoleKinds> kRoleNames{
    "what comes first and what after it", "where from and where to",
    "what is more and what is less", "what is meant and what is not", "what is taken for what"};

class RoleReader {
 public:
  RoleReader(const Part& part, const Numbers& numbers) : part_(part), numbers_(numbers) {}

  std::array<Roles, kRoleKinds> read() {
    const auto& items = part_.said.items;
    for (std::size_t begin = 0; begin < items.size();) {
      std::size_t end = begin;
      while (end < items.size() && items[end].sentence == items[begin].sentence) ++end;
      begin_ = begin;
      end_ = end;
      for (std::size_t i = begin; i < end; ++i) {
        if (!is_left_out(i)) read_marker(i);
      }
      begin = end;
    }
    for (Roles& roles : roles_) roles.settle();
    return std::move(roles_);
  }

 private:
  [[nodiscard]] bool is_left_out(std::size_t at) const {
    return !part_.left_out.empty() && part_.left_out[at];
  }
  [[nodiscard]] const std::string& text(std::size_t at) const {
    return numbers_.text(part_.said.items[at].word);
  }

  void collect(std::size_t from, std::size_t to, IdSet& into) const {
    for (std::size_t i = from; i < to; ++i) {
      const Item& item = part_.said.items[i];
      if (item.content && !is_left_out(i) && !item.points) into.insert(item.word);
    }
  }
  [[nodiscard]] bool any_content(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < to; ++i) {
      if (part_.said.items[i].content && !part_.said.items[i].points) return true;
    }
    return false;
  }
  // The end of the clause that has a word behind `at`.
  [[nodiscard]] std::size_t clause_end(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < end_ && !part_.said.items[end].content) ++end;
    if (end >= end_) return end_;
    const std::uint32_t clause = part_.said.items[end].clause;
    while (end < end_ && part_.said.items[end].clause == clause) ++end;
    return end;
  }
  [[nodiscard]] std::size_t clause_begin(std::size_t at) const {
    const std::uint32_t clause = part_.said.items[at].clause;
    std::size_t begin = at;
    while (begin > begin_ && part_.said.items[begin - 1].clause == clause) --begin;
    return begin;
  }

  void read_marker(std::size_t at) {
    const std::string& word = text(at);
    if (word == "before") {
      divide(at, roles_[kTime].first, roles_[kTime].second);
    } else if (word == "after" || word == "if" || word == "because") {
      divide(at, roles_[kTime].second, roles_[kTime].first);
    } else if (word == "then" || word == "so") {
      if (!any_content(begin_, at)) return;
      collect(begin_, at, roles_[kTime].first);
      collect(at + 1, end_, roles_[kTime].second);
    } else if (word == "from") {
      one_phrase(at, roles_[kWay].first);
    } else if (word == "to" || word == "into" || word == "onto") {
      one_phrase(at, roles_[kWay].second);
    } else if (word == "as") {
      collect(clause_begin(at), at, roles_[kTaken].first);
      one_phrase(at, roles_[kTaken].second);
    } else if (word == "instead" || word == "over" || word == "than" || word == "above" ||
               word == "below" || word == "under" || word == "behind") {
      one_phrase(at, roles_[kChosen].second);
      const bool begins = !any_content(begin_, at);
      collect(begins ? clause_end(at) : begin_, begins ? end_ : at, roles_[kChosen].first);
    } else if (word == kNot || word == "without") {
      deny(at, word == kNot);
    }
  }

  // "main MARKER sub" or "MARKER sub, main".
  void divide(std::size_t at, IdSet& main, IdSet& sub) const {
    const std::size_t end = clause_end(at);
    if (any_content(clause_begin(at), at)) {
      collect(begin_, at, main);
      collect(at + 1, end, sub);
      return;
    }
    if (any_content(end, end_)) {
      collect(at + 1, end, sub);
      collect(end, end_, main);
    } else if (any_content(begin_, at)) {
      collect(at + 1, end, sub);
      collect(begin_, at, main);
    }
  }

  // The words up to the next preposition.
  void one_phrase(std::size_t at, IdSet& into) const {
    for (std::size_t i = at + 1; i < end_; ++i) {
      const Item& item = part_.said.items[i];
      if (!item.content && !is_filler(text(i)) && any_content(at + 1, i)) return;
      if (item.clause != part_.said.items[at].clause) return;
      if (item.content && !is_left_out(i)) into.insert(item.word);
    }
  }

  // What stands behind "instead of" or "not", against the rest of the sentence. Where only soft
  // words stand behind it ("is not used"), the name before it.
  void deny(std::size_t at, bool negation) {
    Roles& roles = roles_[kMeant];
    const std::size_t end = clause_end(at);
    IdSet denied;
    for (std::size_t i = clause_begin(at); i < at; ++i) {
      if (stands_for_another(text(i))) return;
    }
    collect_things(at + 1, end, denied);
    std::size_t begin = at;
    if (denied.empty() && negation) {
      while (begin > begin_ && !is_thing(begin)) --begin;
      collect_things(begin, at, denied);
    }
    if (denied.empty()) return;
    roles.second.merge(denied);
    collect_things(begin_, begin, roles.first);
    collect_things(end, end_, roles.first);
  }
  static bool stands_for_another(std::string_view word) {
    return word == "it" || word == "they" || word == "them" || word == "this" || word == "these";
  }
  [[nodiscard]] bool is_thing(std::size_t at) const {
    const Item& item = part_.said.items[at];
    return item.content && !is_left_out(at) &&
           (item.special || numbers_.bearing(item.word) == Bearing::Hard);
  }
  void collect_things(std::size_t from, std::size_t to, IdSet& into) const {
    for (std::size_t i = from; i < to; ++i) {
      if (is_thing(i)) into.insert(part_.said.items[i].word);
    }
  }

  const Part& part_;
  const Numbers& numbers_;
  std::size_t begin_ = 0;  // of the sentence
  std::size_t end_ = 0;
  std::array<Roles, kRoleKinds> roles_;
};

constexpr std::size_t kMostTellers = 60;

// Which words stand together: in a clause, or on one side of an "and" in it.
class Companions {
 public:
  Companions(const Part& part, const Numbers& numbers) : numbers_(numbers) {
    const auto& items = part.said.items;
    for (std::size_t begin = 0; begin < items.size();) {
      std::size_t end = begin;
      std::vector<std::size_t> cuts;
      while (end < items.size() && items[end].clause == items[begin].clause) {
        if (is_cut(numbers.text(items[end].word))) cuts.push_back(end);
        ++end;
      }
      std::size_t from = begin;
      for (const std::size_t cut : cuts) {
        if (count(part, from, cut) < 2 || count(part, cut, end) < 2) continue;
        add(part, from, cut);
        from = cut;
      }
      add(part, from, end);
      begin = end;
    }
  }

  [[nodiscard]] const IdSet& tellers() const { return tellers_; }
  [[nodiscard]] bool together(WordId one, WordId other) const {
    return std::any_of(groups_.begin(), groups_.end(), [&](const IdSet& group) {
      return group.contains(one) && group.contains(other);
    });
  }
  // Those of `word` that are not those of `other`.
  [[nodiscard]] IdSet of(WordId word, WordId other) const {
    IdSet mine;
    IdSet theirs;
    for (const IdSet& group : groups_) {
      if (group.contains(word)) mine.insert(group.begin(), group.end());
      if (group.contains(other)) theirs.insert(group.begin(), group.end());
    }
    std::erase_if(mine, [&](WordId one) { return one == word || theirs.contains(one); });
    return mine;
  }

 private:
  static bool is_cut(std::string_view word) {
    return word == "and" || word == "but" || word == "or" || word == "while";
  }
  static bool is_kept(const Part& part, std::size_t at) {
    return part.said.items[at].content && (part.left_out.empty() || !part.left_out[at]);
  }
  static std::size_t count(const Part& part, std::size_t from, std::size_t to) {
    std::size_t words = 0;
    for (std::size_t i = from; i < to; ++i) words += is_kept(part, i) ? 1U : 0U;
    return words;
  }
  void add(const Part& part, std::size_t from, std::size_t to) {
    IdSet group;
    for (std::size_t i = from; i < to; ++i) {
      if (!is_kept(part, i)) continue;
      const Item& item = part.said.items[i];
      group.insert(item.word);
      if (item.special || numbers_.bearing(item.word) != Bearing::Soft ||
          has_opposite(numbers_.text(item.word))) {
        tellers_.insert(item.word);
      }
    }
    groups_.push_back(std::move(group));
  }

  const Numbers& numbers_;
  std::vector<IdSet> groups_;
  IdSet tellers_;  // words whose company matters
};

}  // namespace

std::string roles_apart(const Part& one, const Part& other, const Numbers& numbers) {
  const auto first = RoleReader(one, numbers).read();
  const auto second = RoleReader(other, numbers).read();
  const auto name_in_both = [&](const IdSet& a, const IdSet& b) {
    return std::any_of(a.begin(), a.end(), [&](WordId word) {
      return b.contains(word) && numbers.bearing(word) == Bearing::Hard;
    });
  };
  for (std::size_t kind = 0; kind < kRoleKinds; ++kind) {
    const std::size_t there = words_in_both(first[kind].first, second[kind].second);
    const std::size_t back = words_in_both(first[kind].second, second[kind].first);
    const std::size_t straight = words_in_both(first[kind].first, second[kind].first) +
                                 words_in_both(first[kind].second, second[kind].second);
    const bool traded = there > 0 && back > 0;
    const bool loose = kind == kMeant || kind == kTaken;  // their ends are guessed
    const bool crossed = traded || (!loose && there + back > straight);
    // "than" is near what it is about: one name is enough.
    const bool named = kind == kChosen && (name_in_both(first[kind].first, second[kind].second) ||
                                           name_in_both(first[kind].second, second[kind].first));
    if (crossed || named) return fmt::format("{} are not the same", kRoleNames[kind]);
  }
  return "";
}

std::string tenses_apart(const Part& one, const Part& other, const Numbers& numbers) {
  const auto tense = [&](const Part& part) {
    std::pair<bool, bool> is_was;
    for (std::size_t i = 0; i < part.said.items.size(); ++i) {
      if (!part.left_out.empty() && part.left_out[i]) continue;
      const std::string& word = numbers.text(part.said.items[i].word);
      if (word == "is" || word == "are") is_was.first = true;
      if (word == "was" || word == "were") is_was.second = true;
    }
    return is_was;
  };
  const auto [is_one, was_one] = tense(one);
  const auto [is_other, was_other] = tense(other);
  const bool apart = is_one != was_one && is_other != was_other && is_one != is_other;
  return apart ? "one says that it is so, the other that it was" : "";
}

std::string companions_apart(const Part& one, const Part& other, const Numbers& numbers) {
  const Companions first(one, numbers);
  const Companions second(other, numbers);
  std::vector<WordId> tellers;
  for (const WordId word : first.tellers()) {
    if (second.tellers().contains(word) && tellers.size() < kMostTellers) tellers.push_back(word);
  }
  for (std::size_t a = 0; a < tellers.size(); ++a) {
    for (std::size_t b = a + 1; b < tellers.size(); ++b) {
      if (first.together(tellers[a], tellers[b]) || second.together(tellers[a], tellers[b]))
        continue;
      const Roles here{first.of(tellers[a], tellers[b]), first.of(tellers[b], tellers[a])};
      const Roles there{second.of(tellers[a], tellers[b]), second.of(tellers[b], tellers[a])};
      const std::size_t way = words_in_both(here.first, there.second);
      const std::size_t back = words_in_both(here.second, there.first);
      const std::size_t straight =
          words_in_both(here.first, there.first) + words_in_both(here.second, there.second);
      if (way == 0 || back == 0 || way + back <= straight) continue;
      return fmt::format("'{}' and '{}' traded places", numbers.text(tellers[a]),
                         numbers.text(tellers[b]));
    }
  }
  return "";
}

}  // namespace loci::upkeep
