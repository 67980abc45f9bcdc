// Two edits of one text, merged. One function for all that brings edits together: git's merge
// driver, `check --fix`, the page, and sync between machines. Pure: no clock, no disk.
//
// Swapping the sides gives the same bytes, and merging the result with one of the sides again
// changes nothing (in an index, a line of prose that stands there several times may move). No line
// is lost that a side added and nobody removed, and what a side removed stays away. What these
// rules do not decide is a conflict: the caller keeps both texts (unmerged.h) and never writes a
// marker.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::sync {

// What a file is, which decides how it merges.
enum class Shape : std::uint8_t { Note, Index, Scratchpad, Daily };

// By its path: MEMORY.md, SCRATCHPAD.md, daily/2026-11-15.md; anything else is a note.
[[nodiscard]] Shape shape_of(std::string_view path);

struct Sides {
  std::optional<std::string_view> base;  // what both last agreed on; none: nobody knows
  std::string_view mine;
  std::string_view theirs;
};

struct Merged {
  std::optional<std::string> text;     // none: a conflict
  std::vector<std::string> conflicts;  // where: "body", "type", "metadata.importance"
};

// A note: frontmatter by key, body by line. Edits that touch each other, or that lie among
// lines which stand there several times, conflict; so does everything without a base, and what
// lies within a difference of more than 2,000 lines. A description that loci made from the body
// is made again, of two dates of modification the later one counts. The other shapes always
// merge. Byte order mark, line endings and the last line's end follow whoever changed them.
[[nodiscard]] Merged merge(Shape shape, const Sides& sides);

}  // namespace loci::sync
