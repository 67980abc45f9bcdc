// What the matchers of a text report to. Internal to guard/.

#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
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
  void add(std::size_t rule, std::size_t line, std::string_view matched) {
    const std::uint64_t hash = fnv1a64(matched);
    Count& count = counts_[rule];
    if (is_full(rule)) {
      count.more = mixed(count.more, hash);
      return;
    }
    const std::uint64_t key = mixed(mixed(rule, line), hash);
    if (!seen_.insert(key).second) return;
    keep(rule, key, {&kRules[rule], line, sha256(matched), kRules[rule].severity});
  }
  // Takes what another one was told of the same text.
  void join(Findings&& other) {
    for (std::size_t i = 0; i < other.found_.size(); ++i) {
      Finding& one = other.found_[i];
      const auto rule = static_cast<std::size_t>(one.rule - kRules.data());
      if (!seen_.insert(other.keys_[i]).second) continue;
      if (is_full(rule)) {
        counts_[rule].more = mixed(counts_[rule].more, other.keys_[i]);
      } else {
        keep(rule, other.keys_[i], std::move(one));
      }
    }
    for (std::size_t rule = 0; rule < counts_.size(); ++rule) {
      const std::uint64_t more = other.counts_[rule].more;
      if (more != 0) counts_[rule].more = mixed(counts_[rule].more, more);
    }
  }
  // Whether the rule was broken so often that one more need not be judged to be counted.
  [[nodiscard]] bool is_full(std::size_t rule) const { return counts_[rule].kept == kMost; }
  [[nodiscard]] std::vector<Finding> take() {
    for (const Count& count : counts_) {
      if (count.more == 0) continue;
      Finding& last = found_[count.last];
      last.mark = sha256(last.mark + std::to_string(count.more));
      last.and_more = true;
    }
    drop_said_twice();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Finding& a, const Finding& b) { return a.line < b.line; });
    return std::move(found_);
  }

 private:
  // A token behind a telling name is known by its form: who allows that has allowed it.
  void drop_said_twice() {
    std::unordered_set<std::string> known;
    const auto key = [](const Finding& one) { return std::to_string(one.line) + one.mark; };
    for (const Finding& one : found_) {
      if (!one.rule->shapes.empty()) known.insert(key(one));
    }
    if (known.empty()) return;
    std::erase_if(found_, [&](const Finding& one) {
      return one.rule->kind == RuleKind::Secret && one.rule->shapes.empty() && !one.and_more &&
             known.contains(key(one));
    });
  }

  struct Count {
    std::size_t kept = 0;
    std::size_t last = 0;    // of those, in found_
    std::uint64_t more = 0;  // what came behind it, all in one
  };
  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    return (a ^ b) * 0x9E3779B97F4A7C15U + 1;
  }
  static constexpr std::size_t kMost = 1000;  // of a rule, each with a mark of its own
  void keep(std::size_t rule, std::uint64_t key, Finding&& finding) {
    ++counts_[rule].kept;
    counts_[rule].last = found_.size();
    keys_.push_back(key);
    found_.push_back(std::move(finding));
  }

  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::uint64_t> keys_;  // of found_, as seen_ has them
  std::array<Count, kRules.size()> counts_{};
  std::vector<Finding> found_;
};

}  // namespace loci::guard
