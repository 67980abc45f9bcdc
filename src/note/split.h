// Where the frontmatter of a file begins and ends.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loci::note {

struct Split {
  std::size_t start = 0;       // behind a BOM
  bool opened = false;         // the first line is `---`
  bool closed = false;         // and another one is
  std::size_t yaml_begin = 0;  // between the two lines; up to the end when not closed
  std::size_t yaml_end = 0;
  std::size_t after_close = 0;  // behind the closing line; `start` without a frontmatter
  std::size_t body_begin = 0;   // and behind one blank line
};

[[nodiscard]] Split split_note(std::string_view text);

// What a search in a text gives that finds nothing.
inline constexpr std::size_t kNowhere = std::string_view::npos;

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
// Behind the blanks that begin at `at`.
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t at);
// The line that begins at `at`, with its ending; empty at the end of the text.
[[nodiscard]] std::string_view line_at(std::string_view text, std::size_t at);
// "\r\n" when the first line of the text ends so, else "\n".
[[nodiscard]] std::string_view line_ending(std::string_view text);
// Every run of white space and control characters as one space, none at the
// ends: what may stand on one line.
[[nodiscard]] std::string one_line(std::string_view text);

}  // namespace loci::note
