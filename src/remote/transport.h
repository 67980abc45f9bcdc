// A remote, as the engine needs it: say what changed since a cursor, take changes. What speaks
// git or another protocol stands behind it.

#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sync/run.h"

namespace loci::remote {

using Texts = std::map<std::string, std::string, std::less<>>;  // by hash

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

class Transport {
 public:
  virtual ~Transport() = default;

  // NotFound when there is nothing yet, and nothing was ever heard: `init` begins it. Denied for
  // what is no remote of loci, or one of a later version.
  virtual Result<sync::Pulled> pull(const std::string& cursor) = 0;
  // The projects as of the last pull.
  [[nodiscard]] virtual const std::vector<RemoteProject>& projects() const = 0;
  // What the user's own machines said of lines, as of the last pull. For others' remotes nobody
  // asks.
  virtual Result<ConfirmedNotes> confirmed() = 0;
  // Those of these texts that the remote has, as of the last pull.
  virtual Result<Texts> texts(const std::set<std::string>& hashes) = 0;
  // What was kept of the remote may be gone: a purge makes everything forget. Gets again what
  // texts() needs.
  virtual Result<> refresh() = 0;
  virtual Result<sync::Sent> send(const sync::Sending& sending, const Parcel& parcel) = 0;
  // Makes an empty remote; Conflict where there is one. A dry run only looks.
  virtual Result<> init(bool dry_run) = 0;
  // What was put aside in the last pull, and why.
  [[nodiscard]] virtual const std::vector<std::string>& odd() const = 0;
};

}  // namespace loci::remote
