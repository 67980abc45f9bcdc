// Sentences of two notes that say the same, found by the words that they share. Pure.

#pragma once

#include <string>

#include "upkeep/said.h"

namespace loci::upkeep {

// A reason when a sentence of `one` names what those of `other` that are about the same do not:
// elsewhere in the note it is another fact. Or "".
[[nodiscard]] std::string sentences_apart(const Part& one, const Part& other,
                                          const Numbers& numbers);

}  // namespace loci::upkeep
