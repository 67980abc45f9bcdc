// How much a word says about what a prompt is about: most words of prompts are
// those of all technical writing, however rare they are in somebody's notes.

#pragma once

#include <string_view>

namespace loci::prompt {

// By its stem, lower case: 0.35 for a word of all texts ("function", "line"),
// 0.65 for one of many ("bisect", "categori"), 1 for any other.
[[nodiscard]] double tellingness(std::string_view stem);

}  // namespace loci::prompt
