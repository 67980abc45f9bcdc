// The memory of agents: which agents there are, where their notes lie, and what is
// in them. No definition of an agent is needed: a directory `agents/<id>/memory`
// with a note in it is enough.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/shared_text.h"
#include "store/store.h"

namespace loci::app {

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

}  // namespace loci::app
