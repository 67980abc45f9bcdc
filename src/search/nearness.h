// How a section's own words answer a query beyond being there: exact forms,
// and words that stand together as they were asked. Internal to search/.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/matches.h"

namespace loci::search {

struct Closeness {
  std::vector<bool> exact;       // a clause: the word itself is there, not only its stem
  std::vector<double> nearness;  // a clause: 1 right behind the one before it, less
                                 // the farther off, 0 when not within reach
  std::vector<std::array<std::uint32_t, kFields>> fields;  // how often, a clause
};

[[nodiscard]] Closeness measure_closeness(const Segment& segment, const SectionRecord& section,
                                          const Query& query,
                                          std::span<const ClauseInPart> clauses);

}  // namespace loci::search
