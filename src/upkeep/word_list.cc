#include "upkeep/word_list.h"

#include <algorithm>

#include "search/words.h"

namespace loci::upkeep {
namespace {

// Calls `take` with each word between spaces.
template <typename Take>
void each_listed(std::string_view list, Take take) {
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    if (!word.empty()) take(word);
  }
}

// Calls `take` with the first word of each row and each of its words.
template <typename Take>
void each_row(std::string_view rows, Take take) {
  each_row_of(rows, [&](std::string_view row) {
    std::string_view first;
    each_listed(row, [&](std::string_view word) {
      if (first.empty()) first = word;
      take(first, word);
    });
  });
}

}  // namespace

WordSet words_in(std::string_view list) {
  WordSet words;
  each_listed(list, [&](std::string_view word) { words.insert(word); });
  return words;
}

WordTable table_of(std::string_view rows) {
  WordTable table;
  each_row(rows,
           [&](std::string_view first, std::string_view word) { table.emplace(word, first); });
  return table;
}

Stems stems_in(std::string_view list) {
  Stems stems;
  each_listed(list, [&](std::string_view word) { stems.emplace(search::stem(word)); });
  return stems;
}

StemTable stem_table_of(std::string_view rows) {
  StemTable table;
  each_row(rows, [&](std::string_view first, std::string_view word) {
    std::string stem(search::stem(word));
    table.emplace(std::move(stem), std::string(search::stem(first)));
  });
  return table;
}

}  // namespace loci::upkeep
