// One entry line of MEMORY.md: how it is read, written and changed in place.
// Internal to note/.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "note/index_file.h"

namespace loci::note {

// Byte ranges in a line (without its ending).
struct EntryParts {
  std::string file;            // escapes resolved
  bool in_code = false;        // - `title` — hook (file: `x.md`)
  std::size_t name_begin = 0;  // the link text as written
  std::size_t name_end = 0;
  std::string anchor;          // "#part" behind the file, or ""
  std::size_t file_begin = 0;  // the target as written, with its angle brackets and anchor
  std::size_t file_end = 0;
  std::size_t head_end = 0;    // where the separator begins
  std::size_t hook_begin = 0;  // the hook; empty when there is none
  std::size_t hook_end = 0;
};

[[nodiscard]] std::optional<EntryParts> parse_entry(std::string_view line);
[[nodiscard]] std::string entry_name(std::string_view line, const EntryParts& parts);
[[nodiscard]] std::string_view entry_hook(std::string_view line, const EntryParts& parts);

// The line for `after`: its link text and target always, its hook where loci made
// it. Bullet, separator and white space stay.
[[nodiscard]] std::string changed_entry(std::string_view line, const EntryParts& parts,
                                        const NoteLine& after, bool made_by_loci);

// Text that begins and ends no HTML comment, which would hide other people's lines.
[[nodiscard]] std::string without_comment_marks(std::string_view text);

// True for a line that index_line() could have made.
[[nodiscard]] bool is_generated(std::string_view line, const EntryParts& parts);

}  // namespace loci::note
