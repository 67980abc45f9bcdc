// What tools wrote, brought back into agents' memory: what is asked and answered.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "store/store.h"

namespace loci::compile {

struct AgentImportRequest {
  std::vector<std::string> providers = {};  // none: all, in their order
  std::vector<std::string> var_files = {};
  std::vector<std::string> allowed_env = {};
  std::vector<std::string> allow = {};  // rules of the scanner that a person lets pass
  bool prune = false;
  bool dry_run = false;
};

// What became of one note.
enum class AgentImportStatus : std::uint8_t {
  Created,
  Updated,
  Unchanged,
  Conflict,  // both texts are kept
  Kept,      // where it is: it may not come in
  Pruned,
  Held,  // it waits in the inbox
};
[[nodiscard]] std::string_view status_name(AgentImportStatus status);

struct AgentImportRow {
  std::string provider;
  std::string from;  // the tool's file
  store::Place place;
  std::string file;  // in the place; "" = it was left there
  AgentImportStatus status = AgentImportStatus::Unchanged;
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
