// What Memory is asked and what it answers: values, for every front end.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/asker.h"
#include "app/catalogs.h"
#include "app/check.h"
#include "app/projects.h"
#include "app/scopes.h"
#include "base/environment.h"
#include "base/time.h"
#include "note/index_file.h"
#include "note/note.h"
#include "store/history.h"
#include "store/repository.h"
#include "store/store.h"

namespace loci::app {

// Who works, from where, and with what.
struct Session {
  std::optional<store::Workspace> workspace;
  std::string agent;           // "" = a person
  std::string actor = {};      // who writes; "" = as `agent` says
  std::string notice = {};     // what the next context is to say beside memory
  std::string origin = "cli";  // cli, mcp, http, tui, web, import, consolidate
  bool ephemeral = false;
  std::string user_home = {};            // ~, whose .loci is never a workspace's
  bool lives_long = false;               // a server: directories are watched
  Audience audience = Audience::Person;  // as who_asks() says
  std::string sign = {};                 // how an agent's session was known, or ""
  std::string program = {};              // this binary, as other tools should call it
  Environment environment = {};          // which names other tools' directories
  // The first commits of a history; asks git, so that only `projects` commands
  // call it. May be empty.
  std::function<std::vector<std::string>(const store::Head& head)> first_commits = {};
};

// One note in a list.
struct NoteInfo {
  store::Place place;
  std::string file;
  std::string name;
  std::string description;
  std::string type;  // "" when it has none
  std::vector<std::string> tags;
  std::string hash;
  Timestamp modified;
  std::vector<note::Fault> faults;  // malformed when there are any
  std::string unreadable;           // why it could not be read, or ""
  bool untrusted = false;           // comes with a repository that is not trusted
};

struct NoteText {
  NoteInfo info;
  std::string text;
};

enum class Status : std::uint8_t { Created, Updated, Deleted, Renamed, Moved, Copied, Unchanged };
[[nodiscard]] std::string_view status_name(Status status);

// What a change did, or with dry_run would do.
struct ChangeReply {
  Status status = Status::Unchanged;
  store::Place place;
  std::string file;
  std::string from;  // the name it had (renamed), or the place it is from (moved, copied)
  std::string hash;
  std::uint64_t id = 0;  // of the operation; 0 = none
  bool dry_run = false;
  std::vector<std::string> warnings;
  std::vector<store::Changed> changed;  // for diffs
  std::size_t relinked = 0;             // notes whose links followed a renamed one
  bool untrusted = false;               // concerns what an untrusted repository ships
};

struct WriteRequest {
  std::string file;
  Selector selector;
  std::optional<std::string> type;
  std::optional<std::string> description;
  std::optional<std::string> name;
  std::optional<std::vector<std::string>> tags;
  std::optional<std::string> content;  // none: the body stays
  bool raw = false;                    // `content` is the whole file
  std::optional<std::string> if_hash;  // 8 or more digits
  bool only_new = false;               // Conflict when there is such a note
  bool only_known = false;             // NotFound when there is none
  bool undescribed = false;            // a new note may go without a description
  bool dry_run = false;
  std::string operation = "write";  // what the journal calls it: "edit" for an editor's
};

struct RememberRequest {
  std::string content;
  std::string title;
  std::optional<std::string> type;  // none: `new_type`, or what an old note has
  std::string description;          // "" = the first sentence
  Selector selector;
  bool dry_run = false;
  std::string new_type = "project";  // of a new note without `type`
  bool by_file = false;              // `title` may be a note's file
  bool append = false;               // to the text that is there
  std::string operation = "remember";
};

struct NoteRequest {
  std::string name;
  Selector selector;
  std::optional<std::string> if_hash;
  bool dry_run = false;
};

struct ListRequest {
  Selector selector;
  std::string type;
};

struct ScratchReply {
  ChangeReply change;
  std::string text;  // of the scratchpad as it now stands
};

struct HistoryRequest {
  std::string scope;
  std::string operation;
  std::string since;
  std::size_t limit = 25;
};

struct HistoryRow {
  store::Record record;
  bool undone = false;
  bool untrusted = false;  // touches what an untrusted repository ships
};

struct UndoRequest {
  std::uint64_t id = 0;  // 0 = the newest candidate
  bool any = false;      // also an agent's
  bool force = false;
  bool dry_run = false;
};

struct UndoReply {
  std::optional<store::Record> undone;  // none: there was nothing to undo
  ChangeReply change;
};

struct DiffReply {
  std::string from;  // labels
  std::string to;
  std::string diff;
  bool untrusted = false;
};

struct PurgeRequest {
  NoteRequest note;
  std::uint64_t revision = 0;  // only its text; 0 = the note and all of them
  bool copies = false;         // and the notes that have or had one of its texts
  bool yes = false;
};

struct PurgeReply {
  ChangeReply change;
  struct Copy {
    store::Place place;
    std::string file;
  };
  std::vector<Copy> copies;            // other notes that have or had one of the texts: it stays
  std::vector<std::string> unreached;  // where it may stand that loci cannot reach
};

struct GcReply {
  std::uint64_t records = 0;
  std::uint64_t texts = 0;
  std::uint64_t swept = 0;     // files that dead processes left
  std::uint64_t finished = 0;  // operations that they left
  std::string refusal;
  bool dry_run = false;
};

struct ReindexRow {
  store::Place place;
  note::IndexState state;
  bool untrusted = false;
};
struct ReindexReply {
  std::vector<ReindexRow> rows;
  ChangeReply change;
};

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
  std::string fix;
};
struct HealthReply {
  std::string disabled;  // why, or ""
  std::string home;
  std::string workspace;
  std::vector<ScopeHealth> scopes;
  std::vector<CatalogHealth> catalogs;
  store::Journal::Size journal;
  std::vector<HistoryRow> latest;
  std::vector<Problem> problems;
};

struct InitReply {
  std::string path;
  bool created = false;
  bool trusted = true;  // false: the repository shipped notes before, and they are not
  std::size_t private_notes = 0;
  bool dry_run = false;
};

struct SearchRequest;  // app/search.h
struct SearchReply;
struct SetupRequest;  // app/setup.h
struct SetupReply;
struct AgentsReply;  // app/agents.h
struct AgentReply;
struct ApplyRequest;  // app/apply.h
struct ApplyReply;
struct AgentImportRequest;  // app/import_agents.h
struct AgentImportReply;
struct ImportRequest;  // app/import_store.h
struct ImportReply;
struct FoundStore;
struct TargetWrite;  // app/targets.h
struct TargetEdit;
struct TargetReply;
struct TargetText;
struct ContextRequest;  // app/briefing.h
struct ContextReply;

struct CheckReply {
  std::vector<Finding> findings;
  std::size_t notes = 0;
  std::string base;                  // the workspace, for relative paths
  std::optional<ChangeReply> fixed;  // what --fix did
};

// A file that somebody may read, by name.
struct FileName {
  store::Place place;
  std::string file;
};

// What agents may see of the places a selector allows.
struct AgentView {
  std::vector<store::Place> places;
  std::string notice;  // about what is kept from them, or ""
};

struct TrustReply {
  bool trusted = false;
  bool changed = false;
  std::string path;
  std::string origin;
  std::size_t notes = 0;  // that the repository ships
  bool dry_run = false;
};

struct RescueReply {
  Orphan orphan;
  bool continued = false;  // the whole project is, and nothing was moved
  ChangeReply change;
};

}  // namespace loci::app
