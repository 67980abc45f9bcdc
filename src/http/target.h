// The target of a request taken apart: its path in segments and its query in
// pairs, both decoded. Pure, and strict: what is not well formed is refused, and
// nothing is made simpler, so that "/a/../b" is three segments and no way out.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace loci::http {

struct Target {
  std::vector<std::string> segments;  // of "/api/memory": "api", "memory"; of "/": none
  std::vector<std::pair<std::string, std::string>> query;

  // The first value of that name, or "".
  [[nodiscard]] std::string_view value(std::string_view name) const;
};

// InvalidInput for anything but a path with a query: a broken escape, a NUL,
// text that is not UTF-8, more than 64 parameters.
[[nodiscard]] Result<Target> parse_target(std::string_view text);

// The path alone, undecoded.
[[nodiscard]] std::string_view path_of(std::string_view target);

}  // namespace loci::http
