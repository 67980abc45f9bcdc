// What agents write to by name: long-term memory, the scratchpad, the daily log,
// and notes. Memory::write_to(), edit_in(), read_from().

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/replies.h"

namespace loci::app {

enum class Target : std::uint8_t {
  LongTerm,    // the prose of the global MEMORY.md
  Scratchpad,  // SCRATCHPAD.md of the workspace
  Daily,       // the log of a day, today's unless it is named
  Note,        // a note, by its file or its title
};
[[nodiscard]] Result<Target> parse_target(std::string_view name);

enum class WriteMode : std::uint8_t { Append, Overwrite };
[[nodiscard]] Result<WriteMode> parse_mode(std::string_view name);

struct TargetWrite {
  Target target = Target::Note;
  WriteMode mode = WriteMode::Append;
  std::string content;
  std::string name;                 // of a note
  std::optional<std::string> type;  // of a note: "reference" for a new one
  std::string description;          // of a note; "" = the first sentence
  Selector selector;                // of a note
  bool truncate = false;            // cut what is too long, rather than refuse it
  bool dry_run = false;
};

struct TargetEdit {
  Target target = Target::Note;
  std::string name;  // of a note, or a date for the daily log
  Selector selector;
  std::string from;  // must be there exactly once
  std::string to;
  bool dry_run = false;
};

struct TargetText {
  std::string text;
  bool untrusted = false;  // a note that comes with a repository that is not trusted
};

struct TargetReply {
  ChangeReply change;
  std::size_t skipped = 0;  // lines that long-term memory already had
  std::size_t cut = 0;      // bytes of the content that were left out
};

}  // namespace loci::app
