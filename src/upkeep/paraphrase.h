// Whether two notes are likely to say the same, although each has words of its own. Pure.
//
// What means one thing and no other must be in both: numbers, units, names, nouns that are not
// known here, words with an opposite. Negations must be as many, roles the same, and no word may
// just stand where another does. The rest can be said otherwise. What only one of them has is a
// sentence or a clause of its own.

#pragma once

#include <string>

#include "upkeep/said.h"

namespace loci::upkeep {

// What keeps them apart, or "" when they are likely to say the same.
[[nodiscard]] std::string unlikely(const Said& one, const Said& other, const Numbers& numbers);

}  // namespace loci::upkeep
