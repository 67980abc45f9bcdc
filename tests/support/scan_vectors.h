// The vectors of the scanner: tests/fixtures/scanner/*.tsv.
//
// A line is "find RULE TEXT", "subject RULE TEXT" (about a rule: anything but a block is right)
// or "pass - TEXT", with tabs between; "\n" is a line feed. No secret stands there as it is:
// "{{a36}}" are 36 made-up characters of a class of shapes (rule_table.h), others for each
// line; "{{+}}" is nothing, in the midst of a word that would be one; "{{U+202E}}" is a character.

#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "guard/classes.h"

namespace loci::test {

struct ScanVector {
  std::string verdict;
  std::string rule;
  std::string text;
  std::string where;  // "secrets.tsv:12"
};

// Characters of a class that look random and are the same in every run.
inline std::string made_up(char letter, std::size_t count, std::uint64_t seed) {
  std::string alphabet;
  for (char c = 33; c < 127; ++c) {
    const bool plain = c != '.' && c != '/' && c != '=' && c != '%' && c != '~' && c != '-';
    if (guard::in_class(letter, c) && (plain || letter == 'd')) alphabet += c;
  }
  std::string made;
  std::uint64_t state = seed * 0x9E3779B97F4A7C15U + 1;
  while (made.size() < count) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    made += alphabet[(state >> 33U) % alphabet.size()];
  }
  return made;
}

inline std::string made_uuid(std::uint64_t seed) {
  std::string made = made_up('h', 36, seed);
  for (const std::size_t at : {8U, 13U, 18U, 23U}) made[at] = '-';
  return made;
}

inline std::string expanded(std::string_view text, std::uint64_t seed) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("\\n") || text.substr(at).starts_with("\\t")) {
      result += text[at + 1] == 'n' ? '\n' : '\t';
      at += 2;
      continue;
    }
    const std::size_t end = text.find("}}", at);
    if (!text.substr(at).starts_with("{{") || end == std::string_view::npos) {
      result += text[at++];
      continue;
    }
    const std::string inside(text.substr(at + 2, end - at - 2));
    const bool made = inside.size() > 1 && guard::is_lower(inside[0]) &&
                      inside.find_first_not_of("0123456789", 1) == std::string::npos;
    if (inside.starts_with("U+")) {
      append_utf8(result, static_cast<char32_t>(std::stoul(inside.substr(2), nullptr, 16)));
    } else if (inside == "uuid") {
      result += made_uuid(++seed);
    } else if (made) {
      result += made_up(inside[0], std::stoul(inside.substr(1)), seed += 7919);
    } else if (inside != "+") {
      result += text[at++];
      continue;
    }
    at = end + 2;
  }
  return result;
}

inline std::vector<ScanVector> scan_vectors(const std::string& directory,
                                            const std::vector<std::string>& files) {
  std::vector<ScanVector> vectors;
  for (const std::string& name : files) {
    std::ifstream file(directory + "/" + name);
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
      const std::size_t first = line.find('\t');
      const std::size_t second = line.find('\t', first + 1);
      if (line.empty() || line.starts_with('#') || second == std::string::npos) continue;
      vectors.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                         expanded(line.substr(second + 1), number),
                         name + ":" + std::to_string(number)});
    }
  }
  return vectors;
}

}  // namespace loci::test
