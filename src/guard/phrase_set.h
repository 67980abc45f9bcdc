// Some of the phrases that orders are made of (phrases.h), a bit for each. Internal to guard/.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace loci::guard {

class PhraseSet {
 public:
  static constexpr std::size_t kMost = 128;

  constexpr PhraseSet() = default;
  [[nodiscard]] static constexpr PhraseSet all() {
    PhraseSet set;
    set.bits_ = {~std::uint64_t{0}, ~std::uint64_t{0}};
    return set;
  }
  constexpr void put(std::size_t phrase) { bits_[phrase / 64] |= bit(phrase); }
  constexpr void drop(std::size_t phrase) { bits_[phrase / 64] &= ~bit(phrase); }
  [[nodiscard]] constexpr bool is_empty() const { return (bits_[0] | bits_[1]) == 0; }

  // In the order of the phrases.
  template <typename Take>
  constexpr void each(Take take) const {
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t left = bits_[word]; left != 0; left &= left - 1) {
        take(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  friend constexpr PhraseSet operator|(const PhraseSet& a, const PhraseSet& b) {
    PhraseSet set;
    set.bits_ = {a.bits_[0] | b.bits_[0], a.bits_[1] | b.bits_[1]};
    return set;
  }
  friend constexpr PhraseSet operator&(const PhraseSet& a, const PhraseSet& b) {
    PhraseSet set;
    set.bits_ = {a.bits_[0] & b.bits_[0], a.bits_[1] & b.bits_[1]};
    return set;
  }
  [[nodiscard]] constexpr PhraseSet without(const PhraseSet& other) const {
    PhraseSet set;
    set.bits_ = {bits_[0] & ~other.bits_[0], bits_[1] & ~other.bits_[1]};
    return set;
  }

 private:
  static constexpr std::uint64_t bit(std::size_t phrase) { return std::uint64_t{1} << phrase % 64; }
  std::array<std::uint64_t, 2> bits_{};
};

}  // namespace loci::guard
