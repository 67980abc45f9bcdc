// What words are, several lists in one table that is asked once. Internal to guard/.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/classes.h"

namespace loci::guard {

template <std::size_t kSlots>
class WordRoles {
 public:
  // `role` is a bit; a word may have several.
  template <std::size_t N>
  constexpr void add(const std::array<std::string_view, N>& words, unsigned role) {
    static_assert(N < kSlots / 2);
    for (const std::string_view word : words) {
      std::size_t at = slot(word);
      while (!words_[at].empty() && words_[at] != word) at = (at + 1) % kSlots;
      words_[at] = word;
      roles_[at] = static_cast<std::uint8_t>(roles_[at] | role);
    }
  }
  // 0 for a word of no list.
  [[nodiscard]] constexpr unsigned of(std::string_view word) const {
    if (word.size() < 2) return 0;
    for (std::size_t at = slot(word); !words_[at].empty(); at = (at + 1) % kSlots) {
      if (words_[at] == word) return roles_[at];
    }
    return 0;
  }

 private:
  static constexpr std::size_t slot(std::string_view word) {
    const std::size_t last = word.size() - 1;
    return (byte_of(word[0]) * 131 + byte_of(word[1]) * 31 + byte_of(word[last]) * 7 +
            byte_of(word[last / 2]) * 17 + last) %
           kSlots;
  }
  std::array<std::string_view, kSlots> words_{};
  std::array<std::uint8_t, kSlots> roles_{};
};

}  // namespace loci::guard
