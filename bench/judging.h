// What a list of answers is worth, and whether one engine is worse than another
// by more than chance.

#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace loci::bench {

using Rows = std::vector<std::uint32_t>;
using Grades = std::map<std::uint32_t, int>;

[[nodiscard]] double ndcg10(const Rows& found, const Grades& grades);
[[nodiscard]] double recall(const Rows& found, const Grades& grades, std::size_t depth);

[[nodiscard]] double mean(const std::vector<double>& values);

// The 95 % interval of the mean of `differences`, by drawing as many of them again and
// again (bootstrap). Always the same for the same numbers.
struct Interval {
  double low = 0;
  double high = 0;
};
[[nodiscard]] Interval interval(const std::vector<double>& differences);

}  // namespace loci::bench
