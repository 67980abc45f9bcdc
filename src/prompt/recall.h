// Which notes a prompt calls to mind, and whether they are worth saying.
//
// A prompt shares words with every memory; a note is recalled only when the
// rare words it shares are a good part of what the prompt says. Pure; chosen on
// one half of tests/fixtures/recall and measured on the other.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/search.h"

namespace loci::prompt {

// A prompt as a query: its words and nothing else, so that a minus sign, a quote
// or a colon in it means nothing. "" when fewer than two words say something.
[[nodiscard]] std::string recall_query(std::string_view prompt);

// How much a hit has to do with the prompt; search with `explain`. A word weighs
// more the rarer it is among the `sections` of memory and in technical texts; the scale
// is that of a memory of a hundred notes.
struct Relevance {
  std::size_t shared = 0;  // words of the prompt that are in the note
  double weight = 0;       // of those
  double part = 0;         // of the weight of all words of the prompt, 0–1
  double titled = 0;       // the weight of those in its name, description or headings
};
[[nodiscard]] Relevance relevance(const search::Hit& hit, std::size_t sections);
[[nodiscard]] bool worth_recalling(const Relevance& relevance);

// "Title (file, 2026-11-15)": what a prompt is told of a note, `file` being how it can be
// read there.
[[nodiscard]] std::string note_title(const search::Hit& hit, std::string_view file);

}  // namespace loci::prompt
