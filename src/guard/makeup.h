// What a value is made of, counted in one pass. Internal to guard/.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/classes.h"

namespace loci::guard {

// What code, templates and paths are known by.
inline constexpr std::string_view kSigns = "(){}[]<>$:.\\/| \t";
inline constexpr std::array<std::uint32_t, 256> kSignBits = [] {
  std::array<std::uint32_t, 256> bits{};
  for (std::size_t i = 0; i < kSigns.size(); ++i) bits[byte_of(kSigns[i])] = 1U << i;
  bits[0xE2] = 1U << kSigns.size();  // of an ellipsis
  return bits;
}();

struct Makeup {
  std::size_t lower = 0, upper = 0, digits = 0, symbols = 0, dashes = 0, others = 0;
  std::size_t turns = 0;        // changes between small letters, capitals and digits
  std::uint32_t signs = 0;      // which of kSigns stand there
  std::size_t shouts = 0;       // two capitals in a row, as often as that begins
  std::size_t longest_mix = 0;  // longest run of letters and digits that has both
  std::size_t consonants = 0;   // longest run of them
  [[nodiscard]] std::size_t letters() const { return lower + upper; }
  // Capitals where no name or word has them: "ZKnNnZfuMf".
  [[nodiscard]] bool is_jumbled() const {
    if (lower == 0 || letters() < 8) return false;
    return shouts >= 2 || turns * 2 >= letters() ||
           (letters() >= 10 && consonants >= (upper > 0 && turns >= 3 ? 6U : 8U));
  }
  // Whether one of these signs, or an ellipsis for "…", is there.
  [[nodiscard]] bool has(std::string_view wanted) const {
    std::uint32_t bits = 0;
    for (const char c : wanted) bits |= kSignBits[byte_of(c)];
    return (signs & bits) != 0;
  }
};

[[nodiscard]] Makeup makeup(std::string_view value);
// How many pairs of letters stand there that no word has, or hardly one.
[[nodiscard]] std::size_t rare_pairs(std::string_view value);

}  // namespace loci::guard
