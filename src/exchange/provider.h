// How agents' memory is compiled for a tool. A provider is a pair of pure functions:
// render, from an agent's memory to the files the tool reads, and parse, from files the
// tool wrote to notes. Nothing here touches a file.
//
// Only Claude Code has a place of its own for what sub-agents remember. For the
// others every entry gets a fidelity note, unless a fall-back or a newer place is
// asked for.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shared_text.h"
#include "exchange/surroundings.h"

namespace loci::exchange {

struct Elsewhere;
struct Tool;

// Whose memory, and where its tool keeps it.
enum class ApplyScope : std::uint8_t {
  Project,  // of the project, in the repository
  User,     // user-wide, in the user's home
  Local,    // of the project, in the repository and not committed
};
[[nodiscard]] std::string_view apply_scope_name(ApplyScope scope);
[[nodiscard]] std::optional<ApplyScope> apply_scope_called(std::string_view name);

// What is done for tools without a place of their own.
enum class Fallback : std::uint8_t {
  None,
  Context,  // a managed block in the file that is always read
  Rule,     // a rule file for each agent
  Hook,     // a hook at the start of a session that asks loci
};
[[nodiscard]] std::optional<Fallback> fallback_called(std::string_view name);

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

// A file of a tool as it stands.
struct ToolFile {
  std::string path;  // below the directory it was found in: "dev/alpha.md"
  std::string text;
};

// Something that shall be in a tool's files.
struct Artifact {
  enum class Part : std::uint8_t {
    File,   // a whole file
    Block,  // the managed block of a file that is somebody's (block.h)
    Line,   // the `memory:` line of an agent's definition
  };
  std::string base;  // a directory that may be a link
  std::string path;  // below it, where links are not followed in a repository
  Part part = Part::File;
  SharedText text;
  std::set<std::string, std::less<>> environment = {};
  std::string head = {};  // what a file begins with that is made for a block

  [[nodiscard]] std::string full_path() const { return base + "/" + path; }
};

// What a tool does not get, or not in full, and what can be done: the same for
// every resource it names.
struct FidelityNote {
  std::string_view level;  // "info", "warning"
  std::string provider;
  std::vector<std::string> resources;  // "dev/alpha.md"
  std::string code;
  std::string reason;
  std::string action;
};

struct RenderRequest {
  ApplyScope scope = ApplyScope::Project;
  Fallback fallback = Fallback::None;
  bool native = false;                  // the newer place of this provider
  std::span<const AgentMemory> agents;  // by id
  std::vector<ToolFile> definitions;    // of agents, in the directory definitions() names
  std::string project_id;               // what the tool calls this project, where it has a name
  Surroundings around;
};

struct Rendered {
  std::vector<Artifact> artifacts;
  std::vector<FidelityNote> notes;
};

// A note that a tool holds.
struct Imported {
  std::string agent;  // as the tool names its directory
  std::string file;   // "alpha.md"; MEMORY.md: the index
  std::string text;
  std::string path;     // below the directory that was read
  std::string warning;  // "" unless something was not as it should be
};

// A directory of a tool: where it is and whose memory it has.
struct ToolDirectory {
  std::string base;
  std::string path;
  ApplyScope scope = ApplyScope::Project;
};

// Files as `<agent>/<file>.md`, the layout of Claude Code in any tool's directory.
[[nodiscard]] std::vector<Imported> parse_agent_memory(const std::vector<ToolFile>& files);
[[nodiscard]] ToolDirectory no_definitions(ApplyScope scope, const Surroundings& around);

struct Provider {
  int order;  // among the providers: each is compiled, and read back, in its turn
  Rendered (*render)(const Tool& tool, const RenderRequest& request);
  // Directories of agents' memory that may be there, in the order they are read.
  std::vector<ToolDirectory> (*directories)(const Tool& tool, const Surroundings& around);
  std::vector<Imported> (*parse)(const std::vector<ToolFile>& files) = parse_agent_memory;
  // Where the definitions of agents are that render() wants to see; path "" = nowhere.
  ToolDirectory (*definitions)(ApplyScope scope, const Surroundings& around) = no_definitions;
  // What a tool without a place of its own has instead: see fallback.h.
  const Elsewhere* elsewhere = nullptr;

  // Whether what somebody edits in a compiled file is found by import.
  [[nodiscard]] bool comes_back() const { return elsewhere == nullptr; }
};

// How a tool's directory of an agent is called: characters other than ASCII
// letters, digits, `-` and `_` become `-`.
[[nodiscard]] std::string directory_for(std::string_view agent);
// Entries of all of them.
[[nodiscard]] std::size_t count_entries(std::span<const AgentMemory> agents);
// "dev/alpha.md".
[[nodiscard]] std::string resource_name(const AgentMemory& agent, const AgentEntry& entry);

}  // namespace loci::exchange
