// Reads what consolidation is made from.

#pragma once

#include "memory/memory.h"
#include "upkeep/propose.h"

namespace loci::upkeep {

// The places a selector allows that are there, may be trusted, and have an index.
Result<std::vector<store::Place>> consolidated_places(memory::Memory& memory,
                                                      const memory::Selector& selector);

// Notes, indexes and daily logs of these places. A note that cannot be read is left out, and so is
// in no operation.
Result<Material> gather(memory::Memory& memory, const std::vector<store::Place>& places,
                        bool with_logs, store::View& view);

}  // namespace loci::upkeep
