// What becomes of a conversation that a tool compacts.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"

namespace loci::prompt {

// "compaction summary (12 msgs)", or without a count "compaction summary".
[[nodiscard]] std::string compaction_heading(std::optional<std::size_t> messages);

// A day's log without the summaries in it, and what each of them comes down to: its
// beginning and what it leaves open. The newest is first. Pure.
struct DayWithSummaries {
  std::string log;
  std::vector<std::string> summaries;
};
[[nodiscard]] DayWithSummaries without_summaries(std::string_view day);

// A summary without what its writer thought before it: of a text that is <analysis>…</analysis>
// and then something, that; of one that is <summary>…</summary>, what is between. Any other text
// as it is. Pure.
[[nodiscard]] std::string_view without_thoughts(std::string_view summary);

// Puts the summary of a conversation that was compacted, without thoughts, into today's log.
Result<memory::ChangeReply> flush_compaction_summary(memory::Memory& memory,
                                                     std::string_view summary,
                                                     std::optional<std::size_t> messages,
                                                     bool dry_run);

}  // namespace loci::prompt
