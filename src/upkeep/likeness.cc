#include "upkeep/likeness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "prompt/common_words.h"
#include "upkeep/lexicon.h"
#include "upkeep/sentences.h"
#include "upkeep/terms.h"

namespace loci::upkeep {
namespace {

// Chosen on the notes of bench/alike_notes.cc that are called "office"; measured on others.
constexpr std::size_t kFewest = 3;      // words that say something, in a note that is compared
constexpr std::size_t kClause = 3;      // words that make an addition a clause
constexpr double kLeastShare = 0.25;    // of the words of both, by weight
constexpr double kOwnSentence = 0.6;    // of a sentence's words: it is an addition
constexpr std::size_t kCommon = 8'000;  // notes that have a word: it finds nobody
constexpr std::size_t kCopies = 8;      // of a text that a copy is compared with
constexpr std::size_t kMostTerms = 20'000;

using WordId = std::uint32_t;
constexpr WordId kNoWord = 0;

// Words as numbers, so that twenty thousand notes are compared by numbers.
class Numbers {
 public:
  WordId of(const std::string& word) {
    const auto [found, fresh] = numbers_.emplace(word, static_cast<WordId>(texts_.size()));
    if (fresh) texts_.push_back(&found->first);
    return found->second;
  }
  [[nodiscard]] const std::string& text(WordId word) const { return *texts_[word]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  Numbers() { of(""); }

 private:
  std::unordered_map<std::string, WordId> numbers_;
  std::vector<const std::string*> texts_;
};

struct Item {
  WordId word;
  std::uint32_t sentence;
  bool content;
  bool special;
  bool points;  // what follows it matters
};

struct Said {
  std::vector<Item> items;
  std::vector<WordId> words;         // that say something, each once, sorted
  std::vector<WordId> named;         // names that are written as glue is
  std::vector<WordId> heard;         // and all glue
  std::vector<WordId> title;         // likewise
  std::vector<WordId> described;     // special ones of the description, and "not"
  std::vector<WordId> all;           // of title, description and body, sorted
  std::set<std::string> code;        // as written
  std::set<std::string> everything;  // every word as written in code, and every term
  std::array<bool, 5> strengths{};
  std::uint64_t plain = 0;  // of the body, white space and case aside
  std::uint64_t sign = 0;   // bits of its words: who says all of it has all of them
  std::size_t group = 0;
};

void unique(std::vector<WordId>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

bool has(const std::vector<WordId>& sorted, WordId word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

Said said_by(const Told& told, Numbers& numbers) {
  Said said;
  said.group = told.group;
  // A note without a body says what its description says.
  const bool bare = trim(told.body).empty();
  std::vector<Term> terms = terms_of(bare ? told.description : told.body);
  if (terms.size() > kMostTerms) terms.clear();
  for (const Term& term : terms) {
    const WordId word = numbers.of(term.word);
    if (const Strength strength = strength_of(term.word); strength != Strength::None) {
      said.strengths.at(static_cast<std::size_t>(strength)) = true;
    }
    const bool content = term.content && !is_glue(term.word);
    said.items.push_back({word, term.sentence, content, term.special, points(term.word)});
    if (content) said.words.push_back(word);
    // A name that is written as a word which says nothing: "Go", `make`.
    if (is_glue(term.word)) (term.content ? said.named : said.heard).push_back(word);
    if (!term.exact.empty()) said.code.insert(term.exact);
    said.everything.insert(term.exact.empty() ? term.word : term.exact);
  }
  said.plain = std::hash<std::string>()(fold_with_space(bare ? told.description : told.body));
  unique(said.words);
  for (const WordId word : said.words) said.sign |= std::uint64_t{1} << (word * 0x9E3779B1U >> 26U);
  unique(said.named);
  said.heard.insert(said.heard.end(), said.named.begin(), said.named.end());
  unique(said.heard);
  said.all = said.words;
  said.all.insert(said.all.end(), said.heard.begin(), said.heard.end());
  for (const Term& term : terms_of(told.title)) {
    const WordId word = numbers.of(term.word);
    said.all.push_back(word);
    // Every word of a title may begin with a capital letter.
    if (is_glue(term.word)) continue;
    said.title.push_back(word);
  }
  for (const Term& term : terms_of(told.description)) {
    const WordId word = numbers.of(term.word);
    said.all.push_back(word);
    if (term.special || term.word == kNot) said.described.push_back(word);
  }
  unique(said.title);
  unique(said.described);
  unique(said.all);
  return said;
}

std::vector<WordId> without(const std::vector<WordId>& words, const std::vector<WordId>& others) {
  std::vector<WordId> rest;
  std::set_difference(words.begin(), words.end(), others.begin(), others.end(),
                      std::back_inserter(rest));
  return rest;
}

// Two notes, of which `full` has the more words.
class Comparison {
 public:
  Comparison(const Said& full, const Said& less, const Numbers& numbers,
             const std::vector<double>* weights)
      : full_(full), less_(less), numbers_(numbers), weights_(weights) {}

  Likeness result() {
    Likeness answer;
    answer.share = share();
    answer.why = reason_against();
    answer.alike = answer.why.empty();
    return answer;
  }

 private:
  [[nodiscard]] double weight(WordId word) const {
    return weights_ == nullptr ? 1.0 : (*weights_)[word];
  }

  [[nodiscard]] double share() const {
    double both = 0;
    double any = 0;
    for (const WordId word : full_.words) {
      any += weight(word);
      if (has(less_.words, word)) both += weight(word);
    }
    for (const WordId word : less_.words) {
      if (!has(full_.words, word)) any += weight(word);
    }
    return any == 0 ? 0 : both / any;
  }

  [[nodiscard]] std::string only(WordId word) const {
    return fmt::format("'{}' is only in one of them", numbers_.text(word));
  }

  std::string reason_against() {
    if (less_.words.size() < kFewest) {
      const bool same = full_.plain == less_.plain && full_.title == less_.title;
      if (same && !less_.words.empty()) return "";
      return "there are too few words to tell";
    }
    const std::vector<WordId> missing = without(less_.words, full_.words);
    if (!missing.empty()) return only(missing.front());
    for (const auto& [said, against] : {std::pair(&full_, &less_), std::pair(&less_, &full_)}) {
      const std::vector<WordId> named = without(said->named, against->heard);
      if (!named.empty()) return only(named.front());
    }
    if (full_.strengths[1] != less_.strengths[1] && full_.strengths[2] != less_.strengths[2] &&
        full_.strengths[1] != full_.strengths[2]) {
      return "one says 'must' and the other 'may'";
    }
    if (full_.strengths[3] != less_.strengths[3] && full_.strengths[4] != less_.strengths[4] &&
        full_.strengths[3] != full_.strengths[4]) {
      return "one says 'all' and the other 'some'";
    }
    for (const auto step :
         {&Comparison::titles_apart, &Comparison::additions_apart, &Comparison::counts_apart,
          &Comparison::code_apart, &Comparison::order_apart}) {
      std::string reason = (this->*step)();
      if (!reason.empty()) return reason;
    }
    if (share() < kLeastShare) return "too much is only in one of them";
    return "";
  }

  // What a title or a description names and the other note does not know.
  std::string titles_apart() {
    const auto strange = [&](const std::vector<WordId>& title, const Said& other) {
      std::vector<WordId> words;
      for (const WordId word : without(title, other.all)) {
        if (!has(full_.words, word) && !has(less_.words, word) &&
            !is_title_word(numbers_.text(word))) {
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
        if (turns(i)) return only(item.word);
        added_[i] = true;
      } else if (item.content && has(added, item.word)) {
        std::size_t end = i;
        std::string reason = clause_apart(added, i, end);
        if (!reason.empty()) return reason;
        i = end;
      }
    }
    return "";
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
    const bool explains = begin > 0 && gives_a_reason(begin);
    if (words < kClause && !(explains && words + 1 >= kClause)) {
      return only(full_.items[begin].word);
    }
    for (std::size_t i = begin; i <= end; ++i) {
      const Item& item = full_.items[i];
      added_[i] = true;
      if (!item.content) continue;
      const bool is_added = has(added, item.word);
      if ((is_added && item.special) || (turns(i) && !explains)) return only(item.word);
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

  // A sentence with such a word may take back what the others say.
  [[nodiscard]] bool turns(std::size_t at) const {
    static const std::set<std::string, std::less<>> kTurning{
        "not",      "nolonger", "formerly", "without", "unless", "except", "instead",  "obsolet",
        "deprec",   "outdat",   "forbid",   "disabl",  "only",   "wrong",  "supersed", "former",
        "previous", "stop",     "remov",    "cancel",  "revert", "invalid"};
    const std::string& text = numbers_.text(full_.items[at].word);
    if (kTurning.contains(text)) return true;
    return text == "replac" && at + 1 < full_.items.size() &&
           numbers_.text(full_.items[at + 1].word) == "by";
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

  // Code is compared as it is written: `make test` is not `make tests`.
  std::string code_apart() {
    for (const auto& [said, against] : {std::pair(&full_, &less_), std::pair(&less_, &full_)}) {
      if (against->code.empty()) continue;
      for (const std::string& word : said->code) {
        const bool added = said == &full_ && !own_sentences_.empty();
        if (added || against->everything.contains(word)) continue;
        // In the other it may stand as plain text, and so without its ending.
        const std::vector<Term> terms = terms_of(word);
        const bool same_stem_in_code =
            std::any_of(against->code.begin(), against->code.end(), [&](const std::string& other) {
              const std::vector<Term> others = terms_of(other);
              return !terms.empty() && !others.empty() && terms[0].word == others[0].word;
            });
        if (same_stem_in_code) return fmt::format("'{}' is only in one of them", word);
      }
    }
    return "";
  }

  // A word in a sentence, and the preposition before it; equal to every other of that word.
  struct Placed {
    WordId word;
    WordId behind = kNoWord;
    bool special = false;
    bool operator==(const Placed& other) const { return word == other.word; }
    bool operator<(const Placed& other) const { return word < other.word; }
  };
  using Order = std::vector<Placed>;

  // The words of each sentence that both have, in their order, said in the active voice.
  [[nodiscard]] std::vector<Order> orders(const Said& said, bool with_added) const {
    std::map<std::uint32_t, Order> sentences;
    WordId behind = kNoWord;          // the glue right before
    bool is_done = false;             // "is", "are", "gets" right before
    std::optional<std::size_t> verb;  // where in the sentence something is done to something
    bool by = false;
    std::size_t in_name = 0;  // words of a name that was brought to the front
    for (std::size_t i = 0; i < said.items.size(); ++i) {
      const Item& item = said.items[i];
      if (i > 0 && item.sentence != said.items[i - 1].sentence) {
        behind = kNoWord;
        is_done = by = false;
        verb.reset();
        in_name = 0;
      }
      if (!with_added && added_[i]) continue;
      if (!item.content) {
        const std::string& text = numbers_.text(item.word);
        is_done = is_done || is_passive_mark(text);
        if (is_filler(text) || text == "get") continue;
        by = text == "by";
        behind = item.word;
        continue;
      }
      if (has(less_.words, item.word)) {
        Order& order = sentences[item.sentence];
        if (is_done && !verb) verb = order.size();
        const bool name_goes_on = in_name != 0 && item.special && behind == kNoWord;
        if (by && verb && *verb < order.size()) {
          // "the mill is inspected on Mondays by Ann" as "Ann inspected the mill on Mondays"
          const auto at = order.begin() + static_cast<std::ptrdiff_t>(*verb);
          std::rotate(order.begin(), at, at + 1);
          order.insert(order.begin(), {item.word, kNoWord, item.special});
          in_name = 1;
          verb.reset();
        } else if (name_goes_on) {
          order.insert(order.begin() + static_cast<std::ptrdiff_t>(in_name),
                       {item.word, kNoWord, item.special});
          ++in_name;
        } else {
          order.push_back({item.word, behind, item.special});
          in_name = 0;
        }
      }
      behind = kNoWord;
      is_done = by = false;
    }
    std::vector<Order> all;
    for (auto& [number, order] : sentences) all.push_back(std::move(order));
    return all;
  }

  static bool is_passive_mark(std::string_view word) {
    static const std::set<std::string_view> kMarks{"is",   "are",   "was", "were",
                                                   "been", "being", "be",  "get"};
    return kMarks.contains(word);
  }

  static Order sorted(Order order) {
    std::sort(order.begin(), order.end());
    return order;
  }

  // "configuration of the gateway" as "gateway configuration".
  [[nodiscard]] Order compounded(Order order) const {
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (order[i].behind == kNoWord || numbers_.text(order[i].behind) != "of") continue;
      order[i].behind = order[i - 1].behind;
      order[i - 1].behind = kNoWord;
      std::swap(order[i - 1], order[i]);
    }
    return order;
  }

  [[nodiscard]] bool is_same_phrase(const Order& one, const Order& other) const {
    return one_moved(one, other) || one_moved(compounded(one), compounded(other));
  }

  // Whether one phrase of `one` moved, at most, to make `other` of it.
  static bool one_moved(const Order& one, const Order& other) {
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
      return kept && first.behind != second.behind;
    }
    return false;
  }

  static bool is_within(const Order& part, const Order& whole) {
    const Order one = sorted(part);
    const Order all = sorted(whole);
    return std::includes(all.begin(), all.end(), one.begin(), one.end());
  }

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

  // The same words in another order: phrases may move, what they say of each other may not.
  std::string order_apart() {
    const std::vector<Order> one = orders(full_, false);
    const std::vector<Order> other = orders(less_, true);
    const auto joined = [](const std::vector<Order>& all) {
      Order whole;
      for (const Order& order : all) whole.insert(whole.end(), order.begin(), order.end());
      return whole;
    };
    if (joined(one) == joined(other)) return "";
    const Order* const apart =
        one.size() <= other.size() ? unmatched(one, other) : unmatched(other, one);
    if (apart != nullptr) {
      return fmt::format("the words around '{}' are in another order",
                         numbers_.text(apart->front().word));
    }
    return followers_apart();
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
  const std::vector<double>* weights_;
  std::set<std::uint32_t> own_sentences_;
  std::vector<bool> added_;  // which items of the fuller one are additions
};

Likeness compare(const Said& one, const Said& other, const Numbers& numbers,
                 const std::vector<double>* weights) {
  return Comparison(one, other, numbers, weights).result();
}

bool is_fuller(const Said& one, const Said& other) { return one.words.size() > other.words.size(); }

}  // namespace

Likeness likeness(const Told& one, const Told& other) {
  Numbers numbers;
  const Said first = said_by(one, numbers);
  const Said second = said_by(other, numbers);
  return is_fuller(second, first) ? compare(second, first, numbers, nullptr)
                                  : compare(first, second, numbers, nullptr);
}

std::vector<LikePair> alike_pairs(const std::vector<Told>& notes) {
  Numbers numbers;
  std::vector<Said> all;
  all.reserve(notes.size());
  for (const Told& note : notes) all.push_back(said_by(note, numbers));
  std::vector<std::vector<std::uint32_t>> holders(numbers.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    for (const WordId word : all[i].words) holders[word].push_back(i);
  }
  std::vector<double> weights(numbers.size(), 1.0);
  for (WordId word = 0; word < weights.size(); ++word) {
    weights[word] = std::log(1.0 + static_cast<double>(all.size()) /
                                       (1.0 + static_cast<double>(holders[word].size())));
  }
  std::vector<std::uint64_t> signs;  // close together, because each is looked at often
  for (const Said& said : all) signs.push_back(said.sign);
  std::vector<LikePair> pairs;
  std::vector<std::uint32_t> found;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> copies;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const Said& less = all[i];
    if (less.words.empty()) continue;
    // Whatever says all that this one does has its rarest word.
    const WordId rarest = *std::min_element(
        less.words.begin(), less.words.end(),
        [&](WordId a, WordId b) { return holders[a].size() < holders[b].size(); });
    found.clear();
    if (holders[rarest].size() <= kCommon) found = holders[rarest];
    std::vector<std::uint32_t>& copied = copies[less.plain];
    for (const std::uint32_t other : copied) found.push_back(other);
    if (copied.size() < kCopies) copied.push_back(i);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const std::uint32_t j : found) {
      if ((less.sign & ~signs[j]) != 0 || j == i) continue;
      if (all[j].group != less.group || is_fuller(less, all[j])) continue;
      if (!is_fuller(all[j], less) && j > i) continue;  // of two that say as much, once
      if (!std::includes(all[j].words.begin(), all[j].words.end(), less.words.begin(),
                         less.words.end())) {
        continue;
      }
      Likeness likeness = compare(all[j], less, numbers, &weights);
      if (likeness.alike) pairs.push_back({j, i, std::move(likeness)});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const LikePair& a, const LikePair& b) {
    return std::pair(a.one, a.other) < std::pair(b.one, b.other);
  });
  return pairs;
}

}  // namespace loci::upkeep
