#include "base/wrap.h"

#include <algorithm>

#include "base/text.h"

namespace loci {

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines(1);
  std::size_t width = 0;
  std::string_view rest = trim(text);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" \t\n\r\f\v"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest = trim_left(rest.substr(end));
    const std::size_t wide = display_width(word);
    if (width > 0 && width + 1 + wide > columns) {
      lines.emplace_back();
      width = 0;
    }
    if (width > 0) {
      lines.back() += ' ';
      ++width;
    }
    lines.back() += word;
    width += wide;
  }
  return lines;
}

std::string wrap_lines(std::string_view text, std::size_t columns) {
  if (columns == 0) return std::string(text);
  std::string fitted;
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = without_ending(whole);
    const std::size_t before = line.size() - trim_left(line).size();
    if (display_width(line) <= columns || before + 2 >= columns) {
      fitted += whole;
      continue;
    }
    bool first = true;
    // The lines that follow have two columns less.
    for (const std::string& part : wrap(line, columns - before - 2)) {
      fitted += std::string(before + (first ? 0 : 2), ' ') + part + "\n";
      first = false;
    }
    if (line.size() == whole.size()) fitted.pop_back();
  }
  return fitted;
}

}  // namespace loci
