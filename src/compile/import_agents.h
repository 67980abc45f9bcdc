// What tools wrote, brought back into agents' memory: what is asked and answered.

#pragma once

#include <string>
#include <vector>

#include "compile/apply.h"
#include "store/store.h"

namespace loci::compile {

struct AgentImportRequest {
  std::vector<std::string> providers;  // none: all, in their order
  std::vector<std::string> var_files;
  std::vector<std::string> allowed_env;
  bool prune = false;
  bool dry_run = false;
};

// What became of one note.
struct AgentImportRow {
  std::string provider;
  std::string from;  // the tool's file
  store::Place place;
  std::string file;     // in the place; "" = it was left there
  std::string status;   // created, updated, unchanged, conflict, kept, pruned
  std::string message;  // what the user should know, or ""
};

struct AgentImportReply {
  std::vector<AgentImportRow> rows;
  std::vector<std::string> warnings;
  std::vector<store::Changed> changed;  // for diffs
  std::uint64_t id = 0;                 // of the operation; 0 = none
  bool conflict = false;
  bool dry_run = false;
};

// Brings back what tools wrote.
Result<AgentImportReply> import_agents(memory::Memory& memory, const AgentImportRequest& request);

}  // namespace loci::compile
