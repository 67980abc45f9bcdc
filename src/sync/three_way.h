// Two edits of one list of lines, laid over each other. Pure; internal to sync/.
//
// Each side is compared with the base. Where both changed the same lines, lines that
// touch, or lines that could be the same because they stand there several times, the
// region is a clash; where only one did, it is that side's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::sync {

using Lines = std::vector<std::string_view>;

// Rulers, fences and blank lines may stand anywhere, any number of times.
[[nodiscard]] bool says_something(std::string_view line);

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Region {
  enum class Kind : std::uint8_t {
    Same,    // nobody changed it
    Mine,    // only mine did
    Theirs,  // only theirs did
    Both,    // both did, and alike
    Clash,   // both did, differently
  };
  Kind kind = Kind::Same;
  Span base;
  Span mine;
  Span theirs;
};

// In order; together they cover all lines of the three.
[[nodiscard]] std::vector<Region> lay_over(const Lines& base, const Lines& mine,
                                           const Lines& theirs);

// The merged lines, or false where two regions clash, or where a line would stand in the
// result more or less often than the two edits together say: both sides moved it, or one moved
// what the other removed.
[[nodiscard]] bool merge_lines(const Lines& base, const Lines& mine, const Lines& theirs,
                               Lines& result);
// The same for texts.
[[nodiscard]] bool merge_texts(std::string_view base, std::string_view mine,
                               std::string_view theirs, std::string& result);

// What three values become where a side that changed nothing gives way to the other: nothing
// where both changed it, differently.
template <typename T>
[[nodiscard]] const T* chosen(const T& base, const T& mine, const T& theirs) {
  if (mine == theirs || theirs == base) return &mine;
  return mine == base ? &theirs : nullptr;
}

}  // namespace loci::sync
