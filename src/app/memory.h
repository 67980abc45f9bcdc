// Everything loci does with memory, as calls with values in and values out. The
// front ends translate words into these requests and these replies into words;
// they know nothing else of what lies below.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "app/activity.h"
#include "app/config.h"
#include "app/links.h"
#include "app/replies.h"
#include "base/log.h"
#include "base/result.h"

namespace loci::exchange {
struct Surroundings;
struct ForeignStore;
struct StorePlace;
}  // namespace loci::exchange

namespace loci::app {

// What following a renamed note takes.
struct Relinking {
  std::vector<store::FileChange> changes;
  std::vector<std::string> warnings;  // links that would mean another note
};

enum class Target : std::uint8_t;  // app/targets.h
struct ContextParts;               // app/context.h
struct ContextSection;
struct HookTool;  // app/hook_tools.h
struct HookInput;
enum class HookEvent : std::uint8_t;
struct SessionState;  // app/session_state.h
struct AgentSource;   // app/agents.h
struct AgentSources;

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
  [[nodiscard]] Result<Timestamp> date_of(const NoteInfo& note);
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

  // The same and notes, as agents write to them; see app/targets.h.
  Result<TargetReply> write_to(const TargetWrite& request);
  Result<TargetReply> edit_in(const TargetEdit& request);
  Result<TargetText> read_from(const TargetEdit& where);
  // Puts a summary of a conversation that was compacted into today's log.
  Result<ChangeReply> flush_compaction_summary(std::string_view summary,
                                               std::optional<std::size_t> messages, bool dry_run);

  // What a prompt gets; see app/briefing.h.
  Result<ContextReply> context(const ContextRequest& request);
  // What a tool's hook is to be told, or ""; see app/hook_tools.h.
  Result<std::string> hook(const HookTool& tool, HookEvent event, const HookInput& input);
  // A hook never fails where its tool could see it: the fault is noted here.
  void note_hook_fault(std::string_view hook, std::string_view fault);
  // The notes that a prompt calls to mind, best first.
  struct Recalled {
    std::string key;   // the place and the file
    std::string hash;  // of its text
    std::string text;  // a line for the prompt
  };
  Result<std::vector<Recalled>> recall(std::string_view prompt);

  // The past.
  Result<std::vector<HistoryRow>> history(const HistoryRequest& request);
  Result<std::vector<store::Revision>> log(const NoteRequest& request);
  Result<DiffReply> diff(const NoteRequest& request, std::uint64_t revision);
  Result<ChangeReply> restore(const NoteRequest& request, std::uint64_t revision);
  Result<std::vector<HistoryRow>> undo_candidates(std::size_t limit);
  Result<UndoReply> undo(const UndoRequest& request);
  Result<PurgeReply> purge(const PurgeRequest& request);
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

  // Other tools' settings: loci's entries in them.
  Result<SetupReply> setup(const SetupRequest& request);
  Result<SetupReply> unsetup(const SetupRequest& request);

  // Agents' memory, here and compiled for other tools; see app/agents.h, app/apply.h.
  Result<AgentsReply> agents();
  Result<AgentReply> agent(std::string_view id);
  Result<ApplyReply> apply(const ApplyRequest& request);
  // How what was compiled stands; changes nothing.
  Result<ApplyReply> apply_status(const ApplyRequest& request);
  // Brings back what tools wrote; see app/import_agents.h.
  Result<AgentImportReply> import_agents(const AgentImportRequest& request);
  // Memory that other tools keep in files; see app/import_store.h.
  Result<std::vector<FoundStore>> find_stores();
  Result<ImportReply> import_store(const ImportRequest& request);

  // The index of a place as a prompt shows it.
  Result<note::RenderedIndex> rendered_index(const store::Place& place);

  // The places whose files whoever asks may read: notes, and without a selector
  // the scratchpad and the daily logs.
  Result<std::vector<store::Place>> shown_places(const Selector& selector = {});
  // Every file there, by name and unopened: notes, indexes (also one that is only
  // made up for the prompt), the scratchpad, daily logs.
  Result<std::vector<FileName>> files(const Selector& selector = {});
  // One of these as it stands; nothing when it is not there, or not theirs to read.
  Result<std::optional<std::string>> file_text(const FileName& name);
  // A process that lives long calls it before each request: what others may have
  // decided meanwhile is asked anew.
  void look_again() { trusted_.reset(); }

  [[nodiscard]] const Config& config() const { return config_; }
  [[nodiscard]] Audience audience() const { return session_.audience; }
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
  // Denied for an agent's session, saying how it was known: "only a person can …".
  [[nodiscard]] Result<> need_person(std::string_view what) const;
  [[nodiscard]] Result<> need_tool_access(bool changes) const;
  // Agents' places that are there.
  Result<std::vector<store::Place>> agent_places();
  Result<AgentSources> agent_sources(bool of_user, bool dry_run);
  Result<AgentSource> note_sources(bool of_user, bool dry_run);
  bool any_untrusted(const AgentSources& sources, const AgentSource& notes);
  [[nodiscard]] ApplyRequest with_settings(const ApplyRequest& request) const;
  [[nodiscard]] Result<> need_settings_access(const SetupRequest& request) const;
  [[nodiscard]] exchange::Surroundings surroundings() const;
  Result<std::vector<store::Place>> searched_places(const Selector& selector, Audience audience);
  [[nodiscard]] std::string actor() const;
  [[nodiscard]] std::string agent_name() const;  // for --agent, where a prompt needs one
  Result<> rebuild_catalogs(const Selector& selector);
  void note_activity(std::string_view operation, std::string summary);
  [[nodiscard]] Result<store::Workspace> need_workspace() const;
  // The places a selector allows whoever asks, or an audience.
  Result<std::vector<store::Place>> readable(const Selector& selector);
  Result<std::vector<store::Place>> readable(const Selector& selector, Audience audience);
  // An error where that cannot be read, until look_again().
  Result<bool> trusts_repository();
  // Whether agents may neither see nor write a place: it comes with a repository that
  // is not trusted, or with another workspace's, of which nothing is known here.
  bool kept_from_agents(const store::Place& place);
  bool concerns_untrusted(const store::Record& record);
  bool is_kept_back(const store::Record& record);  // from whoever asks
  Result<std::size_t> shipped_notes();
  // The places of the repository itself, all agents' among them.
  Result<std::vector<store::Place>> repository_places();
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
  Result<std::string> own_first_commit();
  [[nodiscard]] store::Place same_place_here(const store::Place& place) const;
  Result<ChangeReply> bring(const Orphan& orphan, bool dry_run);
  [[nodiscard]] Result<> need_import() const;
  // The parts of the scope that an import goes to, the target first.
  Result<std::vector<store::Place>> import_parts(std::string_view scope);
  Result<ImportReply> bring_stores(std::string operation, const exchange::ForeignStore& store,
                                   const std::vector<exchange::StorePlace>& at,
                                   const ImportRequest& request);
  Result<Located> locate(const NoteRequest& request);
  // The note even when it is deleted: the place and name the journal knows.
  Result<Found> locate_past(const NoteRequest& request);
  Result<std::vector<store::Revision>> revisions_of(const Found& found);
  Result<std::vector<store::Place>> places_to_purge(const Found& found,
                                                    const std::set<store::NoteKey>& names);
  static Result<> check_purge(const Found& found, const PurgeRequest& wanted,
                              const std::optional<std::string>& hash_now,
                              const std::set<std::string>& texts);
  static Error purge_consent(const Found& found, const PurgeRequest& wanted,
                             const std::set<std::string>& texts,
                             const std::vector<store::NoteKey>& notes);
  Result<store::Outcome> commit(store::Request request, const store::Planner& planner);
  Result<ChangeReply> change(std::string operation, std::vector<store::Place> places, bool dry_run,
                             const store::Planner& planner);
  Result<ChangeReply> change(store::Request request, const store::Planner& planner);
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
  // Refuses what the scanner blocks; a person at the command line may write it.
  Result<> scan(std::string_view file, std::string_view text,
                std::vector<std::string>& warnings) const;
  // One file of a place that has no frontmatter, made from what it holds.
  Result<ChangeReply> change_text(std::string operation, const store::Place& place,
                                  const std::string& file, bool dry_run,
                                  const std::function<Result<std::string>(std::string_view)>& edit);
  Result<note::RenderedIndex> render_index(store::View& view, const store::Place& place);
  // Scratchpad and daily logs; the older day goes behind everything else.
  Result<> add_project(store::View& view, ContextParts& parts, ContextSection& older);
  Result<SearchReply> search_as(Audience audience, const SearchRequest& request);
  Result<std::string> relevant_notes(const std::string& query);
  using IndexLines = std::map<std::string, std::string, std::less<>>;  // by place and file
  Result<IndexLines> index_lines();
  Result<std::string> start_session(const HookTool& tool, const HookInput& input);
  Result<std::string> tell_prompt(const HookInput& input);
  static std::string changed_lines(const IndexLines& lines, SessionState& state);
  Result<> keep_summary(const HookInput& input);
  Result<> note_compaction(const HookTool& tool, const HookInput& input);
  Result<> end_session(const HookInput& input);
  Result<TargetReply> edit_note(const TargetEdit& request);
  struct TargetFile {
    store::Place place;
    std::string file;
  };
  Result<TargetFile> target_file(Target target, const std::string& name);
  Result<ScratchReply> scratch_change(
      std::string operation, bool dry_run,
      const std::function<Result<std::string>(std::string_view)>& edit);

  store::Store& store_;
  const Config& config_;
  Log& log_;
  Session session_;
  Scopes scopes_;
  Catalogs catalogs_;
  ActivityLog activity_;
  std::optional<Result<bool>> trusted_;
};

}  // namespace loci::app
