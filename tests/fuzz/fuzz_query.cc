// The query language: anything with a letter or digit is a query, nothing else
// is, and what is shown of a query means the same when it is read again.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "property.h"
#include "search/query.h"
#include "search/snippet.h"

using namespace loci;
using namespace loci::search;

namespace {

bool has_word(std::string_view text) {
  while (!text.empty()) {
    const Decoded decoded = decode_utf8(text);
    if (is_word_character(decoded.character)) return true;
    text.remove_prefix(decoded.length);
  }
  return false;
}

void check_clause(const Clause& clause) {
  LOCI_HOLDS(!clause.words.empty() && !clause.text.empty());
  LOCI_HOLDS(clause.kind == Clause::Kind::Phrase || clause.words.size() == 1);
  for (const std::string& word : clause.words) {
    LOCI_HOLDS(!word.empty() && word.size() <= kWordBytes && is_valid_utf8(word));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Timestamp now = *parse_time("2026-11-15T12:00:00Z");
  const auto query = parse_query(text, now);
  LOCI_HOLDS(query.has_value() == has_word(text));
  if (!query) return 0;
  LOCI_HOLDS(query->clauses.size() <= 64 && query->excluded.size() <= 64);
  for (const Clause& clause : query->clauses) check_clause(clause);
  for (const Clause& clause : query->excluded) check_clause(clause);

  Highlighter highlighter(*query);
  const auto matches = highlighter.find(text);
  for (const Match& match : matches) {
    LOCI_HOLDS(match.begin < match.end && match.end <= text.size());
    LOCI_HOLDS(match.clause < query->clauses.size());
  }
  const std::string shown = snippet(text, matches, 40);
  LOCI_HOLDS(!is_valid_utf8(text) || is_valid_utf8(shown));
  for (const LineWindow& window : line_windows(text, matches, 3, 5)) {
    LOCI_HOLDS(window.first >= 1 && window.first <= window.last);
  }
  if (const auto period = parse_period(text, now)) LOCI_HOLDS(period->begin <= period->end);
  return 0;
}
