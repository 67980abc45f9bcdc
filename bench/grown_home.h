// A home as it is after years of use: notes, an index with a line for each, and
// a journal with an operation for each, in loci's own formats but without a sync
// for each of them.

#pragma once

#include <string>
#include <string_view>

namespace loci::bench {

// The text of a note of about 1 KB; the same number gives the same text.
[[nodiscard]] std::string note_body(int number);
[[nodiscard]] std::string note_file(int number);

// Makes `home`, with `notes` notes in its global scope.
void make_grown_home(const std::string& home, int notes);

}  // namespace loci::bench
