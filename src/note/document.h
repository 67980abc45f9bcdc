// Markdown as a tree of blocks with styled text in them, for whoever shows it in a way of its
// own: a terminal, a manual page. Pure, and linear in the text.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::note {

// A piece of text with one style.
struct Styled {
  std::string text;
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  bool deleted = false;
  std::string link = {};   // where it leads, or ""
  bool ends_line = false;  // a line ends behind it, because the writer wanted that
};

struct Block {
  enum class Kind : std::uint8_t {
    Document,
    Heading,  // level
    Paragraph,
    Code,  // one span with all its lines
    Quote,
    List,  // level: the number of the first item, 0 for bullets
    Item,  // level: of a task 1 open, 2 done; else 0
    Rule,
    Table,  // Rows, the first of which is the head
    Row,
    Cell,
  };
  Kind kind = Kind::Document;
  int level = 0;
  std::vector<Styled> spans = {};  // of a heading, a paragraph, code, a cell
  std::vector<Block> children = {};
};

// What is nested deeper than a person would read is shown at the last level. Raw HTML is
// text. A text that would become far longer than it is comes back as one block of code.
[[nodiscard]] Block parse_document(std::string_view markdown);

// The text of spans without their styles.
[[nodiscard]] std::string plain_text(const std::vector<Styled>& spans);

}  // namespace loci::note
