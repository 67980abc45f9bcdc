// Files in which git left its markers, because somebody merged without loci: merged after all, or
// kept as two versions.

#pragma once

#include <optional>
#include <vector>

#include "memory/memory.h"

namespace loci::sync {

// With the three versions of git's index where they are still there, else with what stands
// between the markers. What cannot be merged becomes a pair of notes. One operation; nothing
// where no file has markers.
Result<std::optional<memory::ChangeReply>> settle_markers(memory::Memory& memory,
                                                          const std::vector<store::Place>& places,
                                                          bool dry_run);

}  // namespace loci::sync
