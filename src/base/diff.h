// Differences between two texts, by line.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_numbers.h"
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
// size.
[[nodiscard]] std::vector<DiffRun> diff_lines(const std::vector<std::string_view>& before,
                                              const std::vector<std::string_view>& after);

// The same of lines that have numbers. Past one of the bounds two texts have little in common,
// or repeat themselves too much to be told apart in a moment, and all between their equal ends is
// one run.
struct DiffBounds {
  std::ptrdiff_t edits = 2'000;
  std::ptrdiff_t steps = 20'000'000;  // equal lines that are walked along
};
[[nodiscard]] std::vector<DiffRun> diff_numbers(const LineNumbers& before, const LineNumbers& after,
                                                const DiffBounds& bounds = {});

// `diff -u` of two texts with three lines of context, or "" when they are equal.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after,
                                       std::string_view before_label, std::string_view after_label);

// Takes back the step `before` -> `after` from `now`, a later state of `after`:
// lines the step added go, lines it removed return to their place, every other
// line stays. Conflict when a line that must go was changed since.
[[nodiscard]] Result<std::string> revert_lines(std::string_view before, std::string_view after,
                                               std::string_view now);

}  // namespace loci
