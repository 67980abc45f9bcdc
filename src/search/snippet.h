// Where in a text the words of a query stand, and what to show of it.
//
// Pure; UTF-8 is never cut within a character.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/query.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::search {

struct Match {
  std::size_t begin;  // bytes of the text
  std::size_t end;
  std::size_t clause;  // of the query
};

// Finds a query's words in texts as the catalog does: by stem, by exact words
// for phrases, by letters for words with a star.
class Highlighter {
 public:
  explicit Highlighter(const Query& query);
  // In order; where several clauses meet at one place, each.
  [[nodiscard]] std::vector<Match> find(std::string_view text);

 private:
  // What else a word may be than the one asked for.
  struct Forms {
    std::string stem;  // empty for phrases and prefixes
    std::vector<std::string_view> irregular;
    [[nodiscard]] bool match(std::string_view word) const;
  };

  void add_beginnings(const Forms& forms);
  [[nodiscard]] bool matches(const Clause& clause, std::size_t number, std::size_t token) const;
  [[nodiscard]] std::size_t phrase_end(const Clause& clause, std::size_t token) const;

  const Query& query_;
  std::vector<Forms> forms_;  // a clause's
  Beginnings beginnings_;
  bool all_words_ = false;  // are needed: a phrase, or the end of a word
  Tokens tokens_;
};

// About `characters` of the text on one line, around the place with the most
// different words of the query; "…" where something was left out.
[[nodiscard]] std::string snippet(std::string_view text, const std::vector<Match>& matches,
                                  std::size_t characters = 160);

// Lines around matches, merged where they meet.
struct LineWindow {
  std::size_t first;  // 1-based
  std::size_t last;
};
[[nodiscard]] std::vector<LineWindow> line_windows(std::string_view text,
                                                   const std::vector<Match>& matches,
                                                   std::size_t around, std::size_t most);

}  // namespace loci::search
