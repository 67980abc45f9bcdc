// Whether one of a list of words stands in a value, in one pass. Internal to guard/.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/classes.h"

namespace loci::guard {

template <std::size_t N>
class WordsInside {
 public:
  // Words in small letters, of two bytes at least.
  constexpr explicit WordsInside(const std::array<std::string_view, N>& words) : words_(words) {
    static_assert(N <= 64);
    for (std::size_t c = 0; c < 128; ++c) {
      const char lower = to_lower(static_cast<char>(c));
      for (std::size_t i = 0; i < N; ++i) {
        if (words[i][0] == lower) first_[c] |= std::uint64_t{1} << i;
        if (words[i][1] == lower) second_[c] |= std::uint64_t{1} << i;
      }
    }
  }

  // In either case.
  [[nodiscard]] bool has_one(std::string_view value) const {
    for (std::size_t at = 0; at + 1 < value.size(); ++at) {
      std::uint64_t left = first_[byte_of(value[at])] & second_[byte_of(value[at + 1])];
      for (; left != 0; left &= left - 1) {
        if (stands_at(value, at, words_[static_cast<std::size_t>(std::countr_zero(left))])) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  static bool stands_at(std::string_view value, std::size_t at, std::string_view word) {
    if (value.size() - at < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (to_lower(value[at + i]) != word[i]) return false;
    }
    return true;
  }

  std::array<std::string_view, N> words_;
  std::array<std::uint64_t, 256> first_{};
  std::array<std::uint64_t, 256> second_{};
};

}  // namespace loci::guard
