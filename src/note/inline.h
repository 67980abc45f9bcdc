// Links within one line of Markdown. Linear in the line whatever it holds.
// Internal to note/.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::note {

// The bracket that closes the one at `at`, on the same line; npos without one.
[[nodiscard]] std::size_t closing_bracket(std::string_view text, std::size_t at);

// "(target)" or "(<target> "title")" behind a link text.
struct Destination {
  std::size_t begin = 0;  // the target as written, without angle brackets
  std::size_t end = 0;
  std::size_t after = 0;  // one past the closing parenthesis
};
[[nodiscard]] std::optional<Destination> parse_destination(std::string_view text, std::size_t open);

struct InlineLink {
  bool wiki = false;          // [[target]] rather than [label](target)
  std::size_t open = 0;       // of the first bracket
  std::size_t label_end = 0;  // of the label's closing bracket; Markdown only
  Destination destination;
};

// The links of a line from left to right; not images, not inside code spans,
// not across lines.
[[nodiscard]] std::vector<InlineLink> links_in_line(std::string_view line);

// Backslash escapes resolved.
[[nodiscard]] std::string unescape(std::string_view text);

// A run of at least three '`' or '~' that opens a code block, behind at most
// `max_indent` spaces; 0 marks when the line opens none.
struct Fence {
  char mark = 0;
  std::size_t length = 0;
};
[[nodiscard]] Fence opening_fence(std::string_view line, std::size_t max_indent = 3);
[[nodiscard]] bool closes_fence(std::string_view line, const Fence& fence);

}  // namespace loci::note
