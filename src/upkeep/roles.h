// Which part of a sentence plays which role: what comes first and what after it, where something
// comes from and where it goes, what is meant and what is not. Pure.

#pragma once

#include <string>

#include "upkeep/said.h"

namespace loci::upkeep {

// A reason when the two notes give the roles to each other's words: "Before merging, test" and
// "Merge before testing"; or "".
[[nodiscard]] std::string roles_apart(const Part& one, const Part& other, const Numbers& numbers);

// A reason when two words stand with each other's company: "tests in CI, lint at home" and "lint in
// CI, tests at home"; or "".
[[nodiscard]] std::string companions_apart(const Part& one, const Part& other,
                                           const Numbers& numbers);

// "one says it is so, the other that it was", or "".
[[nodiscard]] std::string tenses_apart(const Part& one, const Part& other, const Numbers& numbers);

}  // namespace loci::upkeep
