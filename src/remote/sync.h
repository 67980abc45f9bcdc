// A sync of this home with a remote: what changed there comes here, what changed here goes
// there (sync/run.h decides, local.h and the transport do it).

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "remote/git_remote.h"
#include "remote/local.h"
#include "remote/remotes.h"

namespace loci::remote {

struct SyncRequest {
  bool dry_run = false;
  bool accept = false;  // a person said yes to what was asked, or else to the first question
  bool repair = false;  // everything is fetched and compared anew, and what was put aside tried
  std::chrono::milliseconds patience = std::chrono::minutes(10);  // with the remote
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

// Those that are known here, and the workspace's own before anything was written in it: what
// arrives for its origin belongs there.
Result<std::vector<store::Project>> projects_here(memory::Memory& memory);
// The journal's; 0 where it has none.
[[nodiscard]] std::uint64_t newest_record(store::Store& store);
// How many changes wait to go to a remote, purges among them. Asks nobody but this machine.
Result<std::size_t> unsent(memory::Memory& memory, const Remote& remote);

// Notes that were changed here, as the journal names them.
using ChangedNotes = std::set<store::NoteKey>;
// What of them a remote does not have yet as it stands here.
struct WaitingNotes {
  std::map<std::string, std::string> why;  // by their names there: what keeps them here
  bool travels = false;  // one of them is a note that the remote has, or is to have
};
// Of an index only where nothing but indexes was changed: most changes of a note are one of its
// line, too. Asks nobody but this machine.
Result<WaitingNotes> waiting_notes(memory::Memory& memory, const Remote& remote,
                                   const ChangedNotes& changed);

// What of the notes travels, as a person says it.
struct Choice {
  // "global", "agents", "projects", "workspace", …; none: as it was, but for projects where some
  // are given.
  std::vector<std::string> scopes{};
  std::vector<std::string> projects{};  // these alone, by slug or whole path
  [[nodiscard]] bool has_workspace() const {
    return std::find(scopes.begin(), scopes.end(), "workspace") != scopes.end();
  }
};
// NotFound for a project that is not known here, InvalidInput for one without an origin or a name.
Result<> choose(memory::Memory& memory, Remote& remote, const Choice& choice);

// A new remote: checked, and written down. With `given` the workspace's project, which has no
// origin, is called so there. Conflict when the name is taken.
struct NewRemote {
  Remote remote;
  Choice choice{};
  std::string given{};
  bool dry_run = false;
};
Result<Remote> add_remote(memory::Memory& memory, NewRemote wanted);
// Begins an empty remote, or brings an older form of one up to date.
Result<> init_remote(memory::Memory& memory, const Remote& remote, const InitRequest& request);
// The same remote with other settings. Where less travels than before nothing is deleted, here or
// there: what was agreed on is kept for when it is chosen again. Another URL is the same store by
// another way; the next sync stops and asks where it is not.
Result<Remote> change_remote(memory::Memory& memory, Remote changed, const Choice& choice,
                             bool dry_run);
// What speaks with it: git, or a helper program. `memory` must outlive it.
Result<std::unique_ptr<Transport>> open_remote(memory::Memory& memory, const Remote& remote,
                                               const TransportOptions& options);
// From now on the workspace's project is called `given` there.
Result<Remote> match_project(memory::Memory& memory, const Remote& remote, const std::string& given,
                             bool dry_run);

}  // namespace loci::remote
