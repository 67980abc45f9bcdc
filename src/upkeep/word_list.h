// Lists of words as they are written in the code: with spaces between words and ";" between rows.
// Pure.

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace loci::upkeep {

using WordSet = std::unordered_set<std::string_view>;
using WordTable = std::unordered_map<std::string_view, std::string_view>;
using Stems = std::unordered_set<std::string>;
using StemTable = std::unordered_map<std::string, std::string>;

[[nodiscard]] WordSet words_in(std::string_view list);
// Each word of a row leads to the first of it; a word that is in two rows, to that of the former.
[[nodiscard]] WordTable table_of(std::string_view rows);
// The same by stems.
[[nodiscard]] Stems stems_in(std::string_view list);
[[nodiscard]] StemTable stem_table_of(std::string_view rows);

// Calls `take` with each row.
template <typename Take>
void each_row_of(std::string_view rows, Take take) {
  while (!rows.empty()) {
    const std::string_view row = rows.substr(0, rows.find(';'));
    rows.remove_prefix(row.size() < rows.size() ? row.size() + 1 : row.size());
    take(row);
  }
}

}  // namespace loci::upkeep
