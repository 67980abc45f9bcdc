// How much one word says about one section: BM25F, made once when the section
// is catalogued and kept in a byte.
//
// The words of all fields are counted with the weight of their field; the count
// saturates with k1, slower in long sections (b, and `pivot`, the length at
// which it does not matter). The pivot is a constant and not an average, so what
// a section is worth never changes because another note did. What a word is
// worth altogether (its rarity) is known only when it is asked for: scorer.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/sections.h"

namespace loci::search {

struct Weights {
  std::array<float, kFields> field = {3.0F, 1.5F, 2.0F, 1.6F, 1.0F};  // in Field's order
  float k1 = 1.2F;
  float b = 0.6F;
  float pivot = 60.0F;  // words
};

// 1 to 255; `count` is the weighted number of occurrences, more than 0.
[[nodiscard]] inline std::uint8_t impact(const Weights& weights, float count,
                                         std::uint32_t length) {
  const float slowness =
      weights.k1 * (1 - weights.b + weights.b * static_cast<float>(length) / weights.pivot);
  const float share = count / (count + slowness);
  return static_cast<std::uint8_t>(share * 254.0F + 1.0F);
}

// The count that an impact was made from, as far as a byte tells.
[[nodiscard]] inline double count_of(const Weights& weights, std::uint8_t impact,
                                     std::uint32_t length) {
  const double slowness =
      weights.k1 * (1 - weights.b + weights.b * static_cast<double>(length) / weights.pivot);
  const double share = (static_cast<double>(impact) - 0.5) / 254.0;
  return slowness * share / (1 - std::min(share, 0.998));
}

}  // namespace loci::search
