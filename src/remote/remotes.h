// The remotes of a home: where each is, what is synced with it, and how far that went. A
// directory for each below state/remotes.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "remote/seen_notes.h"
#include "remote/transport.h"
#include "store/store.h"
#include "sync/run.h"

namespace loci::remote {

// What travels.
struct Chosen {
  bool global = true;    // notes of the global scope
  bool agents = true;    // agents' notes, user-wide and of the projects that travel
  bool projects = true;  // private notes of all projects with an identity
  bool scratchpad = false;
  bool daily = false;
  std::vector<std::string> only{};  // identities of projects; none: all of them

  bool operator==(const Chosen&) const = default;
};
// "global", "agents", "projects", "scratchpad", "daily"; InvalidInput for another word.
Result<Chosen> parse_chosen(const std::vector<std::string>& words);
[[nodiscard]] std::vector<std::string> chosen_words(const Chosen& chosen);

struct Remote {
  std::string name;
  std::string url;
  std::string branch = "loci";
  bool mine = false;  // the user's own: who wrote and confirmed a line is believed
  Chosen chosen;
  bool read_only = false;       // what changes here stays here
  std::string send_tag{};       // of all changes only those of notes with this tag go; "" = all go
  std::optional<bool> live{};   // `serve` and `mcp` sync with it by themselves; none: [sync] live
  std::optional<bool> waits{};  // a change is done when it is there; none: [sync] write
  // What a project is called there that has no origin, by its slug.
  std::map<std::string, std::string> names{};

  [[nodiscard]] bool sends_all() const { return !read_only && send_tag.empty(); }
  [[nodiscard]] bool sends_some() const { return !read_only && !send_tag.empty(); }
};

// What both sides agreed on, and what a sync needs that comes next.
// The project here of each directory of projects at the remote.
using Slugs = std::map<std::string, std::string>;

// An index here, when it was last looked at.
struct SeenIndex {
  std::string text;     // the hash of it
  std::string outline;  // of what travels of it; "" = nothing does
  // A version of the remote's, and what it came to here, which may be less: an index does not
  // list what is held back. As long as that stands, nothing was changed here.
  std::string taken{};
  std::string as{};
  // Versions that stood here, newest first. Of notes the journal knows them; of an index it has
  // only whole files.
  std::vector<std::string> had{};
  // A version of the remote's that a sync was about to bring, and the journal's newest record
  // before: where the sync died, the journal tells whether it came.
  std::string coming{};
  std::uint64_t coming_after = 0;
  bool operator==(const SeenIndex&) const = default;
  void stood(const std::string& version);
};

struct SavedState {
  sync::ReplicaState replica;
  // A text that a merge made, and the remote's version that went into it: written down before
  // the text, so that it belongs to the note's past whenever the text does.
  std::map<std::string, std::string> merged{};
  Slugs slugs{};
  std::vector<RemoteProject> projects{};  // who those of `slugs` are there
  std::uint64_t journal = 0;  // the record from which on it is searched for purges; 0 = none was
  std::map<std::string, SeenIndex, std::less<>> indexes{};  // by name
  // Notes of the remote's that are not here and wait for nobody: why they were put aside.
  std::map<std::string, std::string, std::less<>> aside{};
  // What the above is of, where that was changed once; none: what remote.json says.
  std::optional<Chosen> chosen{};
  sync::Agreement unchosen{};     // of notes that were chosen before
  std::uint64_t apart_since = 0;  // the journal's record from which on there were such notes
  bool hears_all = false;         // the next sync compares everything: more was chosen
  bool operator==(const SavedState&) const = default;
};

// A name of a remote: letters, digits, '-', '_' and '.', at most 64, none of them hidden.
Result<> check_remote_name(std::string_view name);

// One whose settings cannot be read: damaged, or a later version's. It is in nobody's way.
struct UnreadRemote {
  std::string name;
  Error fault;
};
struct Remotes {
  std::vector<Remote> all;  // by name
  std::vector<UnreadRemote> unread;
};
Result<Remotes> read_remotes(store::Store& store);
// NotFound, with the names that there are; Corrupt for one that cannot be understood, Denied for
// a later version's.
Result<Remote> find_remote(store::Store& store, std::string_view name);
Result<> write_remote(store::Store& store, const Remote& remote);
// All that is known of it; the remote itself stays as it is.
Result<> remove_remote(store::Store& store, std::string_view name);
[[nodiscard]] std::string remote_directory(std::string_view name);  // below the home

Result<SavedState> read_state(store::Store& store, const Remote& remote);
Result<> write_state(store::Store& store, const Remote& remote, const SavedState& state);

// Only a help: one that is missing or damaged is empty, and one that cannot be written is not.
SeenNotes read_seen(store::Store& store, const Remote& remote);
void write_seen(store::Store& store, const Remote& remote, SeenNotes& seen);

// One sync with a remote at a time; Locked, naming the process, after two seconds or `patience`.
struct SyncLock {
  std::unique_ptr<fs::Root> root;
  std::unique_ptr<fs::Lock> lock;
};
Result<SyncLock> lock_remote(store::Store& store, const Remote& remote,
                             std::chrono::milliseconds patience = std::chrono::minutes(1));

// One process at a time keeps a remote up to date by itself; Locked, naming it, at once.
Result<SyncLock> lock_live(store::Store& store, const Remote& remote);

// Pure: the texts of the two files.
[[nodiscard]] std::string format_remote(const Remote& remote);
Result<Remote> parse_remote(std::string_view name, std::string_view text);
[[nodiscard]] std::string format_state(const SavedState& state);
Result<SavedState> parse_state(std::string_view text);

}  // namespace loci::remote
