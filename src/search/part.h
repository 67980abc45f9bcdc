// What is searched: segments, which of their sections are still there, and
// where they come from.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "search/bits.h"
#include "search/segment.h"

namespace loci::search {

struct Part {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const Bits> alive;  // sections of files that are not gone; nullptr: all
};

// One catalog's parts, as they are at one moment; immutable.
using Parts = std::vector<Part>;

// Notes that are searched together, with the name that `scope:` asks for them by.
struct Collection {
  std::string scope;  // "global", "workspace", "agent:reviewer"
  Parts parts;
};

}  // namespace loci::search
