// The sentences of a note: what consolidation counts, compares and never loses unseen. Pure.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

// Lines that belong together.
struct Block {
  enum class Kind : std::uint8_t { Heading, Paragraph, Item, Code, Line };
  Kind kind = Kind::Paragraph;
  std::string text;                    // as it stands, the last line ending left out
  std::vector<std::string> sentences;  // without the marks of Markdown around them
};

// Headings, items of lists and rows of tables are blocks of their own; a fenced block of code is
// one, and each of its lines a sentence.
[[nodiscard]] std::vector<Block> blocks_of(std::string_view body);

// What tells sentences apart: white space, case and the stop at the end do not.
[[nodiscard]] std::string sentence_key(std::string_view sentence);
// The keys of all sentences of a body.
[[nodiscard]] std::vector<std::string> sentence_keys(std::string_view body);

// What of `other` is not in `body`, as blocks to be added below it: whole items, lines of code
// and headings, of a paragraph the sentences that are missing. "" for nothing.
[[nodiscard]] std::string missing_from(std::string_view body, std::string_view other);

}  // namespace loci::upkeep
