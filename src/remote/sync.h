// A sync of this home with a remote: what changed there comes here, what changed here goes
// there (sync/run.h decides, local.h and the transport do it).

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "remote/local.h"
#include "remote/remotes.h"

namespace loci::remote {

struct SyncRequest {
  bool dry_run = false;
  bool accept = false;  // a person said yes to what would stop it
  bool repair = false;  // everything is fetched and compared anew, and what was put aside tried
  std::chrono::seconds patience{600};
};

struct SyncReply {
  std::string remote;
  std::vector<News> here;            // what became of notes here
  std::vector<News> there;           // "sent", "deleted", "purged"
  std::vector<std::string> remarks;  // what a person should know
  std::uint64_t operation = 0;       // of the journal, for undo; 0 = nothing changed here
  bool dry_run = false;
};

// Denied where a person has to decide first (needs_consent): it would delete more than a third
// of a scope, or the remote is empty, another one or older than what was heard of it. Nothing
// is changed then.
Result<SyncReply> sync_with(memory::Memory& memory, const Remote& remote,
                            const SyncRequest& request);

// A new remote: checked, and written down. With `given` the workspace's project, which has no
// origin, is called so there. Conflict when the name is taken.
struct NewRemote {
  Remote remote;
  bool only_workspace = false;  // of the projects, this one alone
  std::string given{};
  bool dry_run = false;
};
Result<Remote> add_remote(memory::Memory& memory, NewRemote wanted);
// Begins an empty remote.
Result<> init_remote(memory::Memory& memory, const Remote& remote, bool dry_run);
// From now on the workspace's project is called `given` there.
Result<Remote> match_project(memory::Memory& memory, const Remote& remote, const std::string& given,
                             bool dry_run);

}  // namespace loci::remote
