// The scratchpad as a list of items, and the rules for adding text to a file.
// Pure.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci::note {

struct ChecklistItem {
  std::size_t number;  // 1-based among the items
  std::size_t line;    // 1-based in the text
  bool done;
  std::string text;  // behind the box
};

// Lines that after white space start with "- [ ]", "* [ ]", "- [x]", "* [X]" …
[[nodiscard]] std::vector<ChecklistItem> checklist_items(std::string_view text);
// The open ones as they stand, whole lines.
[[nodiscard]] std::string open_items(std::string_view text);

// `text` with `addition` behind it: a newline first if it does not end with one,
// and one at the end.
[[nodiscard]] std::string append_text(std::string_view text, std::string_view addition);

// A new open item at the end.
[[nodiscard]] std::string add_item(std::string_view text, std::string_view item);
// Ticks the open item with this number, or the only open one that contains
// `which` (case folded). NotFound, or InvalidInput naming the matches.
[[nodiscard]] Result<std::string> tick_item(std::string_view text, std::string_view which);

// "### HH:MM — heading" and the body, behind a blank line where there is text.
[[nodiscard]] std::string append_daily(std::string_view text, std::string_view time,
                                       std::string_view heading, std::string_view body);

}  // namespace loci::note
