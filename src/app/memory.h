// Everything loci does with memory, as calls with values in and values out. The
// front ends translate words into these requests and these replies into words;
// they know nothing else of what lies below.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "app/catalogs.h"
#include "app/check.h"
#include "app/config.h"
#include "app/links.h"
#include "app/projects.h"
#include "app/scopes.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "note/index_file.h"
#include "note/note.h"
#include "store/history.h"
#include "store/store.h"

namespace loci::app {

// For whom an answer is: a person may see what a repository ships, an agent only
// once it is trusted.
enum class Audience : std::uint8_t { Person, Agent };

// Who works, from where, and with what.
struct Session {
  std::optional<store::Workspace> workspace;
  std::string agent;           // "" = a person
  std::string origin = "cli";  // cli, mcp, http, tui, web, import, consolidate
  bool ephemeral = false;
  std::string user_home = {};  // ~, whose .loci is never a workspace's
  bool lives_long = false;     // a server: directories are watched
  Audience audience = Audience::Person;
  // The first commits of a git work tree; asks git, so that only `projects`
  // commands call it. May be empty.
  std::function<std::vector<std::string>(const std::string& root)> first_commits = {};
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
  std::optional<std::string> type;  // "project" for a new note; none: an old one keeps its own
  std::string description;          // "" = the first sentence
  Selector selector;
  bool dry_run = false;
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

struct CheckReply {
  std::vector<Finding> findings;
  std::size_t notes = 0;
  std::string base;                  // the workspace, for relative paths
  std::optional<ChangeReply> fixed;  // what --fix did
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

// What following a renamed note takes.
struct Relinking {
  std::vector<store::FileChange> changes;
  std::vector<std::string> warnings;  // links that would mean another note
};

class Memory {
 public:
  // All of these must outlive it.
  Memory(store::Store& store, const Config& config, Log& log, Session session);

  // Notes.
  Result<ChangeReply> write(const WriteRequest& request);
  Result<ChangeReply> remember(const RememberRequest& request);
  Result<NoteText> read(const NoteRequest& request);
  // When a note that read() gave was changed: what it says itself, else what the
  // journal does, which is a search, else the file.
  [[nodiscard]] Timestamp date_of(const NoteInfo& note);
  Result<std::vector<NoteInfo>> list(const ListRequest& request);
  // The notes, prose, scratchpad and daily logs that answer a query best.
  Result<SearchReply> search(const SearchRequest& request);
  Result<ChangeReply> remove(const NoteRequest& request);
  Result<ChangeReply> rename(const NoteRequest& request, std::string_view new_name);
  Result<ChangeReply> move(const NoteRequest& request, std::string_view to);
  Result<ChangeReply> copy(const NoteRequest& request, std::string_view to);

  // The scratchpad and the daily log.
  Result<ScratchReply> scratch();
  Result<ScratchReply> scratch_add(std::string_view item, bool dry_run);
  Result<ScratchReply> scratch_done(std::string_view which, bool dry_run);
  Result<ScratchReply> scratch_clear(bool dry_run);
  // The log of a day ("" = today), or nothing.
  Result<std::optional<std::string>> daily(std::string_view date);
  Result<ChangeReply> daily_add(std::string_view heading, std::string_view text, bool dry_run);

  // The past.
  Result<std::vector<HistoryRow>> history(const HistoryRequest& request);
  Result<std::vector<store::Revision>> log(const NoteRequest& request);
  Result<DiffReply> diff(const NoteRequest& request, std::uint64_t revision);
  Result<ChangeReply> restore(const NoteRequest& request, std::uint64_t revision);
  Result<std::vector<HistoryRow>> undo_candidates(std::size_t limit);
  Result<UndoReply> undo(const UndoRequest& request);
  Result<ChangeReply> purge(const NoteRequest& request, std::uint64_t revision, bool yes);
  Result<GcReply> gc(bool dry_run);

  // Upkeep.
  Result<ReindexReply> reindex(const Selector& selector, bool dry_run);
  Result<HealthReply> health();
  Result<InitReply> init(bool dry_run);
  // Everything that is wrong; `fix` mends the indexes first.
  Result<CheckReply> check(const Selector& selector, bool fix, bool dry_run);
  Result<LinksReply> links(const NoteRequest& request);

  // Workspaces that moved.
  Result<std::vector<ProjectRow>> projects();
  // Continues the project with this workspace's first commit, if its folder is
  // gone. Asks git.
  Result<std::optional<store::Attachment>> attach_by_commit(bool dry_run);
  // Writes down an attachment that was just decided.
  Result<> record_attachment();
  Result<ProjectChange> relink(std::string_view slug, bool dry_run);
  Result<ProjectChange> detach(bool dry_run);
  // Memory whose workspace is gone, of loci and of Claude Code.
  Result<std::vector<Orphan>> orphans();
  Result<RescueReply> rescue(std::string_view id, bool dry_run);

  // Repositories that are not trusted.
  Result<TrustReply> trust(bool wanted, bool dry_run);
  // The one function that says what agents may see: every read for an agent, and
  // every prompt, begins here.
  Result<AgentView> what_agents_see(const Selector& selector = {});
  // Whether a place comes with this workspace's repository and that is not
  // trusted. What cannot be read is not trusted.
  [[nodiscard]] bool untrusted(const store::Place& place);

  // The index of a place as a prompt shows it.
  Result<note::RenderedIndex> rendered_index(const store::Place& place);

  // A process that lives long calls it before each request: what others may have
  // decided meanwhile is asked anew.
  void look_again() { trusted_.reset(); }

  [[nodiscard]] const Config& config() const { return config_; }
  [[nodiscard]] const Scopes& scopes() const { return scopes_; }
  [[nodiscard]] store::Store& store() { return store_; }
  [[nodiscard]] Timestamp now() const { return store_.clock().now(); }

 private:
  struct Located {
    std::vector<store::Place> places;
    std::unique_ptr<store::View> view;
    Found found;
  };
  // Denied, saying what turned memory off.
  [[nodiscard]] Result<> need_enabled() const;
  Result<std::vector<store::Place>> searched_places(const Selector& selector);
  [[nodiscard]] std::string actor() const;
  Result<> rebuild_catalogs(const Selector& selector);
  void note_activity(std::string_view operation, std::string summary);
  [[nodiscard]] Result<store::Workspace> need_workspace() const;
  // The places a selector allows whoever asks.
  Result<std::vector<store::Place>> readable(const Selector& selector);
  bool trusts_repository();
  bool concerns_untrusted(const store::Record& record);
  bool is_kept_back(const store::Record& record);  // from whoever asks
  std::size_t shipped_notes();
  // The places of the repository itself, all agents' among them.
  std::vector<store::Place> repository_places();
  // Every place of the workspace and the home, all agents' among them, as far as
  // a selector without a scope allows.
  Result<std::vector<store::Place>> all_places(const Selector& selector);
  // Those of `places` that are there; one that cannot be opened is a finding.
  std::vector<store::Place> present_places(const std::vector<store::Place>& places,
                                           std::vector<Refused>& refused);
  // All notes of these places; those that a checker sees keep only odd links.
  Result<std::vector<CheckedPlace>> load(const std::vector<store::Place>& places, store::View& view,
                                         Checker* checker);
  static Result<> load_notes(CheckedPlace& place, std::vector<std::string> files, store::View& view,
                             Checker* checker, const std::unordered_set<std::string_view>* known);
  Result<ReindexReply> reindex_places(const std::vector<store::Place>& places, bool dry_run);
  // Changes to notes that link to one which gets another name.
  Result<Relinking> relink_notes(const std::vector<store::Place>& places, const Found& old_note,
                                 const std::string& new_file, store::View& view);
  Result<ProjectChange> continue_as(std::string_view slug, bool dry_run);
  Result<> leave_projects(const std::string& path, std::string_view but);
  // Everything private of a project: notes, its agents' notes, scratchpad, daily.
  Result<std::vector<ProjectFile>> project_files(std::string_view slug);
  Result<Orphan> find_orphan(std::string_view id);
  std::string own_first_commit();
  [[nodiscard]] store::Place same_place_here(const store::Place& place) const;
  Result<ChangeReply> bring(const Orphan& orphan, bool dry_run);
  Result<Located> locate(const NoteRequest& request);
  // The note even when it is deleted: the place and name the journal knows.
  Result<Found> locate_past(const NoteRequest& request);
  Result<std::vector<store::Revision>> revisions_of(const Found& found);
  Result<store::Outcome> commit(store::Request request, const store::Planner& planner);
  Result<ChangeReply> change(std::string operation, std::vector<store::Place> places, bool dry_run,
                             const store::Planner& planner);
  Result<ChangeReply> transfer(const NoteRequest& request, std::string_view to, bool keep);
  Result<Found> write_target(const WriteRequest& request, std::optional<note::Type> type);
  Result<std::vector<store::Place>> parts_of(const Selector& selector, const store::Place& target);
  // The files of some places; a dry run does not finish what others left.
  Result<std::unique_ptr<store::View>> look(const std::vector<store::Place>& places, bool dry_run);
  [[nodiscard]] store::Request request(std::string operation, std::vector<store::Place> places,
                                       bool dry_run) const;
  Result<> check_text(const store::Place& place, std::string_view file, std::string_view text,
                      const std::optional<std::string>& before,
                      std::vector<std::string>& warnings) const;
  Result<store::Plan> plan_undo(const store::Record& record, bool force, store::View& view);
  Result<ScratchReply> scratch_change(
      std::string operation, bool dry_run,
      const std::function<Result<std::string>(std::string_view)>& edit);

  store::Store& store_;
  const Config& config_;
  Log& log_;
  Session session_;
  Scopes scopes_;
  Catalogs catalogs_;
  std::optional<bool> trusted_;
};

}  // namespace loci::app
