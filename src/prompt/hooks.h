// What loci does when a tool's hook calls: say what memory holds, say what
// changed and what bears on a prompt or a command, keep the summary of a compaction, count the
// session.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exchange/tool.h"
#include "memory/memory.h"
#include "prompt/briefing.h"

namespace loci::prompt {

// What a tool's hook is to be told, or ""; see exchange/hook.h.
Result<std::string> hook(memory::Memory& memory, const exchange::Tool& tool,
                         exchange::HookEvent event, const exchange::HookInput& input);
// A hook never fails where its tool could see it: the fault is noted here.
void note_hook_fault(memory::Memory& memory, std::string_view hook, std::string_view fault);

// What a session of a tool starts with: its limits, and what it is told of agents.
Result<ContextRequest> context_for(memory::Memory& memory, const exchange::Tool& tool);

// Paths as triggers have them: those below the workspace without its root.
[[nodiscard]] std::vector<std::string> paths_below(const memory::Memory& memory,
                                                   const std::vector<std::string>& paths);

}  // namespace loci::prompt
