// A remote, as the engine needs it: say what changed since a cursor, take changes. What speaks
// git or another protocol stands behind it.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sync/run.h"

namespace loci::remote {

using Texts = std::map<std::string, std::string, std::less<>>;  // by hash
// Sees a text as soon as it is there. It stays where it is.
using TextArrives = std::function<void(const Texts::value_type&)>;

// A project as the remote knows it: the directory of its notes there, and who it is.
struct RemoteProject {
  std::string directory;
  std::string origin;  // normalised, or ""
  std::string name;    // that people gave it, where it has no origin

  bool operator==(const RemoteProject&) const = default;
};

// Which lines of a note a person wrote or accepted, by marks (memory/standing.h), for one text of
// it. Of the user's own remotes only.
struct Confirmed {
  std::string hash;
  std::set<std::string, std::less<>> marks;
  bool operator==(const Confirmed&) const = default;
};
using ConfirmedNotes = std::map<std::string, Confirmed, std::less<>>;  // by note

// What goes with changes that are sent.
struct Parcel {
  Texts texts;                          // of every version in it
  std::vector<RemoteProject> projects;  // of notes in it
  std::string replica;                  // whose it is
  ConfirmedNotes confirmed;             // of notes in it; nothing for others' remotes
  bool carries_confirmed = false;
};

struct TransportOptions {
  std::chrono::milliseconds patience = std::chrono::minutes(10);  // of all together
};

struct InitRequest {
  bool dry_run = false;  // only look
  bool upgrade = false;  // bring the older form of a remote that is there up to date
};

class Transport {
 public:
  virtual ~Transport() = default;

  // Before the first pull: versions of the past are not wanted with it.
  virtual void leave_out_past() {}
  // Asks for what the next pull(), with this cursor, will answer, so that whoever has something
  // to do meanwhile need not wait. Nothing else may be asked in between.
  virtual Result<> ask_ahead(const std::string& /*cursor*/) { return {}; }
  // NotFound when there is nothing yet, and nothing was ever heard: `init` begins it. Denied for
  // what is no remote of loci, or one of a later version.
  virtual Result<sync::Pulled> pull(const std::string& cursor) = 0;
  // The projects as of the last pull.
  [[nodiscard]] virtual const std::vector<RemoteProject>& projects() const = 0;
  // What the user's own machines said of lines, as of the last pull. For others' remotes nobody
  // asks.
  virtual Result<ConfirmedNotes> confirmed() = 0;
  // Adds to `found` those of these texts that the remote has, as of the last pull. `arrives` is
  // told of each, so that whoever has something to do with it need not wait for all of them.
  virtual Result<> texts(const std::set<std::string>& hashes, Texts& found,
                         const TextArrives& arrives) = 0;
  // Purges were heard, and erased here: forgets what is kept of the remote, for it may have the
  // texts, and gets again what texts() needs.
  virtual Result<> refresh() = 0;
  virtual Result<sync::Sent> send(const sync::Sending& sending, const Parcel& parcel) = 0;
  // Makes an empty remote; Conflict where there is one.
  virtual Result<> init(const InitRequest& request) = 0;
  // True when there may be something new since the cursor, at the latest after `patience`; false
  // when there is not. A remote that cannot wake anybody is asked once, when that is over, so
  // that who calls this again and again polls it.
  virtual Result<bool> wait(const std::string& cursor, std::chrono::milliseconds patience) = 0;
  // Whether wait() answers as soon as there is news, rather than when its patience is over.
  [[nodiscard]] virtual bool wakes() { return false; }
  // Whether what was purged stays in the remote's past.
  [[nodiscard]] virtual bool keeps_history() const = 0;
  // Whether what is kept here of the remote was found damaged: without it, it would work.
  [[nodiscard]] virtual bool is_damaged() const { return false; }
  // Whether the last change failed there for a fault of the remote's own, and changed nothing.
  [[nodiscard]] virtual bool is_remote_at_fault() const { return false; }
  // What was put aside in the last pull, and why.
  [[nodiscard]] virtual const std::vector<std::string>& odd() const = 0;
};

}  // namespace loci::remote
