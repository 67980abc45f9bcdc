// Files that are lists: the index, the scratchpad, a day's log. Two edits of one always merge:
// entries one by one, the lines between them so that none is lost. Pure; internal to sync/.
//
// Texts have lines that end in "\n".

#pragma once

#include <string>
#include <string_view>

namespace loci::sync {

struct ListSides {
  std::string_view base;
  std::string_view mine;
  std::string_view theirs;
};

// MEMORY.md. An entry is known by its file: one that a side added is there, once; one that a
// side removed and the other left alone is gone. What an entry says behind its link is made
// again from its note by the next command, so that it never conflicts; of two hooks that people
// worded the lesser stays. Headings and prose stay where each side put them among its entries.
[[nodiscard]] std::string merge_indexes(const ListSides& sides);

// The scratchpad: an item is known by its words, and ticked where a side ticked it.
[[nodiscard]] std::string merge_scratchpads(const ListSides& sides);

// A day's log: entries by the time of their headings.
[[nodiscard]] std::string merge_daily_logs(const ListSides& sides);

}  // namespace loci::sync
