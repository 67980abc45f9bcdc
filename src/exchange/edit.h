// What the editors of other programs' files share.
//
// Such a file is its owner's: an edit changes the bytes of one entry and leaves
// every other byte, comments, order, indentation and line endings included. What
// an edit adds can be taken back to the byte; where the text alone cannot say
// what stood there before, the edit leaves a trace of it.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace loci::exchange {

inline constexpr std::size_t kSettingsBytes = std::size_t{32} << 20;
inline constexpr int kSettingsDepth = 64;

// Keys from the root inwards; the root is empty.
using KeyPath = std::vector<std::string>;

// A text, and what messages call it: errors are "LABEL:LINE: what is wrong".
struct Source {
  std::string_view text;
  std::string_view label;
};

struct Gap {
  KeyPath path;
  std::string bytes;
  bool operator==(const Gap&) const = default;
};

// What edits of one file must be known by to be taken back. Kept from the first
// edit to the last removal.
struct Traces {
  std::vector<KeyPath> made;  // containers that were not there
  // White space: what an empty container held (JSON), or what was put between
  // the text and the new table (TOML).
  std::vector<Gap> gaps;
  std::optional<std::string> blank;  // the whole text, when it held no value at all

  bool operator==(const Traces&) const = default;
  [[nodiscard]] bool made_container(const KeyPath& path) const;
  [[nodiscard]] const Gap* gap_of(const KeyPath& path) const;
  void remember(const KeyPath& path, std::string_view bytes);
};

// An entry as the file has it.
struct Entry {
  Json value;
  std::size_t line = 0;  // where it begins, from 1
};

// InvalidInput at a byte of a text.
[[nodiscard]] Error fault_at(const Source& source, std::size_t position, std::string_view what,
                             std::string_view hint = {});
[[nodiscard]] std::size_t line_of(std::string_view text, std::size_t position);
// "\r\n" when the first line ends so, else "\n".
[[nodiscard]] std::string_view line_ending(std::string_view text);
// The length of a byte order mark at the start.
[[nodiscard]] std::size_t mark_length(std::string_view text);
// Refuses what is too large, or is no UTF-8.
[[nodiscard]] Result<> check_size(const Source& source);

// The same for two values that differ in the order of keys only.
[[nodiscard]] std::string canonical_text(const Json& value);

}  // namespace loci::exchange
