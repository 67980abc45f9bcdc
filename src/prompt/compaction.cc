#include "prompt/compaction.h"

#include <fmt/format.h>

#include "memory/targets.h"

namespace loci::prompt {

using memory::ChangeReply;
using memory::daily_add;
using memory::Memory;

std::string compaction_heading(std::optional<std::size_t> messages) {
  if (!messages) return "compaction summary";
  return fmt::format("compaction summary ({} msgs)", *messages);
}

Result<ChangeReply> flush_compaction_summary(Memory& memory, std::string_view summary,
                                             std::optional<std::size_t> messages, bool dry_run) {
  return daily_add(memory, compaction_heading(messages), summary, dry_run);
}

}  // namespace loci::prompt
