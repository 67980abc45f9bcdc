// Keeping memory in order: init, reindex, health, and the index for a prompt.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/memory.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "note/slug.h"
#include "note/validate.h"

namespace loci::app {
namespace {

constexpr std::string_view kGitignore = "vars.local\n.lock\n.loci-*.tmp\n";
constexpr std::string_view kGitignoreOf0_1 = "vars.local\n.lock\n";
constexpr std::size_t kLatest = 5;

// A note as its index line needs it: one that is gone or too large has a name only.
Result<std::string> text_for_line(store::View& view, const store::Place& place,
                                  const std::string& file) {
  auto text = view.read(place, file);
  if (!text && text.error().kind == ErrorKind::InvalidInput) return std::string();
  if (!text) return fail(std::move(text));
  return std::move(*text).value_or("");
}

Result<std::vector<note::NoteLine>> note_lines(store::View& view, const store::Place& place) {
  std::vector<note::NoteLine> lines;
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  for (const std::string& file : files) {
    LOCI_ASSIGN(const std::string text, text_for_line(view, place, file));
    const note::Note parsed = note::parse_note(text);
    lines.push_back({file, note::shown_name(parsed, file), parsed.description});
  }
  return lines;
}

// Names that meet after folding.
std::vector<std::pair<std::string, std::string>> colliding(const std::vector<std::string>& files) {
  std::map<std::string, std::string> seen;
  std::vector<std::pair<std::string, std::string>> result;
  for (const std::string& file : files) {
    const auto [other, fresh] = seen.emplace(fold(file), file);
    if (!fresh) result.emplace_back(other->second, file);
  }
  return result;
}

void add_stale(const note::IndexState& state, const store::Place& place,
               std::vector<Problem>& problems) {
  if (!state.stale()) return;
  problems.push_back(
      {fmt::format("the index of {} is stale: {} missing, {} dangling, {} doubled", place.label(),
                   state.missing.size(), state.dangling.size(), state.doubled.size()),
       fmt::format("loci reindex {}", flags_for(place))});
}

}  // namespace

Result<ReindexReply> Memory::reindex(const Selector& selector, bool dry_run) {
  LOCI_ASSIGN(const std::vector<store::Place> allowed, readable(selector));
  std::vector<store::Place> places;
  for (const store::Place& place : allowed) {  // those that are there
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store_.open_place(place));
    if (root) places.push_back(place);
  }
  LOCI_ASSIGN(ReindexReply reply, reindex_places(places, dry_run));
  if (!dry_run) LOCI_TRY(rebuild_catalogs(selector));
  return reply;
}

Result<ReindexReply> Memory::reindex_places(const std::vector<store::Place>& places, bool dry_run) {
  ReindexReply reply;
  if (places.empty()) return reply;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    store::Plan plan;
    reply.rows.clear();
    for (const store::Place& place : places) {
      LOCI_ASSIGN(const std::optional<std::string> text, view.read(place, note::kIndexFile));
      LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
      ReindexRow row{place, note::compare_index(text.value_or(""), files), untrusted(place)};
      if (row.state.stale()) {
        LOCI_ASSIGN(const std::vector<note::NoteLine> lines, note_lines(view, place));
        note::IndexUpdate update = note::reindex(text.value_or(""), lines);
        std::optional<std::string> after;
        if (!update.remove) after = std::move(update.text);
        plan.changes.push_back({place, std::string(note::kIndexFile), std::move(after)});
      }
      reply.rows.push_back(std::move(row));
    }
    plan.summary = fmt::format("reindex {} of {} indexes", plan.changes.size(), places.size());
    return plan;
  };
  LOCI_ASSIGN(reply.change, change("reindex", places, dry_run, planner));
  return reply;
}

Result<HealthReply> Memory::health() {
  HealthReply reply;
  reply.disabled = config_.disabled();
  reply.home = store_.home();
  if (scopes_.workspace()) reply.workspace = scopes_.workspace()->root;
  LOCI_ASSIGN(const std::vector<store::Unfinished> unfinished,
              store_.unfinished(store::Recovery::No));
  for (const store::Unfinished& one : unfinished) {
    reply.problems.push_back({store::unfinished_text(one), store::way_out(one)});
  }
  LOCI_ASSIGN(const std::vector<store::Place> places, readable({}));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view(places, store::Recovery::No));
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    LOCI_ASSIGN(const std::optional<std::string> index, view->read(place, note::kIndexFile));
    ScopeHealth scope{place, store_.path_of(place), files.size(), 0, 0, untrusted(place)};
    if (index) {
      std::vector<std::string_view> lines = split_lines(*index);
      for (const note::IndexEntry& entry : note::parse_index(*index)) {
        ++scope.index_lines;
        scope.index_bytes += lines[entry.line].size();
      }
      add_stale(note::compare_index(*index, files), place, reply.problems);
    } else if (!files.empty()) {
      reply.problems.push_back({fmt::format("{} has no index", place.label()),
                                fmt::format("loci reindex {}", flags_for(place))});
    }
    if (scope.index_lines > kIndexEntryLines || scope.index_bytes > kIndexEntryBytes) {
      reply.problems.push_back(
          {fmt::format("the index of {} is longer than a prompt shows: {} lines, {} bytes",
                       place.label(), scope.index_lines, scope.index_bytes),
           "delete or merge notes"});
    }
    for (const auto& [one, other] : colliding(files)) {
      reply.problems.push_back(
          {fmt::format("'{}' and '{}' in {} are the same name but for case or form", one, other,
                       place.label()),
           fmt::format("loci rename {} NEW {}", other, flags_for(place))});
    }
    const note::Requirements needs = place.is_agent() ? note::requirements_for_agent_scope()
                                                      : note::requirements_for_shared_scope();
    for (const std::string& file : files) {
      const auto text = view->read(place, file);
      if (!text) {
        reply.problems.push_back({text.error().message, "make it smaller, or move it away"});
        continue;
      }
      const auto faults = note::validate(note::parse_note(text->value_or("")), needs);
      if (faults.empty()) continue;
      reply.problems.push_back({fmt::format("{}/{}:{}: {}", scope.path, file, faults.front().line,
                                            faults.front().message),
                                fmt::format("loci edit {} {}", file, flags_for(place))});
    }
    reply.scopes.push_back(std::move(scope));
  }
  LOCI_ASSIGN(const std::vector<store::Place> searched, searched_places({}, session_.audience));
  for (const store::Place& place : searched) {
    LOCI_ASSIGN(CatalogHealth catalog, catalogs_.examine(place));
    reply.catalogs.push_back(std::move(catalog));
  }
  LOCI_ASSIGN(reply.journal, store_.journal().size());
  if (reply.journal.damaged > 0) {
    reply.problems.push_back(
        {fmt::format("the journal has {} damaged line{}", reply.journal.damaged,
                     reply.journal.damaged == 1 ? "" : "s"),
         "nothing to do: they are passed over, and the notes are not affected"});
  }
  HistoryRequest latest;
  latest.limit = kLatest;
  LOCI_ASSIGN(reply.latest, history(latest));
  return reply;
}

Result<InitReply> Memory::init(bool dry_run) {
  InitReply reply;
  reply.dry_run = dry_run;
  LOCI_ASSIGN(const store::Workspace workspace, need_workspace());
  // It trusts what it makes, and what the repository's authors put there later.
  LOCI_TRY(need_person("share memory with a repository"));
  if (session_.ephemeral) {
    return fail(denied("an ephemeral session leaves the workspace alone"));
  }
  LOCI_TRY(need_enabled());
  reply.path = workspace.root == "/" ? "/.loci" : workspace.root + "/.loci";
  LOCI_ASSIGN(const auto user_home, fs::if_there(store_.files().canonical(session_.user_home)));
  const bool is_home = reply.path == store_.home() || (user_home && workspace.root == *user_home);
  const store::Place own = store::private_place(workspace.slug);
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, look({own}, dry_run));
  LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(own));
  reply.private_notes = notes.size();

  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              store_.files().open(workspace.root, fs::Modes::Umask));
  const auto present = root->open(store::kWorkspaceDirectory);
  if (!present && present.error().kind != ErrorKind::NotFound) return fail(present.error());
  if (is_home || (present && !workspace.has_loci)) {
    return fail(denied(fmt::format("'{}' is a loci home, not a workspace's memory", reply.path),
                       "run 'loci init' in a project's directory"));
  }
  bool complete = present.has_value();
  for (const std::string_view name : {"memory", ".gitignore"}) {
    if (!complete) break;
    LOCI_ASSIGN(const auto part, fs::if_there((*present)->stat(name)));
    complete = part.has_value();
  }
  reply.created = !complete;
  const bool ours = !present && !workspace.has_xcaf;
  reply.trusted = ours || !untrusted(store::shared_place(workspace.root));
  // As 0.1 wrote it and nobody changed it since: it lacks a line.
  const auto ignored = present ? (*present)->read(".gitignore", kFileBytes) : Result<std::string>();
  if (!ignored && fs::is_refused_by_system(ignored.error())) return fail(ignored.error());
  const bool old = ignored && *ignored == kGitignoreOf0_1;
  if (dry_run || (complete && !old)) return reply;
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> loci,
              fs::open_or_create(*root, store::kWorkspaceDirectory));
  LOCI_TRY(fs::open_or_create(*loci, "memory"));
  {
    LOCI_ASSIGN(const auto lock,
                fs::lock_patiently(store_.files(), *loci, store::Store::kPatience));
    LOCI_TRY(fs::sweep_temporary_files(store_.files(), *loci));
    LOCI_ASSIGN(const auto there, fs::if_there(loci->stat(".gitignore")));
    if (old || !there) LOCI_TRY(fs::replace_file(*loci, ".gitignore", kGitignore));
  }
  LOCI_TRY(loci->sync());
  // What this made holds nothing that somebody else wrote.
  if (ours) LOCI_TRY(trust(true, false));
  return reply;
}

}  // namespace loci::app
