// Memory for tools that have no place of their own for it: a managed block in the
// file they always read, a rule file for each agent, or a newer place that some
// of them have. Without one of these every entry gets a fidelity note. Pure.

#pragma once

#include <vector>

#include "exchange/provider.h"

namespace loci::exchange {

// What a tool has instead of a place for agents' memory.
struct Elsewhere {
  std::string_view context;            // the file that is always read, in a repository
  std::string_view context_head = {};  // what that file begins with when it is made
  std::string_view user_context = {};  // the same in the tool's own directory; "" = none
  std::string_view rule_before = {};   // "<before><agent><after>": a rule file; "" = none
  std::string_view rule_after = {};
  std::string (*rule_head)(const AgentMemory& agent) = nullptr;  // where there are rule files
  std::string_view newer = {};  // what its newer place is called; "" = none
  // Artifacts for the newer place, or why there are none.
  std::string (*render_newer)(const Tool& tool, const RenderRequest& request,
                              Rendered& rendered) = nullptr;
  // The file in the tool's directory that says what it calls a project, where the newer
  // place needs that, and how it is read: RenderRequest::project_id, or "".
  std::string_view projects_file = {};
  std::string (*project_id)(std::string_view projects_file, const std::string& workspace) = nullptr;
  std::string_view directory;  // agents' memory that somebody keeps in Claude Code's layout
};
[[nodiscard]] Rendered render_elsewhere(const Tool& tool, const RenderRequest& request);
[[nodiscard]] std::vector<ToolDirectory> directories_elsewhere(const Tool& tool,
                                                               const Surroundings& around);
[[nodiscard]] constexpr Provider provider_elsewhere(int order, const Elsewhere& elsewhere) {
  return {.order = order,
          .render = render_elsewhere,
          .directories = directories_elsewhere,
          .elsewhere = &elsewhere};
}

// What a file begins with that loci made for a block, or "": such a file goes when
// nothing else is left in it.
[[nodiscard]] std::string_view head_around_block(const Tool& tool, ApplyScope scope,
                                                 std::string_view path);

// The memory of some agents as one text: a heading for each agent and each note,
// bodies without their frontmatter.
[[nodiscard]] std::string memory_text(std::span<const AgentMemory> agents);
// Whether a text has one of these in it, and whether that begins with notes that are no agent's.
[[nodiscard]] bool is_memory_text(std::string_view text);
[[nodiscard]] bool has_notes(std::string_view text);
// The body of a note, ending in one line feed.
[[nodiscard]] std::string body_of(const AgentEntry& entry);
// What a rule file says it is about, as YAML: "What the agent dev remembers".
[[nodiscard]] std::string rule_description(const AgentMemory& agent);
// "dev-alpha.md": the name of a note among those of all agents.
[[nodiscard]] std::string flat_file_for(const AgentMemory& agent, const AgentEntry& entry);

}  // namespace loci::exchange
