#include "judging.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace loci::bench {

double ndcg10(const Rows& found, const Grades& grades) {
  const auto discount = [](std::size_t i) { return std::log2(static_cast<double>(i) + 2); };
  double gain = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, found.size()); ++i) {
    const auto grade = grades.find(found[i]);
    if (grade != grades.end()) gain += grade->second / discount(i);
  }
  std::vector<int> best;
  for (const auto& [row, grade] : grades) best.push_back(grade);
  std::sort(best.rbegin(), best.rend());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, best.size()); ++i) {
    ideal += best[i] / discount(i);
  }
  return ideal > 0 ? gain / ideal : 0;
}

double recall(const Rows& found, const Grades& grades, std::size_t depth) {
  double got = 0;
  for (std::size_t i = 0; i < std::min(depth, found.size()); ++i) {
    got += static_cast<double>(grades.count(found[i]));
  }
  return grades.empty() ? 0 : got / static_cast<double>(grades.size());
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Interval interval(const std::vector<double>& differences) {
  constexpr std::size_t kDraws = 2000;
  if (differences.empty()) return {};
  std::mt19937 random(18);
  std::vector<double> means;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += differences[random() % differences.size()];
    }
    means.push_back(sum / static_cast<double>(differences.size()));
  }
  std::sort(means.begin(), means.end());
  return {means[kDraws / 40], means[kDraws - kDraws / 40 - 1]};
}

}  // namespace loci::bench
