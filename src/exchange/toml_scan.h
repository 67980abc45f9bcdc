// A TOML text as its statements: headers and assignments, with their keys and
// where they stand. Internal to exchange. The text must be valid TOML, which
// toml_edit.cc asks the library; this finds the places that the library does not
// tell.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exchange/edit.h"

namespace loci::exchange {

struct TomlStatement {
  enum class Kind : std::uint8_t { Table, ArrayTable, Assignment };
  Kind kind = Kind::Assignment;
  KeyPath path;              // from the root: the header's keys, then its own
  std::size_t begin = 0;     // of its first line
  std::size_t end = 0;       // behind its last line's ending
  std::size_t value_at = 0;  // of an assignment
};

// In order; comments and blank lines belong to none. A text that is no TOML gives
// some statements and never reads past its end.
[[nodiscard]] std::vector<TomlStatement> scan_toml(std::string_view text);

// The first byte above ASCII that is in no string and no comment, or a quote that
// begins in the middle of a word: TOML has neither. Also one that comes first behind a
// backslash at the end of a line, which TOML has and version 3.3 of its reader
// does not survive.
[[nodiscard]] std::optional<std::size_t> stray_character(std::string_view text);

}  // namespace loci::exchange
