// Text as words: what is indexed and what is asked for go through the same door.
//
// A word is a run of letters and digits of any script, in normal form KC, case
// folded and without diacritics ("Ärger" and "arger" meet, and so do "ı" and
// "i"). Identifiers give their parts and themselves: `camelCase` is camelcase,
// camel, case; `a/b.cc` is a/b.cc, a, b, cc; `--flag` is --flag, flag; `v2.1`
// is v2.1, v2, 1; `APIs` is api. Scripts without spaces (Chinese, Japanese, Korean, Thai and
// their like) give every pair of neighbouring characters, and the last
// character alone, so that a single one is found as a prefix.
//
// Pure; linear in the text; never fails. Invalid UTF-8 separates words.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::search {

// Longer words are cut: what does not fit is not looked at, in a text or in a
// query.
inline constexpr std::size_t kWordBytes = 80;

struct Token {
  std::uint32_t word;   // where the folded word begins in Tokens
  std::uint32_t begin;  // the bytes of the text it was made from
  std::uint32_t end;
  std::uint8_t size;  // of the folded word, 1 to kWordBytes
  bool joined;        // stands at the place of the token before it
};

// The words of a text in order. Used again for the next text, it allocates
// nothing.
class Tokens {
 public:
  [[nodiscard]] const std::vector<Token>& list() const { return list_; }
  [[nodiscard]] std::string_view word(const Token& token) const {
    return std::string_view(letters_).substr(token.word, token.size);
  }
  void clear() {
    list_.clear();
    letters_.clear();
  }

 private:
  friend class Tokenizer;
  std::vector<Token> list_;
  std::string letters_;
};

// Adds the words of `text` (at most 4 GiB) to `tokens`.
void tokenize(std::string_view text, Tokens& tokens);

// How words begin: their first two bytes.
class Beginnings {
 public:
  void add(std::string_view word);
  // Every word that begins so.
  void add_prefix(std::string_view prefix);
  // `second` is 0 for a word of one byte.
  [[nodiscard]] bool contains(char first, char second) const { return pairs_[slot(first, second)]; }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 16;
  static std::size_t slot(char first, char second) {
    return std::size_t{static_cast<unsigned char>(first)} << 8U |
           static_cast<unsigned char>(second);
  }
  std::bitset<kSlots> pairs_;
};
// The same, but words that do not begin in a wanted way may be left out: enough to
// find the wanted ones, and quicker.
void tokenize_some(std::string_view text, const Beginnings& wanted, Tokens& tokens);

// The same as a list of words, for tests and short texts.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

// Whether a character belongs to a script that is written without spaces.
[[nodiscard]] bool is_unspaced(char32_t c);

}  // namespace loci::search
