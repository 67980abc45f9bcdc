// What the matchers of a text report to. Internal to guard/.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "guard/rule_table.h"
#include "guard/scanner.h"

namespace loci::guard {

// The line of each position, asked in ascending order: one pass over the text.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  [[nodiscard]] std::size_t at(std::size_t position) {
    position = std::min(position, text_.size());
    if (position < seen_) {
      seen_ = 0;
      line_ = 1;
    }
    line_ += static_cast<std::size_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(seen_),
                   text_.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
    seen_ = position;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t seen_ = 0;
  std::size_t line_ = 1;
};

class Findings {
 public:
  // Whether one more of this rule would be taken: a text full of them costs no more.
  [[nodiscard]] bool wants(std::size_t rule) const { return counts_[rule] < kMost; }
  void add(std::size_t rule, std::size_t line, std::string_view matched) {
    if (!wants(rule)) return;
    const Seen seen{rule, line, fnv1a64(matched)};
    if (std::find(seen_.begin(), seen_.end(), seen) != seen_.end()) return;
    seen_.push_back(seen);
    ++counts_[rule];
    found_.push_back({&kRules[rule], line, sha256(matched), kRules[rule].severity});
  }
  [[nodiscard]] std::vector<Finding> take() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Finding& a, const Finding& b) { return a.line < b.line; });
    return std::move(found_);
  }

 private:
  struct Seen {
    std::size_t rule;
    std::size_t line;
    std::uint64_t hash;
    bool operator==(const Seen&) const = default;
  };
  static constexpr std::uint8_t kMost = 20;
  std::vector<Seen> seen_;
  std::array<std::uint8_t, kRules.size()> counts_{};
  std::vector<Finding> found_;
};

}  // namespace loci::guard
