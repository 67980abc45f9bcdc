#include "compile/import_agents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/hash.h"
#include "compile/agent_merge.h"
#include "compile/compile.h"
#include "compile/rebuilt_state.h"
#include "exchange/claude.h"
#include "memory/memory.h"
#include "note/index_file.h"

namespace loci::compile {
namespace {

using memory::Memory;

using exchange::ApplyScope;
using exchange::Tool;
using exchange::ToolDirectory;
using store::Place;

// Agents that a tool has a definition of.
Result<std::set<std::string>> defined_agents(Compiler& compiler) {
  std::set<std::string> agents;
  for (const Tool* tool : exchange::providers()) {
    for (const ApplyScope scope : {ApplyScope::Project, ApplyScope::User}) {
      if (scope == ApplyScope::Project && compiler.around().workspace.empty()) continue;
      const ToolDirectory directory = tool->provider->definitions(scope, compiler.around());
      if (directory.path.empty()) continue;
      LOCI_ASSIGN(const std::vector<exchange::ToolFile> files,
                  compiler.files().notes_below({directory.base, directory.path}));
      for (const exchange::ToolFile& file : files) {
        const auto definition = exchange::parse_definition(file.path, file.text);
        if (definition) agents.insert(definition->agent);
      }
    }
  }
  return agents;
}

// Directories that an import made and nobody has touched or uses any more.
void prune(const AgentMerge& merge, const std::set<std::string>& defined,
           const exchange::ApplyState& state, std::vector<store::FileChange>& changes,
           AgentImportReply& reply) {
  for (const exchange::ImportedDirectory& made : state.imported) {
    const Place place = store::place_of_key(made.place);
    const bool used = defined.contains(place.agent) ||
                      merge.found_agents().contains(exchange::directory_for(place.agent));
    const std::vector<SourceNote> notes = merge.notes_at(place);
    bool same = !used && !notes.empty() && notes.size() == made.notes.size();
    for (std::size_t i = 0; same && i < notes.size(); ++i) {
      same = std::any_of(made.notes.begin(), made.notes.end(), [&](const auto& record) {
        return record.path == notes[i].file && record.hash == sha256(notes[i].text.str());
      });
    }
    if (!same) continue;
    for (const SourceNote& note : notes) {
      changes.push_back(store::FileChange::remove(place, note.file,
                                                  store::Expected::text(sha256(note.text.str()))));
      AgentImportRow row;
      row.place = place;
      row.file = note.file;
      row.status = AgentImportStatus::Pruned;
      reply.rows.push_back(std::move(row));
    }
  }
}

// Writes down which directories an import made, and the notes in them.
void note_made(const AgentMerge& merge, const std::vector<store::Changed>& changed, bool of_user,
               exchange::ApplyState& state) {
  for (const auto& [key, place] : merge.made()) {
    if ((place.kind == Place::Kind::AgentUser) != of_user) continue;
    std::erase_if(state.imported, [&made = key](const auto& old) { return old.place == made; });
    state.imported.push_back({key, {}});
  }
  for (const store::Changed& file : changed) {
    if (file.file == note::kIndexFile) continue;
    const auto made =
        std::find_if(state.imported.begin(), state.imported.end(),
                     [&](const auto& directory) { return directory.place == file.place.key; });
    if (made == state.imported.end()) continue;
    // What was pruned stays known: after an undo of that it is as the import left it again.
    if (!file.after) continue;
    std::erase_if(made->notes, [&](const auto& note) { return note.path == file.file; });
    made->notes.push_back({file.file, file.hash});
  }
  std::erase_if(state.imported, [](const auto& directory) { return directory.notes.empty(); });
}

// Directories that pruning left empty, and those of agents that held nothing else.
void remove_empty(Compiler& compiler, const store::Store& store, const Place& place) {
  const store::SplitKey key = store::split_key(place.key);
  const std::string base = place.in_workspace() ? std::string(key.base) : store.home();
  compiler.files().prune({base, fmt::format("{}/{}", key.below, note::kIndexFile)});
}

// Of what was pruned now, and of what an earlier run pruned that ended before it came to this.
void remove_empty(Compiler& compiler, const AgentMerge& merge, const store::Store& store,
                  const std::vector<store::Changed>& changed, const exchange::ApplyState& state) {
  for (const exchange::ImportedDirectory& made : state.imported) {
    const Place place = store::place_of_key(made.place);
    const bool written = std::any_of(changed.begin(), changed.end(), [&](const auto& file) {
      return file.place == place && file.after;
    });
    const bool removed = std::any_of(changed.begin(), changed.end(), [&](const auto& file) {
      return file.place == place && !file.after;
    });
    if (written || (!removed && !merge.notes_at(place).empty())) continue;
    remove_empty(compiler, store, place);
  }
}

// What the journal calls it: what only deletes is no import.
std::string_view operation_of(std::size_t brought) { return brought == 0 ? "prune" : "import"; }

std::string summary_of(std::size_t brought, std::size_t pruned) {
  const std::string_view of =
      brought + pruned == 1 ? "file of agents' memory" : "files of agents' memory";
  if (pruned == 0) return fmt::format("import {} {}", brought, of);
  if (brought == 0) return fmt::format("prune {} {}", pruned, of);
  return fmt::format("import {} and prune {} {}", brought, pruned, of);
}

// What waits for review was not written.
void mark_held(const std::vector<memory::HeldWrite>& held, AgentImportReply& reply) {
  for (const memory::HeldWrite& write : held) {
    for (AgentImportRow& row : reply.rows) {
      if (row.place != write.place || row.file != write.file) continue;
      row.status = AgentImportStatus::Held;
      row.message = write.id.empty()
                        ? "it would wait in the inbox: " + write.why
                        : fmt::format("it waits in the inbox as {}: {}", write.id, write.why);
    }
  }
}

}  // namespace

std::string_view status_name(AgentImportStatus status) {
  static constexpr std::array<std::string_view, 7> kNames{
      "created", "updated", "unchanged", "conflict", "kept", "pruned", "held"};
  return kNames[static_cast<std::size_t>(status)];
}

Result<AgentImportReply> import_agents(Memory& memory, const AgentImportRequest& request) {
  LOCI_TRY(need_tool_access(memory, !request.dry_run));
  const auto compiler_for = [&](ApplyScope scope) {
    ApplyRequest compile;
    compile.scope = scope;
    compile.providers = request.providers;
    compile.var_files = request.var_files;
    compile.allowed_env = request.allowed_env;
    return Compiler(memory.store(), with_settings(memory, compile), surroundings(memory),
                    memory.scopes().slug());
  };
  Compiler project = compiler_for(ApplyScope::Project);
  Compiler user = compiler_for(ApplyScope::User);
  LOCI_TRY(project.choose_providers());
  // The same lock as apply's: what is read here is what an apply may write over.
  ApplyLock held;
  if (!request.dry_run) {
    LOCI_ASSIGN(held, lock_tool_files(memory.store()));
  }
  if (memory.scopes().workspace()) {
    LOCI_TRY(project.state_file().load());
    LOCI_TRY(rebuild_state(memory.store(), project, ApplyScope::Project));
  }
  LOCI_TRY(user.state_file().load());
  LOCI_TRY(rebuild_state(memory.store(), user, ApplyScope::User));
  AgentImportReply reply;
  reply.dry_run = request.dry_run;
  AgentMerge merge(memory, reply, request.allow);
  LOCI_ASSIGN(AgentSources own, agent_sources(memory, false, request.dry_run));
  LOCI_ASSIGN(AgentSources users, agent_sources(memory, true, request.dry_run));
  merge.begin(std::move(own), std::move(users));
  for (const Tool* tool : exchange::providers()) {
    const auto& chosen = project.providers();
    const bool listed = std::find(chosen.begin(), chosen.end(), tool) != chosen.end();
    for (const ToolDirectory& found : tool->provider->directories(*tool, project.around())) {
      const bool users_own = found.scope == ApplyScope::User;
      memory.log().progress(fmt::format("reading {}/{}", found.base, found.path));
      LOCI_TRY(merge.read(users_own ? user : project, *tool, found, listed));
    }
  }
  for (Compiler* compiler : {&project, &user}) {
    const std::string& damage = compiler->state_file().damage();
    if (!damage.empty()) reply.warnings.push_back(damage);
    for (const std::string& line : compiler->vars_warnings()) reply.warnings.push_back(line);
    for (std::string& why : compiler->files().take_left_out()) {
      reply.warnings.push_back(std::move(why) + "; it is left where it is");
    }
  }
  std::vector<store::FileChange> changes = merge.notes().changes();
  const std::size_t brought = changes.size();
  if (request.prune) {
    LOCI_ASSIGN(const std::set<std::string> defined, defined_agents(project));
    prune(merge, defined, project.state(), changes, reply);
    prune(merge, defined, user.state(), changes, reply);
  }
  std::vector<Place> places;
  for (const store::FileChange& change : changes) {
    if (std::find(places.begin(), places.end(), change.place) == places.end()) {
      places.push_back(change.place);
    }
  }
  if (!changes.empty()) {
    store::Request asked =
        memory.request(std::string(operation_of(brought)), places, request.dry_run);
    asked.origin = "import";
    const auto planner = [&](store::View&) -> Result<store::Plan> {
      store::Plan plan;
      plan.changes = changes;
      plan.separable = true;
      plan.allow = request.allow;
      plan.summary = summary_of(brought, changes.size() - brought);
      return plan;
    };
    memory.log().progress(fmt::format("writing {} files", changes.size()));
    LOCI_ASSIGN(memory::Committed outcome, memory.commit(std::move(asked), planner));
    mark_held(outcome.held, reply);
    reply.id = outcome.id;
    reply.changed = std::move(outcome.changed);
  }
  if (request.dry_run) return reply;
  for (Compiler* compiler : {&project, &user}) {
    if (!request.prune) break;
    remove_empty(*compiler, merge, memory.store(), reply.changed, compiler->state());
  }
  if (!merge.allowed().empty()) {
    // The notes are here; without this `check` names what was allowed.
    const auto kept = memory::add_allowances(memory.store(), merge.allowed());
    if (!kept) reply.warnings.push_back(kept.error().message);
  }
  for (const ApplyScope scope : {ApplyScope::Project, ApplyScope::Local}) {
    merge.record(project, scope);
  }
  merge.record(user, ApplyScope::User);
  note_made(merge, reply.changed, false, project.state());
  note_made(merge, reply.changed, true, user.state());
  if (memory.scopes().workspace()) LOCI_TRY(project.state_file().save());
  LOCI_TRY(user.state_file().save());
  return reply;
}

}  // namespace loci::compile
