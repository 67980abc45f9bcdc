#include "upkeep/sameness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "prompt/common_words.h"
#include "upkeep/roles.h"
#include "upkeep/word_order.h"

namespace loci::upkeep {
namespace {

// Chosen on the notes of tests/support/alike_notes.h that are called "office"; measured on others.
constexpr std::size_t kFewest = 3;    // words that say something, in a note that is compared
constexpr std::size_t kClause = 3;    // words that make an addition a clause
constexpr double kLeastShare = 0.25;  // of the words of both
constexpr double kOwnSentence = 0.6;  // of a sentence's words: it is an addition

// Two notes, of which `full` has the more words.
class Sameness {
 public:
  Sameness(const Said& full, const Said& less, const Numbers& numbers)
      : full_(full), less_(less), numbers_(numbers) {}

  std::string reason_against() {
    if (less_.words.size() < kFewest) {
      const bool same = full_.plain == less_.plain && full_.title == less_.title;
      if (same && !less_.words.empty()) return "";
      return "there are too few words to tell";
    }
    if (stands_in_full()) return titles_apart();
    const std::vector<WordId> missing = without(less_.words, full_.words);
    if (!missing.empty()) return only(missing.front());
    for (const auto& [said, against] : {std::pair(&full_, &less_), std::pair(&less_, &full_)}) {
      const std::vector<WordId> named = without(said->named, against->heard);
      if (!named.empty()) return only(named.front());
    }
    if (std::string reason = strengths_apart(full_, less_); !reason.empty()) return reason;
    for (const auto step :
         {&Sameness::titles_apart, &Sameness::additions_apart, &Sameness::counts_apart,
          &Sameness::codes_apart, &Sameness::orders_apart}) {
      std::string reason = (this->*step)();
      if (!reason.empty()) return reason;
    }
    if (share() < kLeastShare) return "too much is only in one of them";
    return "";
  }

 private:
  // Whether every sentence of the one is a sentence of the other, word for word.
  [[nodiscard]] bool stands_in_full() const {
    std::set<SentenceWords> known;
    for (auto& [number, words] : sentence_words(full_, numbers_)) known.insert(words);
    const auto wanted = sentence_words(less_, numbers_);
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const auto& one) { return known.contains(one.second); }) &&
           code_apart(less_, full_, numbers_).empty();
  }

  [[nodiscard]] double share() const {
    std::size_t both = 0;
    for (const WordId word : full_.words) both += has(less_.words, word) ? 1U : 0U;
    const std::size_t any = full_.words.size() + less_.words.size() - both;
    return any == 0 ? 0 : static_cast<double>(both) / static_cast<double>(any);
  }

  [[nodiscard]] std::string only(WordId word) const {
    return fmt::format("'{}' is only in one of them", numbers_.text(word));
  }

  // What a title or a description names and the other note does not know.
  std::string titles_apart() {
    const auto strange = [&](const std::vector<WordId>& title, const Said& other) {
      std::vector<WordId> words;
      for (const WordId word : without(title, other.all)) {
        if (!has(full_.words, word) && !has(less_.words, word) && !is_label(numbers_.text(word))) {
          words.push_back(word);
        }
      }
      return words;
    };
    const std::vector<WordId> one = strange(full_.title, less_);
    const std::vector<WordId> other = strange(less_.title, full_);
    // The same title but for one word is about another thing.
    const bool traded =
        one.size() == 1 && other.size() == 1 && full_.title.size() == less_.title.size();
    for (const auto* words : {&one, &other}) {
      for (const WordId word : *words) {
        const std::string& text = numbers_.text(word);
        if (!traded && prompt::tellingness(text) < 1.0 && !is_qualifier(text)) continue;
        return fmt::format("'{}' is in one title only", text);
      }
    }
    for (const auto& [said, against] : {std::pair(&full_, &less_), std::pair(&less_, &full_)}) {
      const std::vector<WordId> words = without(said->described, against->all);
      if (!words.empty()) {
        return fmt::format("'{}' is in one description only", numbers_.text(words.front()));
      }
    }
    return "";
  }

  // What only the fuller one has: sentences of its own, or clauses.
  std::string additions_apart() {
    const std::vector<WordId> added = without(full_.words, less_.words);
    std::map<std::uint32_t, std::pair<std::size_t, std::size_t>> sentences;  // added, all
    for (const Item& item : full_.items) {
      if (!item.content) continue;
      auto& [own, all] = sentences[item.sentence];
      ++all;
      if (has(added, item.word)) ++own;
    }
    for (const auto& [sentence, counts] : sentences) {
      const auto& [own, all] = counts;
      const bool whole = own == all && own + 1 >= kClause;
      const bool mostly =
          own >= kClause && static_cast<double>(own) >= kOwnSentence * static_cast<double>(all);
      if (whole || mostly) {
        own_sentences_.insert(sentence);
      }
    }
    added_.assign(full_.items.size(), false);
    for (std::size_t i = 0; i < full_.items.size(); ++i) {
      const Item& item = full_.items[i];
      if (own_sentences_.contains(item.sentence)) {
        if (turns(full_, i, numbers_)) return only(item.word);
        added_[i] = true;
      } else if (item.content && has(added, item.word)) {
        std::size_t end = i;
        std::string reason = clause_apart(added, i, end);
        if (!reason.empty()) return reason;
        i = end;
      }
    }
    // What both have must not be in the additions only.
    std::vector<WordId> rest;
    for (std::size_t i = 0; i < full_.items.size(); ++i) {
      if (full_.items[i].content && !added_[i]) rest.push_back(full_.items[i].word);
    }
    std::sort(rest.begin(), rest.end());
    const std::vector<WordId> lost = without(less_.words, rest);
    return lost.empty() ? "" : only(lost.front());
  }

  // The clause that begins with the added word at `begin`; `end` is its last one.
  std::string clause_apart(const std::vector<WordId>& added, std::size_t begin, std::size_t& end) {
    std::size_t words = 0;
    std::size_t since = 0;
    for (std::size_t i = begin; i < full_.items.size() && since <= 2; ++i) {
      const Item& item = full_.items[i];
      if (item.sentence != full_.items[begin].sentence) break;
      if (!item.content) continue;
      if (!has(added, item.word)) {
        ++since;
        continue;
      }
      ++words;
      since = 0;
      end = i;
    }
    // What is put into the middle of a clause narrows what it says.
    for (std::size_t i = end + 1; i < full_.items.size(); ++i) {
      if (full_.items[i].clause != full_.items[end].clause) break;
      if (full_.items[i].content) return only(full_.items[begin].word);
    }
    const bool explains = begin > 0 && gives_a_reason(begin);
    if (words < kClause && !(explains && words + 1 >= kClause)) {
      return only(full_.items[begin].word);
    }
    for (std::size_t i = begin; i <= end; ++i) {
      const Item& item = full_.items[i];
      added_[i] = true;
      if (!item.content) continue;
      const bool is_added = has(added, item.word);
      if ((is_added && item.special) || (turns(full_, i, numbers_) && !explains))
        return only(item.word);
    }
    return "";
  }

  // "because …", "so that …": what is not so there is not what the sentence says.
  [[nodiscard]] bool gives_a_reason(std::size_t begin) const {
    for (std::size_t back = 1; back <= 4 && back <= begin; ++back) {
      const Item& item = full_.items[begin - back];
      if (item.sentence != full_.items[begin].sentence) return false;
      const std::string& text = numbers_.text(item.word);
      if (text == "because" || text == "so") return true;
      if (item.content) return false;
    }
    return false;
  }

  // How often each number and "not" is said, additions aside.
  std::string counts_apart() {
    std::map<WordId, int> counts;
    for (std::size_t i = 0; i < full_.items.size(); ++i) {
      if (full_.items[i].content && !added_[i]) ++counts[full_.items[i].word];
    }
    for (const Item& item : less_.items) {
      if (item.content) --counts[item.word];
    }
    for (const auto& [word, count] : counts) {
      if (count == 0) continue;
      const std::string& text = numbers_.text(word);
      const bool number = text.find_first_of("0123456789") != std::string::npos;
      if (number || points(text)) {
        return fmt::format("'{}' is more often in one of them", text);
      }
    }
    return "";
  }

  std::string codes_apart() {
    // What is added may have code of its own.
    std::string reason = code_apart(less_, full_, numbers_);
    return reason.empty() && own_sentences_.empty() ? code_apart(full_, less_, numbers_) : reason;
  }

  // The same words in another order: phrases may move, what they say of each other may not.
  std::string orders_apart() {
    const std::vector<bool> none;
    const Part full{full_, added_};
    const Part less{less_, none};
    for (const auto apart : {roles_apart, tenses_apart, companions_apart}) {
      std::string reason = apart(full, less, numbers_);
      if (!reason.empty()) return reason;
    }
    const std::vector<Order> one = orders(full, less_.words, numbers_);
    const std::vector<Order> other = orders(less, less_.words, numbers_);
    std::string reason = order_apart(one, other, numbers_);
    return reason.empty() ? followers_apart() : reason;
  }

  // What follows "before", "from" or "not".
  std::string followers_apart() {
    const auto followers = [&](const Said& said, bool with_added) {
      std::map<WordId, std::multiset<WordId>> all;
      for (std::size_t i = 0; i < said.items.size(); ++i) {
        if (!said.items[i].points || (!with_added && added_[i])) continue;
        for (std::size_t next = i + 1; next < said.items.size(); ++next) {
          if (!said.items[next].content) continue;
          if (said.items[next].sentence == said.items[i].sentence) {
            all[said.items[i].word].insert(said.items[next].word);
          }
          break;
        }
      }
      return all;
    };
    const auto one = followers(full_, false);
    const auto other = followers(less_, true);
    for (const auto& [word, here] : one) {
      const auto there = other.find(word);
      if (there == other.end()) continue;
      const bool only_here =
          !std::includes(there->second.begin(), there->second.end(), here.begin(), here.end());
      const bool only_there =
          !std::includes(here.begin(), here.end(), there->second.begin(), there->second.end());
      if (only_here && only_there) {
        return fmt::format("what follows '{}' is not the same", numbers_.text(word));
      }
    }
    return "";
  }

  const Said& full_;
  const Said& less_;
  const Numbers& numbers_;
  std::set<std::uint32_t> own_sentences_;
  std::vector<bool> added_;  // which items of the fuller one are additions
};

}  // namespace

std::string difference(const Said& full, const Said& less, const Numbers& numbers) {
  return Sameness(full, less, numbers).reason_against();
}

}  // namespace loci::upkeep
