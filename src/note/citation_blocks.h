// A note's text in the pieces that a citation's sentence is looked for in. Internal to note/.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "note/citation_words.h"

namespace loci::note {

// A paragraph, an item of a list, a row of a table, or the lines of a code block.
struct CitationBlock {
  std::string text;      // its lines, joined by line feeds
  std::size_t line = 1;  // of its beginning, in the body
  Tone tone;             // of the heading above, and of "such as these:"
  bool commands = false;
};

// In order. Code that is no command is left out. `name` is the note's, which may say what it is
// as well as its title.
[[nodiscard]] std::vector<CitationBlock> citation_blocks(std::string_view name,
                                                         std::string_view body);

}  // namespace loci::note
