// A note as a page for a terminal.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loci::cli {

// The note's name, what it says of itself, and its body, laid out for so many columns. Printable.
[[nodiscard]] std::string note_view(std::string_view text, std::size_t columns, bool color);

}  // namespace loci::cli
