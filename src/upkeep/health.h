// How memory is: sizes, catalogs, the journal, and problems with a way out of each.

#pragma once

#include <string>
#include <vector>

#include "memory/memory.h"
#include "past/history.h"
#include "upkeep/gates.h"

namespace loci::upkeep {

struct ScopeHealth {
  store::Place place;
  std::string path;
  std::size_t notes = 0;
  std::size_t index_lines = 0;  // entry lines as a prompt would show them, uncut
  std::size_t index_bytes = 0;
  bool untrusted = false;
};
struct Problem {
  std::string what;
  std::string fix;  // what to do, never empty
};
struct HealthReply {
  std::string disabled;  // why, or ""
  std::string home;
  std::string workspace;
  std::string slug;  // of the workspace's project, or ""
  std::vector<ScopeHealth> scopes;
  std::vector<memory::CatalogHealth> catalogs;
  store::Journal::Size journal;
  std::size_t operations = 0;  // of all workspaces, as the journal has them
  std::string last_reindex;    // when one was last asked for, or ""
  std::vector<past::HistoryRow> latest;
  std::vector<Problem> problems;
  std::size_t inbox = 0;      // writes that wait for a person
  std::vector<Gate> gates;    // of consolidation
  std::string open_proposal;  // the id of the one that waits, or ""
};

Result<HealthReply> health(memory::Memory& memory);

}  // namespace loci::upkeep
