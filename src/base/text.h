// Text as loci sees it: bytes that ought to be UTF-8.
//
// Nothing here fails. Invalid UTF-8 passes through unchanged where that makes
// sense; is_valid_utf8() tells.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loci {

[[nodiscard]] bool is_valid_utf8(std::string_view text);

// ASCII white space (space, tab, CR, LF, FF, VT) at both ends.
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string_view trim_left(std::string_view text);
[[nodiscard]] std::string_view trim_right(std::string_view text);

// Lines with their ending ("\n" or "\r\n") still on them; a last line without an
// ending is a line, an empty text has none. Concatenating them gives the text.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);
// A line without its ending.
[[nodiscard]] std::string_view without_ending(std::string_view line);

// The longest prefix of at most `bytes` bytes that ends between characters.
[[nodiscard]] std::string_view cut_bytes(std::string_view text, std::size_t bytes);
// The first `count` code points.
[[nodiscard]] std::string_view cut_characters(std::string_view text, std::size_t count);
[[nodiscard]] std::size_t count_characters(std::string_view text);
// ASCII without control characters: printable as it is, a column for each byte.
[[nodiscard]] bool is_plain(std::string_view text);
// Columns a terminal needs: two for wide characters, none for combining ones.
[[nodiscard]] std::size_t display_width(std::string_view text);
// The text if it fits into `columns`, else as many words as do, or as much, and "…".
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

// Unicode normal form C; invalid UTF-8 comes back as it was.
[[nodiscard]] std::string nfc(std::string_view text);
// What two names share when they differ in case or normal form only.
[[nodiscard]] std::string fold(std::string_view text);
// Whether fold(text) is `folded`; quick for the many names that are plain ASCII.
[[nodiscard]] bool folds_to(std::string_view text, std::string_view folded);
// fold(), and every run of white space as one space, none at the ends.
[[nodiscard]] std::string fold_with_space(std::string_view text);
[[nodiscard]] std::string ascii_lower(std::string_view text);

// Letters and digits of any script (general categories L*, M*, N*).
[[nodiscard]] bool is_word_character(char32_t c);

struct Decoded {
  char32_t character;  // U+FFFD for an invalid byte
  std::size_t length;  // bytes consumed, at least 1
};
// The character at the start of a text that is not empty.
[[nodiscard]] Decoded decode_utf8(std::string_view text);
void append_utf8(std::string& text, char32_t c);
// The same at `out`, which has room for four bytes; one past them.
inline char* put_utf8(char* out, char32_t c) {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6U));
    put(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12U));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  } else {
    put(0xF0U | (c >> 18U));
    put(0x80U | ((c >> 12U) & 0x3FU));
    put(0x80U | ((c >> 6U) & 0x3FU));
    put(0x80U | (c & 0x3FU));
  }
  return out;
}

// Control characters and terminal escapes made visible (`\x1b`), for printing
// text that somebody else wrote. Tabs and line feeds stay unless `one_line`.
[[nodiscard]] std::string printable(std::string_view text, bool one_line = false);

[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);
[[nodiscard]] std::string replace_all(std::string_view text, std::string_view from,
                                      std::string_view to);

// The candidate nearest to a mistyped word, or "" when none is near.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       const std::vector<std::string_view>& candidates);

}  // namespace loci
