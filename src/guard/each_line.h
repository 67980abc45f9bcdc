// A text line by line, as Markdown has them. Internal to guard/.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/text.h"
#include "guard/classes.h"

namespace loci::guard {

// The lines of a text that hold something, with whether each stands in a fence of code.
template <typename Take>
void each_line(std::string_view text, Take take) {
  std::size_t number = 0;
  std::string_view fence;
  while (!text.empty()) {
    const std::size_t feed = text.front() == '\n' ? 0 : std::min(text.find('\n'), text.size() - 1);
    const std::string_view line = text.substr(0, feed + 1);
    text.remove_prefix(feed + 1);
    ++number;
    if (line.size() < 3) continue;
    const std::string_view begin = is_blank(line.front()) ? trim_left(line) : line;
    if (begin.starts_with("```") || begin.starts_with("~~~")) {
      if (fence.empty()) {
        fence = begin.substr(0, 3);
      } else if (begin.starts_with(fence)) {
        fence = {};
      }
    }
    take(line, number, !fence.empty());
  }
}

}  // namespace loci::guard
