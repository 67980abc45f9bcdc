// Text in lines that fit a terminal.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loci {

// Lines of at most so many columns, broken between words; a word that is wider has a line of
// its own and is not broken. At least one line.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t columns);

// A text whose lines are at most so many columns wide, each broken so; what goes on in the next
// line is two columns further in. 0: as it is.
[[nodiscard]] std::string wrap_lines(std::string_view text, std::size_t columns);

}  // namespace loci
