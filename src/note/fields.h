// The fields of a note's frontmatter: their order, kinds and aliases, from which
// editing goes. What a field may hold is in note.cc (parsing) and validate.cc; a
// test holds docs/format.md against this table.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace loci::note {

enum class FieldKind : std::uint8_t { Text, TextList, Map };

struct Field {
  std::string_view key;
  FieldKind kind;
  std::string_view about;    // one line, no final stop
  std::string_view example;  // as it stands in a file
  std::string_view alias;    // another key that is read as this one, or ""
};

// In the order they are written to a new note.
[[nodiscard]] std::span<const Field> fields();
// By key or alias; nullptr when no field is called so.
[[nodiscard]] const Field* find_field(std::string_view key);

}  // namespace loci::note
