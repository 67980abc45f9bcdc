// What loci does when a tool's hook calls: say what memory holds, say what
// changed, keep the summary of a compaction, count the session.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exchange/tool.h"
#include "memory/memory.h"

namespace loci::prompt {

// What a tool's hook is to be told, or ""; see exchange/hook.h.
Result<std::string> hook(memory::Memory& memory, const exchange::Tool& tool,
                         exchange::HookEvent event, const exchange::HookInput& input);
// A hook never fails where its tool could see it: the fault is noted here.
void note_hook_fault(memory::Memory& memory, std::string_view hook, std::string_view fault);

// The notes that a prompt calls to mind, best first.
struct Recalled {
  std::string key;   // the place and the file
  std::string hash;  // of its text
  std::string text;  // a line for the prompt
};
Result<std::vector<Recalled>> recall(memory::Memory& memory, std::string_view prompt);

}  // namespace loci::prompt
