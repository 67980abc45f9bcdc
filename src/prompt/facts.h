// The sentences of a note, and where each stands: one of them is what a prompt is told.
//
// Pure; linear in the text.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loci::prompt {

// A sentence of a paragraph, an item of a list, a row of a table or a line of code.
struct Sentence {
  std::size_t begin = 0;  // bytes of the text it is in
  std::size_t end = 0;
  bool heading = false;
};

// Those of a Markdown text from `begin` on, in order; none is blank.
[[nodiscard]] std::vector<Sentence> sentences_in(std::string_view text, std::size_t begin = 0);

// On one line, without the marks before an item, and cut behind `characters` with "…" at
// the end of a word.
[[nodiscard]] std::string sentence_text(std::string_view sentence, std::size_t characters);

}  // namespace loci::prompt
