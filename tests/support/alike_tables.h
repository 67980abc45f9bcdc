// Pairs of notes that say the same, and look-alikes that do not, from tests/fixtures/alike.

#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace loci::support {

using NotePair = std::array<std::string, 4>;  // title, text, other title, other text

[[nodiscard]] inline std::vector<NotePair> note_pairs(const std::string& name) {
  std::ifstream file(std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/alike" / name);
  std::vector<NotePair> pairs;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    NotePair pair;
    std::size_t at = 0;
    for (std::string& field : pair) {
      const std::size_t tab = std::min(line.find('\t', at), line.size());
      field = line.substr(at, tab - at);
      at = std::min(tab + 1, line.size());
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace loci::support
