// A sync of this home with a remote: what changed there comes here, what changed here goes
// there (sync/run.h decides, local.h and the transport do it).

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "remote/git_remote.h"
#include "remote/local.h"
#include "remote/remotes.h"

namespace loci::remote {

struct SyncRequest {
  bool dry_run = false;
  bool accept = false;  // a person said yes to what would stop it
  bool repair = false;  // everything is fetched and compared anew, and what was put aside tried
  std::chrono::milliseconds patience = std::chrono::minutes(10);
  // How a transport is opened; empty: as the remote's URL says. For tests.
  std::function<Result<std::unique_ptr<Transport>>(const TransportOptions& options)> open{};
};

struct SyncReply {
  std::string remote;
  std::vector<News> here;            // what became of notes here
  std::vector<News> there;           // "sent", "deleted", "emptied", "purged"
  std::vector<std::string> stays;    // notes whose changes do not go to this remote
  std::vector<std::string> remarks;  // what a person should know
  std::uint64_t operation = 0;       // of the journal, for undo; 0 = nothing changed here
  bool dry_run = false;
  [[nodiscard]] bool did_something() const { return !here.empty() || !there.empty(); }
  bool keeps_history = true;  // purged texts stay in the remote's past
};

// Denied where a person has to decide first (needs_consent): it would delete more than a third
// of a scope, or the remote is empty, another one or older than what was heard of it. Nothing
// is changed then.
Result<SyncReply> sync_with(memory::Memory& memory, const Remote& remote,
                            const SyncRequest& request);

// How many changes wait to go to a remote, purges among them. Asks nobody but this machine.
Result<std::size_t> unsent(memory::Memory& memory, const Remote& remote);

// A new remote: checked, and written down. With `given` the workspace's project, which has no
// origin, is called so there. Conflict when the name is taken.
struct NewRemote {
  Remote remote;
  bool only_workspace = false;  // of the projects, this one alone
  std::string given{};
  bool dry_run = false;
};
Result<Remote> add_remote(memory::Memory& memory, NewRemote wanted);
// Begins an empty remote, or brings an older form of one up to date.
Result<> init_remote(memory::Memory& memory, const Remote& remote, const InitRequest& request);
// The same remote with other settings.
Result<> change_remote(memory::Memory& memory, const Remote& changed, bool dry_run);
// What speaks with it: git, or a helper program. `memory` must outlive it.
Result<std::unique_ptr<Transport>> open_remote(memory::Memory& memory, const Remote& remote,
                                               const TransportOptions& options);
// From now on the workspace's project is called `given` there.
Result<Remote> match_project(memory::Memory& memory, const Remote& remote, const std::string& given,
                             bool dry_run);

}  // namespace loci::remote
