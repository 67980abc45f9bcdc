// The lines of MEMORY.md, and which of them cannot be entries: frontmatter, code
// blocks, HTML comments. Internal to note/.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loci::note {

struct HiddenRange {
  std::size_t begin;
  std::size_t end;
  bool shown;  // a code block: no entries in it, but part of the text
};

// In order, not overlapping. Only what is closed counts: a lone fence or comment
// mark is text, or one slip would hide every entry below it. A comment that
// begins in a list item ends on its line.
[[nodiscard]] std::vector<HiddenRange> hidden_ranges(std::string_view text);

// Where the first line begins: behind a BOM.
[[nodiscard]] std::size_t first_line_begin(std::string_view text);

// Calls `visit(begin, end, hidden)` for every line, its ending included, until
// it returns false.
template <typename Visit>
void for_each_line(std::string_view text, const std::vector<HiddenRange>& hidden, Visit visit) {
  auto range = hidden.begin();
  for (std::size_t begin = first_line_begin(text); begin < text.size();) {
    const std::size_t feed = text.find('\n', begin);
    const std::size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
    while (range != hidden.end() && range->end <= begin) ++range;
    if (!visit(begin, end, range != hidden.end() && range->begin <= begin)) return;
    begin = end;
  }
}

}  // namespace loci::note
