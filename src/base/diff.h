// Differences between two texts, by line.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci {

// One run of a comparison: `before[before_begin, before_end)` became
// `after[after_begin, after_end)`. Runs come in order and never touch.
struct DiffRun {
  std::size_t before_begin = 0;
  std::size_t before_end = 0;
  std::size_t after_begin = 0;
  std::size_t after_end = 0;
};

// The changed runs between two lists of lines. Minimal for texts of ordinary
// size; two very large and very different texts are one big run.
[[nodiscard]] std::vector<DiffRun> diff_lines(const std::vector<std::string_view>& before,
                                              const std::vector<std::string_view>& after);

// `diff -u` of two texts with three lines of context, or "" when they are equal.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after,
                                       std::string_view before_label, std::string_view after_label);

// Takes back the step `before` -> `after` from `now`, a later state of `after`:
// lines the step added go, lines it removed return to their place, every other
// line stays. Conflict when a line that must go was changed since.
[[nodiscard]] Result<std::string> revert_lines(std::string_view before, std::string_view after,
                                               std::string_view now);

}  // namespace loci
