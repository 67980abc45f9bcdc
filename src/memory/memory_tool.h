// Anthropic's memory tool (`memory_20250818`) on the notes of one scope: a tree
// of text files below /memories, with the words of the reference implementation.
//
// Directories are a way of speaking: a file in one is a note whose name has the
// path in it. A text that is no note of its own gets a frontmatter when it is
// stored, so that it can be listed, searched and trusted like any other; here it
// is shown without, to the byte as it was given. Notes that others wrote are
// shown as they are. What cannot be done is an Error whose message is the
// reply, word for word.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "memory/memory.h"

namespace loci::memory {

struct MemoryToolCommand {
  enum class Kind : std::uint8_t { View, Create, StrReplace, Insert, Delete, Rename };
  Kind kind = Kind::View;
  std::string path;       // of rename: the old one
  std::string new_path;   // rename
  std::string text;       // create: file_text; str_replace: old_str; insert: insert_text
  std::string new_text;   // str_replace: new_str
  std::int64_t line = 0;  // insert
  std::optional<std::array<std::int64_t, 2>> range = {};  // view
};

// `scope` is a selector's; "" is global.
[[nodiscard]] Result<std::string> run_memory_tool(Memory& memory, const std::string& scope,
                                                  const MemoryToolCommand& command);

}  // namespace loci::memory
