// What agents write to by name: long-term memory, the scratchpad, the daily log,
// and notes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"

namespace loci::memory {

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
  std::string field = {};  // of a note: "description" or "name"; "" = its body
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

Result<TargetReply> write_to(Memory& memory, const TargetWrite& request);
Result<TargetReply> edit_in(Memory& memory, const TargetEdit& request);
Result<TargetText> read_from(Memory& memory, const TargetEdit& where);

// How the heading of a conversation's summary begins in a daily log.
inline constexpr std::string_view kSummaryHeading = "compaction summary";

struct ScratchReply {
  ChangeReply change;
  std::string text;  // of the scratchpad as it now stands
};
Result<ScratchReply> scratch(Memory& memory);
Result<ScratchReply> scratch_add(Memory& memory, std::string_view item, bool dry_run);
Result<ScratchReply> scratch_done(Memory& memory, std::string_view which, bool dry_run);
Result<ScratchReply> scratch_clear(Memory& memory, bool dry_run);

// The log of a day ("" = today), or nothing.
Result<std::optional<std::string>> daily(Memory& memory, std::string_view date);
// The days that have a log, the oldest first.
Result<std::vector<std::string>> daily_dates(Memory& memory);
Result<ChangeReply> daily_add(Memory& memory, std::string_view heading, std::string_view text,
                              bool dry_run);

}  // namespace loci::memory
