#include "search/widening.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "search/matches.h"
#include "search/same_words.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::search {
namespace {

constexpr std::size_t kMostWidened = 64;  // clauses, as many as a query may have
constexpr std::uint64_t kMostSectionsOfAHalf = 1000;
constexpr std::size_t kShortestInside = 3;  // of a word that is looked for inside others
constexpr std::size_t kShortestMisspelled = 5;
constexpr std::size_t kShortestByTwo = 8;
constexpr std::size_t kMostSpellings = 4;
constexpr std::size_t kShortestCompound = 8;
constexpr std::size_t kShortestPart = 4;
// A part that stands alone must say more: the rest of the word is not in the memory.
constexpr std::size_t kShortestLonePart = 6;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; }

// In a script with spaces: pairs of characters are no words to guess at.
bool is_of_letters(std::string_view word) {
  return std::all_of(word.begin(), word.end(), is_letter) &&
         !is_unspaced(decode_utf8(word).character);
}

// The words of everything that is searched, as far as a note that is still there has them.
class Dictionary {
 public:
  explicit Dictionary(std::span<const Collection> collections) : collections_(collections) {}

  // In any form.
  [[nodiscard]] bool has(std::string_view word) const {
    const std::string wanted(stem(word));
    return any_part([&](const Part& part) {
      const auto term = part.segment->find_term(wanted);
      return term && is_alive(part, *term);
    });
  }

  // As it is written.
  [[nodiscard]] bool has_exactly(std::string_view word) const {
    return any_part([&](const Part& part) {
      const auto found = part.segment->find_word(word);
      return found && is_alive(part, part.segment->term_of(*found));
    });
  }

  // Whether some word has it inside, as an open clause means it.
  [[nodiscard]] bool has_inside(const Clause& clause) const {
    std::string letters(stem(clause.words[0]));
    if (!clause.words[0].starts_with(letters)) letters = clause.words[0];
    return any_part([&](const Part& part) {
      const std::vector<std::uint32_t> words = part.segment->words_containing(letters);
      return std::any_of(words.begin(), words.end(), [&](std::uint32_t word) {
        return clause.means(part.segment->word(word)) &&
               is_alive(part, part.segment->term_of(word));
      });
    });
  }

  // Not where it would take long: of two common words nobody writes one.
  [[nodiscard]] bool has_phrase(const Clause& phrase) const {
    std::uint64_t rarest = ~std::uint64_t{0};
    for (const std::string& word : phrase.words) rarest = std::min(rarest, sections_with(word));
    if (rarest == 0 || rarest > kMostSectionsOfAHalf) return false;
    Query query;
    query.clauses.push_back(phrase);
    query.clauses.back().required = false;
    return Matches(collections_, query).notes_with(0) > 0;
  }

  // Words with the same first letter that are at most so many letters from it: the nearest,
  // and of these the most common.
  [[nodiscard]] std::vector<std::string> nearest(std::string_view word, std::size_t most) const {
    struct Near {
      std::size_t apart;
      std::uint64_t sections;
      std::string word;
    };
    std::vector<Near> found;
    any_part([&](const Part& part) {
      const auto [first, end] = part.segment->words_with(word.substr(0, 1));
      for (std::uint32_t number = first; number < end; ++number) {
        const std::string_view other = part.segment->word(number);
        if (other.size() + most < word.size() || other.size() > word.size() + most) continue;
        const std::size_t apart = letters_apart(word, other, most);
        if (apart > most || !is_of_letters(other)) continue;
        const std::uint32_t term = part.segment->term_of(number);
        if (!is_alive(part, term)) continue;
        most = apart;
        found.push_back({apart, part.segment->postings(term).count(), std::string(other)});
      }
      return false;
    });
    std::erase_if(found, [&](const Near& near) { return near.apart > most; });
    std::sort(found.begin(), found.end(), [](const Near& a, const Near& b) {
      return a.sections != b.sections ? a.sections > b.sections : a.word < b.word;
    });
    std::vector<std::string> words;
    for (const Near& near : found) {
      if (std::find(words.begin(), words.end(), near.word) == words.end()) {
        words.push_back(near.word);
      }
      if (words.size() == kMostSpellings) break;
    }
    return words;
  }

 private:
  template <typename Holds>
  bool any_part(Holds holds) const {
    for (const Collection& collection : collections_) {
      for (const Part& part : collection.parts) {
        if (holds(part)) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::uint64_t sections_with(std::string_view word) const {
    std::uint64_t sections = 0;
    any_part([&](const Part& part) {
      const auto found = part.segment->find_word(word);
      if (found) sections += part.segment->postings(part.segment->term_of(*found)).count();
      return false;
    });
    return sections;
  }

  // A word of a note that is gone stands in its segment until that is merged.
  static bool is_alive(const Part& part, std::uint32_t term) {
    const PostingList postings = part.segment->postings(term);
    if (part.alive == nullptr) return postings.count() > 0;
    for (std::uint32_t index = 0; index < postings.blocks(); ++index) {
      bool alive = false;
      postings.block(index).visit(0, ~std::uint32_t{0}, [&](std::uint32_t section, std::uint8_t) {
        alive = alive || part.alive->test(section);
      });
      if (alive) return true;
    }
    return false;
  }

  std::span<const Collection> collections_;
};

class Widener {
 public:
  Widener(const Query& query, std::span<const Collection> collections, const Widenings& allowed)
      : query_(query), words_(collections), allowed_(allowed) {}

  Query run() {
    const bool alone = query_.clauses.size() == 1;
    for (const Clause& clause : query_.clauses) take(clause, alone);
    if (allowed_.together) add_closed();
    if (allowed_.misspelled) guess_farther();
    Query result = query_;
    if (made_.size() > kMostWidened) made_.resize(kMostWidened);
    result.clauses = std::move(made_);
    return result;
  }

 private:
  void take(const Clause& clause, bool alone) {
    if (clause.kind != Clause::Kind::Word) {
      made_.push_back(clause);
      return;
    }
    Clause own = clause;
    const std::string word = clause.words[0];
    const bool written = words_.has(word);
    if (allowed_.as_good) {
      add_same(own);
      if (!written) take_other_number(own);
    }
    const bool there = written || !own.others.empty() || own.days;
    anything_ = anything_ || there;
    if (there) {
      made_.push_back(std::move(own));
      return;
    }
    if (std::optional<Clause> phrase = apart(own)) {
      made_.push_back(std::move(own));  // what it means counts all the same
      made_.push_back(std::move(*phrase));
      anything_ = true;
      return;
    }
    if (clause.required || !is_of_letters(word)) {
      made_.push_back(std::move(own));
      return;
    }
    if (in_parts(own) || (alone && inside(own)) || misspelled(own, 1)) {
      anything_ = true;
      return;
    }
    made_.push_back(std::move(own));
  }

  void add_same(Clause& clause) const {
    for (const std::string_view other : same_words(clause.words[0])) {
      if (words_.has_exactly(other)) clause.others.emplace_back(other);
    }
  }

  // "kpis" where notes have "kpi" only: the stemmer wants a vowel before the last consonant.
  void take_other_number(Clause& clause) const {
    const std::string& word = clause.words[0];
    if (word.size() < 3 || !is_of_letters(word)) return;
    const std::string other = word.ends_with('s') ? word.substr(0, word.size() - 1) : word + "s";
    if (other.size() >= 2 && words_.has_exactly(other)) clause.others.push_back(other);
  }

  // "signin" as the phrase "sign in"; the halves that are longest where there are several.
  [[nodiscard]] std::optional<Clause> apart(const Clause& clause) const {
    const std::string& word = clause.words[0];
    if (!allowed_.apart || clause.guessed) return std::nullopt;
    std::optional<Clause> best;
    std::size_t best_half = 0;
    for (std::size_t at = 3; at + 2 <= word.size() && is_of_letters(word); ++at) {
      const std::string one = word.substr(0, at);
      const std::string two = word.substr(at);
      if (!may_be_one(one, two) || std::min(one.size(), two.size()) <= best_half) continue;
      if (!words_.has_exactly(one) || !words_.has_exactly(two)) continue;
      Clause phrase{
          Clause::Kind::Phrase, "\"" + one + " " + two + "\"", {one, two}, clause.required};
      phrase.guessed = true;
      if (!words_.has_phrase(phrase)) continue;
      best_half = std::min(one.size(), two.size());
      best = std::move(phrase);
    }
    return best;
  }

  // What a compound is made of: both halves, or the longer one that is there.
  bool in_parts(const Clause& clause) {
    const std::string& word = clause.words[0];
    if (!allowed_.in_parts || word.size() < kShortestCompound) return false;
    std::vector<std::string> best;
    std::size_t covered = 0;
    for (std::size_t at = kShortestPart; at + kShortestPart <= word.size(); ++at) {
      const std::string end = word.substr(at);
      const std::string begin = first_part(word.substr(0, at));
      const bool has_end = words_.has(end);
      std::vector<std::string> parts;
      if (!begin.empty()) parts.push_back(begin);
      if (has_end) parts.push_back(end);
      if (parts.size() == 1 && parts[0].size() < kShortestLonePart) continue;
      std::size_t letters = parts.size() * parts.size();  // two halves before one
      for (const std::string& part : parts) letters += part.size();
      if (parts.empty() || letters <= covered) continue;
      covered = letters;
      best = std::move(parts);
    }
    if (covered * 2 < word.size()) return false;
    for (std::string& part : best) {
      Clause made{Clause::Kind::Word, part, {part}, false};
      made.guessed = true;
      made_.push_back(std::move(made));
    }
    return !best.empty();
  }

  // Without what German puts between two words; "" when no note has it.
  [[nodiscard]] std::string first_part(const std::string& word) const {
    constexpr std::array<std::string_view, 6> kLinks = {"", "s", "es", "n", "en", "er"};
    for (const std::string_view link : kLinks) {
      if (!word.ends_with(link) || word.size() < link.size() + kShortestPart) continue;
      std::string part = word.substr(0, word.size() - link.size());
      if (words_.has(part)) return part;
    }
    return {};
  }

  bool inside(Clause clause) {
    if (!allowed_.inside || clause.words[0].size() < kShortestInside) return false;
    clause.kind = Clause::Kind::Inside;
    clause.guessed = true;
    if (!words_.has_inside(clause)) return false;
    made_.push_back(std::move(clause));
    return true;
  }

  bool misspelled(Clause clause, std::size_t letters) {
    const std::string word = clause.words[0];
    if (!allowed_.misspelled || word.size() < kShortestMisspelled) return false;
    std::vector<std::string> spellings = words_.nearest(word, letters);
    if (spellings.empty()) return false;
    clause.words = {spellings.front()};
    clause.others.assign(spellings.begin() + 1, spellings.end());
    clause.guessed = true;
    made_.push_back(std::move(clause));
    return true;
  }

  // Two letters off, of long words, when no word of the query is there.
  void guess_farther() {
    if (anything_) return;
    std::vector<Clause> before = std::move(made_);
    made_.clear();
    for (Clause& clause : before) {
      const bool guess = clause.kind == Clause::Kind::Word && !clause.required &&
                         clause.words[0].size() >= kShortestByTwo && is_of_letters(clause.words[0]);
      if (!guess || !misspelled(clause, 2)) made_.push_back(std::move(clause));
    }
  }

  // "signin" is as good as the "sign" of `sign in`. Where it is written "sign-in" its parts are
  // found anyway.
  void add_closed() {
    for (const Neighbours& pair : query_.neighbours) {
      const std::string one = pair.one + pair.two;
      const auto first = std::find_if(made_.begin(), made_.end(), [&](const Clause& clause) {
        return clause.kind == Clause::Kind::Word && clause.words[0] == pair.one;
      });
      if (first == made_.end() || !words_.has_exactly(one)) continue;
      first->others.push_back(one);
      anything_ = true;
    }
  }

  const Query& query_;
  Dictionary words_;
  Widenings allowed_;
  std::vector<Clause> made_;
  bool anything_ = false;  // of the query is there
};

}  // namespace

std::size_t letters_apart(std::string_view one, std::string_view two, std::size_t most) {
  constexpr std::size_t kLongest = 64;
  const std::size_t difference =
      one.size() > two.size() ? one.size() - two.size() : two.size() - one.size();
  if (difference > most || std::max(one.size(), two.size()) > kLongest) return most + 1;
  // Rows of the table: two before, the last one, this one.
  std::array<std::array<std::size_t, kLongest + 1>, 3> rows{};
  for (std::size_t k = 0; k <= two.size(); ++k) rows[0][k] = k;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& last = rows[(i + 2) % 3];
    const auto& before = rows[(i + 1) % 3];
    row[0] = i;
    std::size_t least = i;
    for (std::size_t k = 1; k <= two.size(); ++k) {
      row[k] = std::min(
          {row[k - 1] + 1, last[k] + 1, last[k - 1] + (one[i - 1] == two[k - 1] ? 0U : 1U)});
      if (i > 1 && k > 1 && one[i - 1] == two[k - 2] && one[i - 2] == two[k - 1]) {
        row[k] = std::min(row[k], before[k - 2] + 1);
      }
      least = std::min(least, row[k]);
    }
    if (least > most) return most + 1;
  }
  return std::min(rows[one.size() % 3][two.size()], most + 1);
}

Query widened(const Query& query, std::span<const Collection> collections,
              const Widenings& allowed) {
  return Widener(query, collections, allowed).run();
}

}  // namespace loci::search
