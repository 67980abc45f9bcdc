// A note as what it says: its words as numbers, in their order, so that many notes are compared
// quickly. Pure.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "upkeep/lexicon.h"
#include "upkeep/likeness.h"

namespace loci::upkeep {

using WordId = std::uint32_t;
inline constexpr WordId kNoWord = 0;

class Numbers {
 public:
  Numbers() { of(""); }
  WordId of(const std::string& word);
  [[nodiscard]] const std::string& text(WordId word) const { return *texts_[word]; }
  [[nodiscard]] Bearing bearing(WordId word) const { return traits_[word].bearing; }
  // What the lists say of a word, looked up once.
  struct Traits {
    Bearing bearing;
    Strength strength;
    bool glue;
    bool points;
  };
  [[nodiscard]] const Traits& traits(WordId word) const { return traits_[word]; }
  [[nodiscard]] bool is_number(WordId word) const {
    return text(word).find_first_of("0123456789") != std::string::npos;
  }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::unordered_map<std::string, WordId> numbers_;
  std::vector<const std::string*> texts_;
  std::vector<Traits> traits_;
};

struct Item {
  WordId word;
  WordId written;  // as it is written; kNoWord for a name or a number
  std::uint32_t sentence;
  std::uint32_t clause;
  bool content;
  bool special;
  bool points;   // what follows it matters
  bool ongoing;  // written with "-ing"
};

struct Said {
  std::vector<Item> items;         // of the body
  std::vector<WordId> words;       // that say something, each once, sorted
  std::vector<WordId> hard;        // of those, the ones that mean one thing and no other
  std::vector<WordId> named;       // names that are written as glue is
  std::vector<WordId> heard;       // and all glue
  std::vector<WordId> title;       // likewise
  std::vector<WordId> described;   // special ones of the description, and "not"
  std::vector<WordId> told;        // of the body, glue too, sorted
  std::vector<WordId> all;         // of title, description and body, sorted
  std::vector<WordId> code;        // as written, sorted
  std::vector<WordId> everything;  // every word as written in code, and every term
  std::array<bool, 5> strengths{};
  bool denies = false;      // has a "not"
  std::uint64_t plain = 0;  // of the body, white space and case aside
  std::uint64_t sign = 0;   // bits of its hard words: who says all of them has all of these
  std::uint64_t signs = 0;  // bits of all its words
  std::size_t group = 0;
};

[[nodiscard]] Said said_by(const Told& told, Numbers& numbers);

// Of sorted words.
[[nodiscard]] bool has(const std::vector<WordId>& sorted, WordId word);
[[nodiscard]] std::vector<WordId> without(const std::vector<WordId>& words,
                                          const std::vector<WordId>& others);
// A bit for a word.
[[nodiscard]] inline std::uint64_t sign_of(WordId word) {
  return std::uint64_t{1} << (word * 0x9E3779B1U >> 26U);
}

// Part of a note: which of its items are left out of a comparison.
struct Part {
  const Said& said;
  const std::vector<bool>& left_out;
};

// What a sentence says, in order: equal for sentences that say the same in the same words.
using SentenceWords = std::vector<WordId>;
[[nodiscard]] std::map<std::uint32_t, SentenceWords> sentence_words(const Said& said,
                                                                    const Numbers& numbers);

// A sentence with such a word may take back what the others say.
[[nodiscard]] bool turns(const Said& said, std::size_t at, const Numbers& numbers);
// Code is compared as it is written: `make test` is not `make tests`. What of `said` is written
// otherwise in the other, or "".
[[nodiscard]] std::string code_apart(const Said& said, const Said& against, const Numbers& numbers);
// "one says 'must' and the other 'may'", or "".
[[nodiscard]] std::string strengths_apart(const Said& one, const Said& other);

}  // namespace loci::upkeep
