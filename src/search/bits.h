// A set of numbers below a bound.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loci::search {

class Bits {
 public:
  Bits() = default;
  explicit Bits(std::size_t size, bool value = false)
      : size_(size), words_((size + 63) / 64, value ? ~std::uint64_t{0} : 0) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool test(std::size_t i) const {
    return i < size_ && (words_[i / 64] >> (i % 64) & 1U) != 0;
  }
  void set(std::size_t i) {
    if (i < size_) words_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  void reset(std::size_t i) {
    if (i < size_) words_[i / 64] &= ~(std::uint64_t{1} << (i % 64));
  }
  [[nodiscard]] std::size_t count() const {
    std::size_t sum = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      std::uint64_t bits = words_[word];
      const std::size_t left = size_ - word * 64;
      if (left < 64) bits &= (std::uint64_t{1} << left) - 1;
      sum += static_cast<std::size_t>(std::popcount(bits));
    }
    return sum;
  }
  // Those that are set, ascending.
  template <typename Use>
  void visit(Use use) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        const std::size_t i = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        if (i < size_) use(i);
      }
    }
  }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }
  [[nodiscard]] std::vector<std::uint64_t>& words() { return words_; }

  bool operator==(const Bits&) const = default;

 private:
  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace loci::search
