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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/agent_memory.h"
#include "exchange/artifact.h"
#include "exchange/surroundings.h"

namespace loci::exchange {

struct Elsewhere;
struct Tool;

// What is done for tools without a place of their own.
enum class Fallback : std::uint8_t {
  None,
  Context,  // a managed block in the file that is always read
  Rule,     // a rule file for each agent
  Hook,     // a hook at the start of a session that asks loci
};
[[nodiscard]] std::string_view fallback_name(Fallback fallback);
[[nodiscard]] std::optional<Fallback> fallback_called(std::string_view name);

struct RenderRequest {
  ApplyScope scope = ApplyScope::Project;
  Fallback fallback = Fallback::None;
  bool native = false;                  // the newer place of this provider
  std::span<const AgentMemory> agents;  // by id
  std::vector<ToolFile> definitions;    // of agents, in the directory definitions() names
  std::string project_id;               // what the tool calls this project, where it has a name
  Surroundings around;
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

}  // namespace loci::exchange
