// A text as terms that can be compared: words without endings, one for all that mean the
// same, numbers apart from their units, marks of Markdown left out. Pure.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

struct Term {
  std::string word;
  std::string written{};       // a plain word as it is written, lower case; else ""
  std::string exact;           // as written in code, lower case; "" elsewhere
  std::uint32_t sentence = 0;  // its number in the text
  std::uint32_t clause = 0;    // likewise; a comma, a dash or a bracket begins one
  bool content = false;        // says something; others are glue
  bool ongoing = false;        // written with "-ing"
  bool special = false;        // a number, a unit, an identifier or a name
};

// In the order of the text.
[[nodiscard]] std::vector<Term> terms_of(std::string_view text);

}  // namespace loci::upkeep
