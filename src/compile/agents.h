// The memory of agents: which agents there are, where their notes lie, and what is
// in them. No definition of an agent is needed: a directory `agents/<id>/memory`
// with a note in it is enough.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/shared_text.h"
#include "memory/memory.h"
#include "store/store.h"

namespace loci::compile {

// One place of an agent.
struct AgentPlace {
  store::Place place;
  std::string path;
  std::size_t entries = 0;
  bool untrusted = false;
};
struct AgentRow {
  std::string id;
  std::vector<AgentPlace> places;
};
struct AgentsReply {
  std::vector<AgentRow> agents;       // by id
  std::vector<std::string> warnings;  // "FILE: what is odd about it"
};

struct AgentNote {
  store::Place place;
  std::string file;
  std::string name;
  std::string description;
  bool untrusted = false;
};
struct AgentReply {
  std::string id;
  std::vector<AgentPlace> places;
  std::vector<AgentNote> notes;
  std::vector<std::string> warnings;
};

// A note of an agent as it stands.
struct SourceNote {
  store::Place place;
  std::string file;
  SharedText text;
};
// All notes of one agent, of every place that was asked for.
struct AgentSource {
  std::string id;
  std::vector<SourceNote> notes;    // by file name; the first place wins
  std::vector<SourceNote> indexes;  // the MEMORY.md of each place that has one
  std::vector<store::Place> places;
};
struct AgentSources {
  std::vector<AgentSource> agents;  // by id
  std::vector<std::string> warnings;
};

// Reads the notes of agents' places, on several threads. A note that cannot be
// read is an error: what is compiled must be all there is.
Result<AgentSources> read_agent_sources(store::Store& store, store::View& view,
                                        const std::vector<store::Place>& places);

// What is odd in a place: `memory.md`, notes in directories, what cannot be read.
[[nodiscard]] std::vector<std::string> odd_entries(store::Store& store, const store::Place& place);

// Agents of xcaffold that have memory and no definition beside it, in one line or none.
[[nodiscard]] std::vector<std::string> undefined_agents(store::Store& store,
                                                        const AgentSources& sources);

Result<AgentsReply> list_agents(memory::Memory& memory);
Result<AgentReply> show_agent(memory::Memory& memory, std::string_view id);

// Agents' places that are there.
Result<std::vector<store::Place>> agent_places(memory::Memory& memory);
// The notes of the workspace's agents, or of the user's.
Result<AgentSources> agent_sources(memory::Memory& memory, bool of_user, bool dry_run);
// Workspace or global notes as if they were an agent's without a name.
Result<AgentSource> note_sources(memory::Memory& memory, bool of_user, bool dry_run);

}  // namespace loci::compile
