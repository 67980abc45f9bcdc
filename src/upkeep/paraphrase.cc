#include "upkeep/paraphrase.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "upkeep/roles.h"
#include "upkeep/sentence_match.h"
#include "upkeep/word_order.h"

namespace loci::upkeep {
namespace {

constexpr double kAlone = 0.6;       // of a sentence's words are in no other: it is an addition
constexpr std::size_t kPhrase = 3;   // words that make an addition
constexpr double kCommonPart = 0.5;  // of the words of the shorter note are no additions
constexpr double kCovered = 0.6;     // of the words that are no additions both have
constexpr double kNearly = 0.75;     // likewise, where little else is said
constexpr std::size_t kAnchors = 2;  // hard words that both have

// One of the two notes, against the other.
struct Side {
  const Said* said = nullptr;
  std::vector<bool> left_out;        // additions
  std::set<std::uint32_t> alone;     // sentences that are additions
  std::vector<std::size_t> strange;  // items that the other does not have, additions aside
  std::size_t clauses = 0;           // that are additions
  [[nodiscard]] Part part() const { return {*said, left_out}; }
};

class Paraphrase {
 public:
  Paraphrase(const Said& one, const Said& other, const Numbers& numbers) : numbers_(numbers) {
    sides_[0].said = &one;
    sides_[1].said = &other;
  }

  std::string reason_against() {
    for (const auto step :
         {&Paraphrase::additions_apart, &Paraphrase::words_apart, &Paraphrase::negations_apart,
          &Paraphrase::word_traded, &Paraphrase::too_little, &Paraphrase::counts_apart,
          &Paraphrase::order_differs, &Paraphrase::titles_apart}) {
      std::string reason = (this->*step)();
      if (!reason.empty()) return reason;
    }
    return "";
  }

 private:
  [[nodiscard]] std::string only(WordId word) const {
    return fmt::format("'{}' is only in one of them", numbers_.text(word));
  }
  [[nodiscard]] const Said& against(const Side& side) const {
    return *(&side == sides_.data() ? sides_[1] : sides_[0]).said;
  }
  [[nodiscard]] bool is_negation(WordId word) const {
    const std::string& text = numbers_.text(word);
    return text == kNot || text == "without" || text == "instead";
  }
  [[nodiscard]] bool is_strange(const Side& side, const Item& item) const {
    if (!item.content || is_negation(item.word) || has(against(side).told, item.word)) return false;
    // What the other's title says need not be in its text; a title that both have says nothing.
    return !has(against(side).all, item.word) || has(side.said->title, item.word);
  }
  [[nodiscard]] bool is_hard(const Item& item) const {
    return item.special || numbers_.bearing(item.word) == Bearing::Hard;
  }

  // Sentences and clauses that only one of them has.
  std::string additions_apart() {
    for (Side& side : sides_) {
      side.left_out.assign(side.said->items.size(), false);
      std::string reason = find_alone(side);
      if (!reason.empty()) return reason;
    }
    // "Owner: Ann Berg" and "Owner: Carl Dietz" are no additions.
    const std::set<WordId> first = words_alone(sides_[0]);
    for (const WordId word : words_alone(sides_[1])) {
      if (first.contains(word)) return only(word);
    }
    for (Side& side : sides_) {
      std::string reason = find_clauses(side);
      if (!reason.empty()) return reason;
      for (std::size_t i = 0; i < side.left_out.size(); ++i) {
        if (!side.left_out[i] && is_strange(side, side.said->items[i])) side.strange.push_back(i);
      }
    }
    if (sides_[0].clauses > 0 && sides_[1].clauses > 0) return "each has something the other lacks";
    return "";
  }

  std::string find_alone(Side& side) const {
    std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> sentences;  // strange, all
    for (const Item& item : side.said->items) {
      if (!item.content) continue;
      auto& [strange, all] = sentences[item.sentence];
      ++all;
      if (is_strange(side, item)) ++strange;
    }
    const std::set<WordId> theirs = words_without_twin(side);
    const auto mine = sentence_words(*side.said, numbers_);
    for (const auto& [sentence, counts] : sentences) {
      const auto& [strange, all] = counts;
      const bool whole = strange == all && strange + 1 >= kPhrase;
      const bool mostly =
          strange >= kPhrase && static_cast<double>(strange) >= kAlone * static_cast<double>(all);
      const SentenceWords& words = mine.at(sentence);
      const bool apart = strange > 0 && std::none_of(words.begin(), words.end(), [&](WordId word) {
                           return theirs.contains(word);
                         });
      if (whole || mostly || apart) side.alone.insert(sentence);
    }
    for (std::size_t i = 0; i < side.said->items.size(); ++i) {
      if (!side.alone.contains(side.said->items[i].sentence)) continue;
      if (turns(*side.said, i, numbers_)) return only(side.said->items[i].word);
      side.left_out[i] = true;
    }
    return "";
  }

  // What the other says in sentences that this side does not have word for word.
  [[nodiscard]] std::set<WordId> words_without_twin(const Side& side) const {
    std::set<SentenceWords> twins;
    for (const auto& [number, words] : sentence_words(*side.said, numbers_)) twins.insert(words);
    std::set<std::uint32_t> lone;
    for (const auto& [number, words] : sentence_words(against(side), numbers_)) {
      if (!twins.contains(words)) lone.insert(number);
    }
    std::set<WordId> all;
    for (const Item& item : against(side).items) {
      if (item.content && lone.contains(item.sentence)) all.insert(item.word);
    }
    return all;
  }

  static std::set<WordId> words_alone(const Side& side) {
    std::set<WordId> words;
    for (const Item& item : side.said->items) {
      if (item.content && side.alone.contains(item.sentence)) words.insert(item.word);
    }
    return words;
  }

  // Clauses of three words and more, all of them the side's own, no name or number among them.
  std::string find_clauses(Side& side) const {
    const auto& items = side.said->items;
    for (std::size_t begin = 0; begin < items.size();) {
      std::size_t end = begin + 1;
      while (end < items.size() && items[end].clause == items[begin].clause &&
             !begins_reason(items[end].word)) {
        ++end;
      }
      std::size_t strange = 0;
      const bool reason = begins_reason(items[begin].word);
      bool plain = !side.left_out[begin];
      for (std::size_t i = begin; i < end; ++i) {
        if (!items[i].content) continue;
        const bool own = is_strange(side, items[i]) || (reason && is_negation(items[i].word));
        strange += own ? 1U : 0U;
        plain = plain && (own || begins_reason(items[i].word)) && !items[i].special &&
                (reason || !turns(*side.said, i, numbers_));
      }
      const std::size_t needed = reason ? kPhrase - 1 : kPhrase;
      const bool whole_sentence =
          (begin == 0 || items[begin - 1].sentence != items[begin].sentence) &&
          (end == items.size() || items[end].sentence != items[begin].sentence);
      if (plain && strange >= needed && !whole_sentence) {
        for (std::size_t i = begin; i < end; ++i) side.left_out[i] = true;
        ++side.clauses;
      }
      begin = end;
    }
    return "";
  }
  [[nodiscard]] bool begins_reason(WordId word) const {
    const std::string& text = numbers_.text(word);
    return text == "because" || text == "so" || text == "which" || text == "while";
  }

  // Words that mean one thing and are in one of them only.
  std::string words_apart() {
    const bool added = plain_additions();
    for (const Side& side : sides_) {
      for (const std::size_t at : side.strange) {
        const Item& item = side.said->items[at];
        if (added && item.written != kNoWord && numbers_.bearing(item.word) == Bearing::Hard) {
          continue;
        }
        if (is_hard(item) || numbers_.bearing(item.word) == Bearing::Polar) return only(item.word);
      }
      const std::vector<WordId> named = without(side.said->named, against(side).heard);
      if (!named.empty()) return only(named.front());
    }
    for (const WordId one : own_words(sides_[0])) {
      for (const WordId other : own_words(sides_[1])) {
        if (!are_opposites(numbers_.text(one), numbers_.text(other))) continue;
        return fmt::format("'{}' is the opposite of '{}'", numbers_.text(one),
                           numbers_.text(other));
      }
    }
    std::string reason = sentences_apart(sides_[0].part(), sides_[1].part(), numbers_);
    if (reason.empty()) reason = sentences_apart(sides_[1].part(), sides_[0].part(), numbers_);
    return reason.empty() ? strengths_apart(*sides_[0].said, *sides_[1].said) : reason;
  }

  // Whether one of them has a plain word or two more, and the other has none for them: "has call
  // duty" and "is on call".
  [[nodiscard]] bool plain_additions() const {
    constexpr std::size_t kMostAdded = 2;
    std::array<std::set<WordId>, 2> own;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
      for (const std::size_t at : sides_.at(s).strange) {
        const auto& items = sides_.at(s).said->items;
        // "the billing service" is one of several.
        const bool tells_apart = at + 1 < items.size() && items[at + 1].content &&
                                 items[at + 1].clause == items[at].clause;
        // "sorted by date": what it is sorted by.
        const bool object =
            at > 0 && (items[at - 1].points ||
                       (!items[at - 1].content && !is_filler(numbers_.text(items[at - 1].word))));
        if ((tells_apart || object) && is_hard(items[at])) return false;
        if (!is_light(numbers_.text(items[at].word))) own.at(s).insert(items[at].word);
      }
    }
    return own[0].empty() != own[1].empty() && own[0].size() + own[1].size() <= kMostAdded;
  }

  // Glue too: "within" is the opposite of "after".
  [[nodiscard]] std::set<WordId> own_words(const Side& side) const {
    std::set<WordId> words;
    for (std::size_t i = 0; i < side.left_out.size(); ++i) {
      const WordId word = side.said->items[i].word;
      const bool own = !side.left_out[i] && !has(against(side).told, word);
      if (own && has_opposite(numbers_.text(word))) words.insert(word);
    }
    return words;
  }

  std::string negations_apart() {
    std::array<std::size_t, 2> counts{};
    for (std::size_t s = 0; s < sides_.size(); ++s) {
      for (std::size_t i = 0; i < sides_[s].left_out.size(); ++i) {
        if (!sides_[s].left_out[i] && denies(*sides_[s].said, i)) ++counts.at(s);
      }
    }
    return counts[0] == counts[1] ? "" : "one of them says 'not' more often";
  }

  // "we return an error instead": what it stands for was said before.
  [[nodiscard]] bool denies(const Said& said, std::size_t at) const {
    if (!is_negation(said.items[at].word)) return false;
    if (numbers_.text(said.items[at].word) != "instead") return true;
    return at + 1 < said.items.size() && said.items[at + 1].sentence == said.items[at].sentence;
  }

  // Words that the other does not have, side by side, and the words around them.
  struct Gap {
    WordId word;
    Bearing kind;
    WordId before;
    WordId behind;
  };

  // One word for another: a synonym that is not known, or another fact.
  std::string word_traded() {
    const std::vector<Gap> one = gaps(sides_[0]);
    const std::vector<Gap> other = gaps(sides_[1]);
    const bool single = sides_[0].strange.size() == 1 && sides_[1].strange.size() == 1;
    for (const Gap& here : one) {
      for (const Gap& there : other) {
        if (here.kind != there.kind) continue;
        if (is_light(numbers_.text(here.word)) && is_light(numbers_.text(there.word))) continue;
        const bool same_place = here.before == there.before && here.behind == there.behind &&
                                (here.before != kNoWord || here.behind != kNoWord);
        if (!single && (!same_place || here.kind == Bearing::Soft)) continue;
        return fmt::format("'{}' stands where '{}' does", numbers_.text(here.word),
                           numbers_.text(there.word));
      }
    }
    for (const auto& [gaps, side] : {std::pair(&one, &sides_[1]), std::pair(&other, &sides_[0])}) {
      for (const Gap& gap : *gaps) {
        const WordId word = word_between(*side, gap);
        if (word == kNoWord || word == gap.word || is_link(word)) continue;
        if (gap.kind == Bearing::Kind && numbers_.bearing(word) == Bearing::Soft) continue;
        if (!single && gap.kind == Bearing::Soft && numbers_.bearing(word) == Bearing::Soft) {
          continue;
        }
        return fmt::format("'{}' stands where '{}' does", numbers_.text(gap.word),
                           numbers_.text(word));
      }
    }
    return "";
  }

  // The one word that a side has between the words around a gap of the other.
  static WordId word_between(const Side& side, const Gap& gap) {
    if (gap.before == kNoWord || gap.behind == kNoWord) return kNoWord;
    std::array<const Item*, 3> last{};
    for (const Item& item : side.said->items) {
      if (!item.content) continue;
      last = {last[1], last[2], &item};
      if (last[0] == nullptr || last[0]->sentence != item.sentence) continue;
      if (last[0]->word == gap.before && item.word == gap.behind) return last[1]->word;
    }
    return kNoWord;
  }

  // "after", "if": what they say is looked at as roles.
  [[nodiscard]] bool is_link(WordId word) const {
    const std::string& text = numbers_.text(word);
    return points(text) || text == "if" || text == "because";
  }
  [[nodiscard]] std::vector<Gap> gaps(const Side& side) const {
    std::vector<Gap> all;
    const auto& items = side.said->items;
    const auto is_own = [&](std::size_t at) {
      return std::binary_search(side.strange.begin(), side.strange.end(), at);
    };
    for (std::size_t at = 0; at < side.strange.size(); ++at) {
      const std::size_t begin = side.strange[at];
      if (is_link(items[begin].word)) continue;
      Gap gap{items[begin].word, numbers_.bearing(items[begin].word), kNoWord, kNoWord};
      for (std::size_t i = begin; i > 0 && items[i - 1].sentence == items[begin].sentence; --i) {
        if (!items[i - 1].content) continue;
        gap.before = items[i - 1].word;
        break;
      }
      for (std::size_t i = begin + 1; i < items.size(); ++i) {
        if (items[i].sentence != items[begin].sentence) break;
        if (!items[i].content) continue;
        if (is_own(i)) {
          ++at;
          continue;
        }
        gap.behind = items[i].word;
        break;
      }
      all.push_back(gap);
    }
    return all;
  }

  std::string too_little() {
    const std::vector<WordId> first = kept_words(sides_[0]);
    const std::vector<WordId> second = kept_words(sides_[1]);
    std::size_t both = 0;
    std::size_t anchors = 0;
    for (const WordId word : first) {
      if (!has(second, word)) continue;
      ++both;
      const bool hard = has(sides_[0].said->hard, word) || has(sides_[1].said->hard, word);
      if (hard || numbers_.bearing(word) != Bearing::Soft) ++anchors;
    }
    const std::size_t any = first.size() + second.size();
    const bool covered =
        any > 0 && 2.0 * static_cast<double>(both) >= kCovered * static_cast<double>(any);
    const auto least =
        static_cast<double>(std::min(sides_[0].said->words.size(), sides_[1].said->words.size()));
    const auto kept = static_cast<double>(std::min(first.size(), second.size()));
    if (!covered || kept < kCommonPart * least) return "too much is only in one of them";
    if (sides_[0].strange.empty() && sides_[1].strange.empty() && both > kAnchors) return "";
    const bool nearly = 2.0 * static_cast<double>(both) >= kNearly * static_cast<double>(any);
    if (nearly && anchors > 0 && both > kAnchors) return "";
    return anchors < kAnchors ? "there are too few words to tell" : "";
  }
  static std::vector<WordId> kept_words(const Side& side) {
    std::vector<WordId> words;
    for (std::size_t i = 0; i < side.left_out.size(); ++i) {
      if (side.said->items[i].content && !side.left_out[i]) {
        words.push_back(side.said->items[i].word);
      }
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  }

  // A number that is more often in one of them; a name that took the place of another.
  std::string counts_apart() {
    std::map<WordId, int> counts;
    std::set<WordId> special;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
      const Side& side = sides_.at(s);
      for (std::size_t i = 0; i < side.left_out.size(); ++i) {
        const Item& item = side.said->items[i];
        if (!item.content || side.left_out[i]) continue;
        counts[item.word] += s == 0 ? 1 : -1;
        if (item.special) special.insert(item.word);
      }
    }
    WordId more = kNoWord;
    WordId less = kNoWord;
    for (const auto& [word, count] : counts) {
      if (count == 0 || !special.contains(word)) continue;
      if (numbers_.is_number(word)) {
        return fmt::format("'{}' is more often in one of them", numbers_.text(word));
      }
      (count > 0 ? more : less) = word;
    }
    if (more == kNoWord || less == kNoWord) return "";
    return fmt::format("'{}' is more often in one of them", numbers_.text(more));
  }

  std::string order_differs() {
    const Part one = sides_[0].part();
    const Part other = sides_[1].part();
    for (const auto apart : {roles_apart, tenses_apart, companions_apart}) {
      std::string reason = apart(one, other, numbers_);
      if (!reason.empty()) return reason;
    }
    std::vector<WordId> shared;
    for (const WordId word : one.said.words) {
      if (has(other.said.words, word)) shared.push_back(word);
    }
    std::string reason =
        places_traded(orders(one, shared, numbers_), orders(other, shared, numbers_), numbers_);
    if (reason.empty()) reason = code_apart(one.said, other.said, numbers_);
    return reason.empty() ? code_apart(other.said, one.said, numbers_) : reason;
  }

  // Titles that name what the other note does not know.
  std::string titles_apart() {
    std::array<std::vector<WordId>, 2> strange;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
      const Said& said = *sides_.at(s).said;
      for (const WordId word : without(said.title, against(sides_.at(s)).all)) {
        const std::string& text = numbers_.text(word);
        if (has(said.words, word) || is_label(text)) continue;
        const Bearing bearing = numbers_.bearing(word);
        if (bearing == Bearing::Hard || bearing == Bearing::Polar) strange.at(s).push_back(word);
      }
      const std::vector<WordId> described = without(said.described, against(sides_.at(s)).all);
      for (const WordId word : described) {
        if (has(said.words, word)) continue;
        return fmt::format("'{}' is in one description only", numbers_.text(word));
      }
    }
    if (strange[0].empty() || strange[1].empty()) return "";
    return fmt::format("'{}' is in one title only", numbers_.text(strange[0].front()));
  }

  const Numbers& numbers_;
  std::array<Side, 2> sides_;
};

}  // namespace

std::string unlikely(const Said& one, const Said& other, const Numbers& numbers) {
  return Paraphrase(one, other, numbers).reason_against();
}

}  // namespace loci::upkeep
