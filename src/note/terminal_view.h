// Markdown as a person reads it at a terminal: headings, lists, tables and quotes laid out, in
// lines that fit, with or without colours. Pure.

#pragma once

#include <cstddef>
#include <string>

#include "note/document.h"

namespace loci::note {

// What the text itself holds of control characters is made visible: the only escapes in the
// answer are loci's own, for bold, dim, italic, underlined and crossed out. Without `color` there
// are none, and code keeps its backticks. A word that is wider than the terminal is not broken.
[[nodiscard]] std::string terminal_view(const Block& document, std::size_t columns, bool color);

}  // namespace loci::note
