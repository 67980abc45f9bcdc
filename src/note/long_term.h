// The prose of an index: headings and text that a person or an agent keeps beside
// the entries. Pure; entry lines come out as they went in.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::note {

struct AppendedProse {
  std::string text;
  std::size_t added = 0;    // lines that are not blank
  std::size_t skipped = 0;  // those that were there already
};

// `index` with the lines of `addition` at its end, less those that it already
// has, white space folded. Lines of a fenced block stay together. Entries at the
// end are kept apart by a blank line.
[[nodiscard]] AppendedProse append_prose(std::string_view index, std::string_view addition);

// `content`, and below it every entry line of `index`, in order.
[[nodiscard]] std::string replace_prose(std::string_view index, std::string_view content);

// Whether two indexes have the same entry lines.
[[nodiscard]] bool same_entries(std::string_view a, std::string_view b);

// `text` with the only `from` in it replaced; InvalidInput with the count when
// there is none or there are several, and then with the first of the lines they are on.
// `what` names the text in the message, `first_line` is the number of its first line.
[[nodiscard]] Result<std::string> replace_once(std::string_view text, std::string_view from,
                                               std::string_view to, std::string_view what,
                                               std::size_t first_line = 1);

}  // namespace loci::note
