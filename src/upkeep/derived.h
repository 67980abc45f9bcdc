// Descriptions that loci made from a note's text, and that the text has outgrown: an
// editor changed the one and not the other.

#pragma once

#include <string>
#include <vector>

#include "memory/memory.h"
#include "upkeep/checker.h"

namespace loci::upkeep {

// Of these notes, whose descriptions are in none of their paragraphs, those that had the same
// description when it was. Reads the journal once, and earlier texts one at a time.
Result<std::vector<Suspect>> outgrown(memory::Memory& memory, std::vector<Suspect> suspects);

}  // namespace loci::upkeep
