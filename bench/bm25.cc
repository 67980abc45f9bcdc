#include "bm25.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace loci::bench {
namespace {

constexpr double kK1 = 1.2;
constexpr double kB = 0.75;

class Bm25 final : public Engine {
 public:
  void begin() override {}
  void add(const Words& words) override {
    std::unordered_map<std::string, int> counts;
    for (const std::string& word : words) ++counts[word];
    for (const auto& [word, count] : counts) rows_of_[word].push_back({row_count(), count});
    lengths_.push_back(static_cast<double>(words.size()));
    length_sum_ += lengths_.back();
  }
  void add_text(const std::string& text) override { add(Analyser().words(text)); }
  void finish() override {}

  std::vector<std::uint32_t> search(const Words& words, int limit) override {
    std::vector<double> scores(lengths_.size());
    const double all = static_cast<double>(lengths_.size());
    const double average = length_sum_ / std::max(all, 1.0);
    for (const std::string& word : words) {
      const auto found = rows_of_.find(word);
      if (found == rows_of_.end()) continue;
      const double has = static_cast<double>(found->second.size());
      const double rarity = std::log(1 + (all - has + 0.5) / (has + 0.5));
      for (const Row& row : found->second) {
        const double slowness = kK1 * (1 - kB + kB * lengths_[row.number] / average);
        scores[row.number] += rarity * row.count * (kK1 + 1) / (row.count + slowness);
      }
    }
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < scores.size(); ++row) {
      if (scores[row] > 0) rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(limit)));
    return rows;
  }

  std::uint64_t bytes() const override { return 0; }
  void replace(std::uint32_t, const Words&, const Words&) override {}

 private:
  struct Row {
    std::uint32_t number;
    int count;
  };
  [[nodiscard]] std::uint32_t row_count() const {
    return static_cast<std::uint32_t>(lengths_.size());
  }

  std::unordered_map<std::string, std::vector<Row>> rows_of_;
  std::vector<double> lengths_;
  double length_sum_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_bm25() { return std::make_unique<Bm25>(); }

}  // namespace loci::bench
