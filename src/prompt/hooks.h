// What loci does when a tool's hook calls: say what memory holds, say what
// changed, keep the summary of a compaction, count the session.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exchange/tool.h"
#include "memory/memory.h"
#include "prompt/briefing.h"
#include "prompt/recall.h"

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
// A note that a prompt found, and whether it is told of it.
struct Judged {
  store::Place place;
  std::string file;
  std::string name;
  double score = 0;
  Relevance relevance;
  bool told = false;
  std::string why;  // told or not
  Recalled recalled;
};
struct Judgement {
  std::string query;  // what was searched for; "" when too few words say something
  std::vector<Judged> notes;
  std::string text;  // what the prompt would get, in a session that knows nothing yet
};
Result<Judgement> judge_prompt(memory::Memory& memory, std::string_view prompt);

// What a session of a tool starts with: its limits, and what it is told of agents.
Result<ContextRequest> context_for(memory::Memory& memory, const exchange::Tool& tool);

Result<std::vector<Recalled>> recall(memory::Memory& memory, std::string_view prompt);

}  // namespace loci::prompt
