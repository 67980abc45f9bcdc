// Compiling agents' memory for other tools, seeing how it stands there, and
// bringing edits back: what is asked and answered.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/setup.h"
#include "exchange/plan.h"
#include "exchange/provider.h"
#include "memory/memory.h"

namespace loci::compile {

struct ApplyRequest {
  std::vector<std::string> providers = {};  // none: all, in their order
  exchange::ApplyScope scope = exchange::ApplyScope::Project;
  // None: as it was the last time, else without.
  std::optional<exchange::Fallback> fallback = {};
  std::vector<std::string> native = {};  // providers whose newer place is used
  bool no_native = false;                // and is no longer
  std::optional<bool> notes = {};        // workspace and global notes too
  std::vector<std::string> var_files = {};
  std::vector<std::string> allowed_env = {};
  bool dry_run = false;
  bool force = false;   // overwrite what was edited there
  bool backup = false;  // keep a copy of what is overwritten or removed
};

// How one file of a tool stands, and what became of it.
struct ApplyRow {
  std::string provider;
  std::string path;
  exchange::Artifact::Part part = exchange::Artifact::Part::File;
  exchange::Standing standing = exchange::Standing::InStep;
  exchange::Action action = exchange::Action::None;  // done, or with dry_run to be done
  bool drift = false;
  bool unknown = false;  // a note that the tool wrote and loci never saw
  std::string backup;    // where the text before is, or ""
  std::string diff;      // of a dry run
};

struct ApplyReply {
  std::vector<ApplyRow> rows;
  std::vector<exchange::FidelityNote> notes;
  std::vector<std::string> warnings;
  std::vector<std::string> with_environment;  // files that hold a value of the environment
  std::vector<SetupFile> hooks;               // settings that ask loci at a session's start
  std::vector<SetupFile> unhooked;            // and those that do so no more
  std::size_t agents = 0;
  bool untrusted = false;  // some of it comes with a repository that is not trusted
  bool drift = false;      // something was edited there
  bool refused = false;    // and so nothing was written
  bool dry_run = false;
};

Result<ApplyReply> apply(memory::Memory& memory, const ApplyRequest& request);
// How what was compiled stands; changes nothing.
Result<ApplyReply> apply_status(memory::Memory& memory, const ApplyRequest& request);

// Denied where other tools' directories must be left alone.
[[nodiscard]] Result<> need_tool_access(const memory::Memory& memory, bool changes);
// The request with what the settings add to it.
[[nodiscard]] ApplyRequest with_settings(const memory::Memory& memory, const ApplyRequest& request);

}  // namespace loci::compile
