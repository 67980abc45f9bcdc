// Words that make a note age badly: vague descriptions and relative dates. Pure.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

// True for a description that could stand on any note: too short to say
// anything, the note's own name again, or only words like "misc notes".
[[nodiscard]] bool is_vague(std::string_view description, std::string_view name);

struct Phrase {
  std::size_t line;  // 1-based in the text given
  std::string text;  // as written
};

// "yesterday", "next week", "three days ago" and the like, outside code; the
// first of each line.
[[nodiscard]] std::vector<Phrase> relative_dates(std::string_view body);

}  // namespace loci::upkeep
