// What somebody asked for.
//
//   words…            ranked; a note need not have all of them
//   "some words"      in this order, word for word; "word" is the exact word
//   +must  -not       the note has it, has it not
//   begin*  *end  *in*   words that begin, end so or have it inside
//   type:user  scope:global  tag:db  file:prefs
//   after:2026-11  before:2026-11-15  after:7d
//
// + and - go before a phrase or a word with a star as well. Words that name days
// ("yesterday", "last week", "monday") also mean the notes of those days. What cannot be understood
// (`type:banana`, an unclosed quote, `after:soon`) is words like any others:
// nothing but a text without a letter or digit is refused.
//
// Pure; docs/query.md is the long form.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace loci::search {

// From `begin` up to, and without, `end`.
struct Period {
  Timestamp begin;
  Timestamp end;

  bool operator==(const Period&) const = default;
};

struct Clause {
  enum class Kind : std::uint8_t {
    Word,    // by its stem
    Phrase,  // by its exact words, one behind the other
    Prefix,
    Ending,
    Inside,
  };
  Kind kind = Kind::Word;
  std::string text;                // as it is shown: `running`, `"my words"`, `conf*`
  std::vector<std::string> words;  // folded; one unless it is a phrase
  bool required = false;           // +
  // Of a word: exact words that are as good, and days whose notes are.
  std::vector<std::string> others = {};
  std::optional<Period> days = {};
  bool guessed = false;  // asked for by nobody as it stands here (widening.h)

  [[nodiscard]] bool is_open() const { return kind >= Kind::Prefix; }
  // Of an open one: whether this word is meant.
  [[nodiscard]] bool means(std::string_view word) const;

  bool operator==(const Clause&) const = default;
};

// Two words, one behind the other, that may be one: `sign in`.
struct Neighbours {
  std::string one;
  std::string two;
};

struct Query {
  std::vector<Clause> clauses;   // ranked, in the order they were written
  std::vector<Clause> excluded;  // -
  std::vector<Neighbours> neighbours;
  std::vector<std::string> types;
  std::vector<std::string> scopes;
  std::vector<std::string> tags;   // folded
  std::vector<std::string> files;  // folded; part of the file's name
  // Who wrote it last. Notes do not say it: whoever asks gives, for each collection, the files
  // that are theirs.
  std::vector<std::string> origins;
  std::vector<std::unordered_set<std::string>> of_origins;
  std::optional<Timestamp> after;  // at or after
  std::optional<Timestamp> before;

  [[nodiscard]] bool filters() const;
};

// `now` is what `after:7d` and "yesterday" count from. InvalidInput for a text without a
// letter or digit.
[[nodiscard]] Result<Query> parse_query(std::string_view text, Timestamp now);

// The start and the end of "2026", "2026-11", "2026-11-15", a full time, or of
// the last "7d": what after:, before: and --since take.
[[nodiscard]] std::optional<Period> parse_period(std::string_view text, Timestamp now);

}  // namespace loci::search
