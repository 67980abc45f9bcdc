// The fields of a line that a separator divides; a blank stands for blanks. Internal to guard/.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "guard/classes.h"

namespace loci::guard {

// How many fields end before the end of a line.
inline std::size_t fields(std::string_view line, char separator) {
  // A tab at the end divides, where tabs do.
  while (!line.empty() && is_space(line.back()) && line.back() != separator) line.remove_suffix(1);
  if (separator != ' ')
    return static_cast<std::size_t>(std::count(line.begin(), line.end(), separator));
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!is_blank(line[i]) && (i == 0 || is_blank(line[i - 1]))) ++count;
  }
  return count;
}
// Where the field behind the one at `at` begins.
inline std::size_t next_field(std::string_view cells, std::size_t at, char separator) {
  at = std::min(cells.find_first_of(separator == ' ' ? " \t" : std::string_view(&separator, 1), at),
                cells.size());
  while (at < cells.size() &&
         (cells[at] == separator || (separator == ' ' && is_blank(cells[at])))) {
    ++at;
    if (separator != ' ') break;
  }
  return at;
}

}  // namespace loci::guard
