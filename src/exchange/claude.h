// Claude Code's memory of sub-agents: `agent-memory/<id>/` with one file a note and
// a MEMORY.md that is always in the sub-agent's prompt. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/provider.h"

namespace loci::exchange {

// A MEMORY.md as Claude Code reads it: the prose, then an entry for each note.
struct ClaudeIndex {
  std::string text;
  std::size_t omitted = 0;  // entries that the limits left out
};
[[nodiscard]] ClaudeIndex claude_index(const AgentMemory& agent);
// What an index says beside the entries of the notes in `files`: their lines
// taken away, and the one that says that some are missing.
struct IndexProse {
  std::string text;
  std::vector<std::size_t> lines;  // which of the index each of its own is, from 1
};
[[nodiscard]] IndexProse claude_prose(std::string_view index,
                                      const std::set<std::string, std::less<>>& files);

// An agent's definition, `.claude/agents/<file>.md`.
struct Definition {
  std::string agent;           // its name
  std::string memory;          // the value of its `memory:`, or ""
  std::size_t insert_at = 0;   // where a line may be put in
  std::size_t line_begin = 0;  // of the `memory:` line with its ending; empty without one
  std::size_t line_end = 0;
};
// Nothing when the text has no frontmatter that can be read.
[[nodiscard]] std::optional<Definition> parse_definition(std::string_view path,
                                                         std::string_view text);
// The definition with `line` as its `memory:` line ("" = without one); every
// other byte stays.
[[nodiscard]] std::string with_memory_line(std::string_view text, const Definition& definition,
                                           std::string_view line);

// The directory of agents' memory for a scope, and the definitions beside it.
[[nodiscard]] ToolDirectory claude_directory(ApplyScope scope, const Surroundings& around);
[[nodiscard]] ToolDirectory claude_definitions(ApplyScope scope, const Surroundings& around);

[[nodiscard]] Rendered render_claude(const Tool& tool, const RenderRequest& request);
[[nodiscard]] std::vector<ToolDirectory> claude_directories(const Tool& tool,
                                                            const Surroundings& around);

// How Claude Code names the directory of a workspace, as far as its path says.
[[nodiscard]] std::string claude_directory_name(std::string_view path);

// Its row, for what is about Claude Code alone.
namespace claude {
extern const Tool kTool;
}
inline constexpr const Tool& kClaude = claude::kTool;

}  // namespace loci::exchange
