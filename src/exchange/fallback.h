// Memory for tools that have no place of their own for it: a managed block in the
// file they always read, a rule file for each agent, or a newer place that some
// of them have. Without one of these every entry gets a fidelity note. Pure.

#pragma once

#include <vector>

#include "exchange/provider.h"

namespace loci::exchange {

[[nodiscard]] Rendered render_gemini(const RenderRequest& request);
[[nodiscard]] Rendered render_antigravity(const RenderRequest& request);
[[nodiscard]] Rendered render_cursor(const RenderRequest& request);
[[nodiscard]] Rendered render_copilot(const RenderRequest& request);
[[nodiscard]] Rendered render_codex(const RenderRequest& request);

// Memory of agents that somebody keeps there in Claude Code's layout.
[[nodiscard]] std::vector<ToolDirectory> gemini_directories(const Surroundings& around);
[[nodiscard]] std::vector<ToolDirectory> antigravity_directories(const Surroundings& around);
[[nodiscard]] std::vector<ToolDirectory> cursor_directories(const Surroundings& around);
[[nodiscard]] std::vector<ToolDirectory> copilot_directories(const Surroundings& around);
[[nodiscard]] std::vector<ToolDirectory> codex_directories(const Surroundings& around);

// What a tool has instead of a place for agents' memory.
struct Elsewhere {
  std::string_view provider;
  std::string_view title;
  std::string_view context;       // the file that is always read, in a repository; "" = none
  std::string_view context_head;  // what that file begins with when it is made
  std::string_view user_context;  // the same in the tool's own directory; "" = none
  std::string_view rule_before;   // "<before><agent><after>": a rule file; "" = none
  std::string_view rule_after;
  std::string (*rule_head)(const AgentMemory& agent);
  std::string_view newer;  // what its newer place is called; "" = none
  // Artifacts for the newer place, or why there are none.
  std::string (*render_newer)(const RenderRequest& request, Rendered& rendered);
  bool hooks;  // `loci setup` can connect its hooks
};
[[nodiscard]] Rendered render_elsewhere(const Elsewhere& tool, const RenderRequest& request);

// The memory of some agents as one text: a heading for each agent and each note,
// bodies without their frontmatter.
[[nodiscard]] std::string memory_text(std::span<const AgentMemory> agents);
// The body of a note, ending in one line feed.
[[nodiscard]] std::string body_of(const AgentEntry& entry);

}  // namespace loci::exchange
