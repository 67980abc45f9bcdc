// What an agent remembers, on its way to a tool or back, and what a tool calls it.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_text.h"

namespace loci::exchange {

// Whose memory, and where its tool keeps it.
enum class ApplyScope : std::uint8_t {
  Project,  // of the project, in the repository
  User,     // user-wide, in the user's home
  Local,    // of the project, in the repository and not committed
};
[[nodiscard]] std::string_view apply_scope_name(ApplyScope scope);
[[nodiscard]] std::optional<ApplyScope> apply_scope_called(std::string_view name);

// One note of an agent with its variables expanded.
struct AgentEntry {
  std::string file;                                // "alpha.md"
  SharedText text;                                 // frontmatter included
  std::string name;                                // its own, else the file's stem
  std::string description;                         // its own, else the first line
  bool blank = false;                              // there is nothing below the frontmatter
  std::set<std::string, std::less<>> environment;  // whose values are in it
};
struct AgentMemory {
  std::string id;                                  // "" = notes that are no agent's
  std::string prose;                               // what its own MEMORY.md says beside the entries
  std::set<std::string, std::less<>> environment;  // whose values are in that
  std::vector<AgentEntry> entries;                 // by file name
};

// How a tool's directory of an agent is called: characters other than ASCII
// letters, digits, `-` and `_` become `-`.
[[nodiscard]] std::string directory_for(std::string_view agent);
// Entries of all of them.
[[nodiscard]] std::size_t count_entries(std::span<const AgentMemory> agents);
// "dev/alpha.md".
[[nodiscard]] std::string resource_name(const AgentMemory& agent, const AgentEntry& entry);

}  // namespace loci::exchange
