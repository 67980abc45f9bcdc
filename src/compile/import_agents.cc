// import of agents' memory from the directories of tools: what changed there
// comes back, what changed on both sides is kept twice, nothing is removed.

#include "compile/import_agents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/hash.h"
#include "base/text.h"
#include "compile/compile.h"
#include "exchange/claude.h"
#include "exchange/index_merge.h"
#include "exchange/merge.h"
#include "guard/scanner.h"
#include "memory/memory.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/slug.h"

namespace loci::compile {
namespace {

using memory::Memory;

using exchange::ApplyScope;
using exchange::Artifact;
using exchange::Imported;
using exchange::Tool;
using exchange::ToolDirectory;
using store::Place;

// The notes of the places that may change, as they will be.
class Desk {
 public:
  void put(const Place& place, const std::string& file, std::string text) {
    Sheet& sheet = sheets_[{place.key, fold(file)}];
    sheet = {place, file, text, std::move(text), false};
  }
  [[nodiscard]] const std::string* now(const Place& place, const std::string& file) const {
    const auto found = sheets_.find({place.key, fold(file)});
    return found == sheets_.end() ? nullptr : &found->second.now;
  }
  [[nodiscard]] bool changed(const Place& place, const std::string& file) const {
    const auto found = sheets_.find({place.key, fold(file)});
    return found != sheets_.end() &&
           (found->second.fresh || found->second.now != found->second.was);
  }
  void write(const Place& place, const std::string& file, std::string text) {
    const auto [at, fresh] = sheets_.try_emplace({place.key, fold(file)});
    if (fresh) at->second = {place, file, "", "", true};
    at->second.now = std::move(text);
  }
  // The name under which a text is kept beside another note: the one it has
  // already, else the first that is free.
  [[nodiscard]] std::string free_name(const Place& place, const std::string& wanted,
                                      const std::string& text) const {
    return *note::free_file_name(wanted, [&](const std::string& name) -> Result<bool> {
      const std::string* taken = now(place, name);
      return taken != nullptr && *taken != text;
    });
  }
  [[nodiscard]] std::vector<store::FileChange> changes() const {
    std::vector<store::FileChange> all;
    for (const auto& [key, sheet] : sheets_) {
      if (!sheet.fresh && sheet.now == sheet.was) continue;
      all.push_back(store::FileChange::put(
          sheet.place, sheet.file, sheet.now,
          sheet.fresh ? store::Expected::absent() : store::Expected::text(sha256(sheet.was))));
    }
    return all;
  }

 private:
  struct Sheet {
    Place place;
    std::string file;
    std::string was;
    std::string now;
    bool fresh = false;
  };
  std::map<std::pair<std::string, std::string>, Sheet> sheets_;
};

// One directory of a tool after another, against what loci has.
class AgentImport {
 public:
  AgentImport(Memory& memory, AgentImportReply& reply) : memory_(memory), reply_(reply) {}

  void begin(AgentSources project, AgentSources user) {
    sources_[0] = std::move(project);
    sources_[1] = std::move(user);
    for (const AgentSources& sources : sources_) {
      for (const AgentSource& agent : sources.agents) {
        for (const Place& place : agent.places) known_places_.insert(place.key);
        for (const auto* list : {&agent.notes, &agent.indexes}) {
          for (const SourceNote& note : *list) desk_.put(note.place, note.file, note.text.str());
        }
      }
    }
  }

  Result<> read(Compiler& compiler, const Tool& tool, const ToolDirectory& directory, bool listed) {
    LOCI_ASSIGN(const std::vector<exchange::ToolFile> files,
                compiler.files().notes_below({directory.base, directory.path}));
    for (const Imported& note : tool.provider->parse(files)) {
      if (!note.agent.empty()) found_agents_.insert(note.agent);
    }
    if (!listed || files.empty()) return {};
    AgentSources& sources = sources_[directory.scope == ApplyScope::User ? 1 : 0];
    LOCI_ASSIGN(Compiled compiled, compiler.compile(tool, directory.scope, sources, {}));
    Side side{&compiler, &tool, &directory, &compiled};
    for (const Artifact& artifact : compiled.rendered.artifacts) {
      if (artifact.part == Artifact::Part::File) side.wanted[artifact.full_path()] = &artifact;
    }
    if (const auto* state = compiler.state().find(tool.name, directory.scope)) {
      for (const auto* list : {&state->seen, &state->artifacts}) {
        for (const auto& one : *list) side.written[one.path] = one.hash;
      }
      for (const auto& one : state->pending) side.pending[one.path] = one.hash;
    }
    std::vector<Imported> indexes;
    std::map<std::string, std::set<std::string, std::less<>>> names;
    for (Imported& note : tool.provider->parse(files)) {
      if (!note.agent.empty() && note.file == note::kIndexFile) {
        indexes.push_back(std::move(note));
        continue;
      }
      names[note.agent].insert(note.file);
      LOCI_TRY(take_note(side, note));
    }
    for (const Imported& index : indexes) LOCI_TRY(take_index(side, index, names[index.agent]));
    return {};
  }

  [[nodiscard]] const Desk& desk() const { return desk_; }
  [[nodiscard]] const std::set<std::string>& found_agents() const { return found_agents_; }
  [[nodiscard]] const std::map<std::string, Place>& made() const { return made_; }
  // The notes of a place before the import.
  [[nodiscard]] std::vector<SourceNote> notes_at(const Place& place) const {
    std::vector<SourceNote> notes;
    for (const AgentSources& sources : sources_) {
      for (const AgentSource& agent : sources.agents) {
        for (const SourceNote& note : agent.notes) {
          if (note.place == place) notes.push_back(note);
        }
      }
    }
    return notes;
  }

  // What was read is what the tool has: the next apply may write over it.
  void record(Compiler& compiler, ApplyScope scope) const {
    std::map<std::string, std::map<std::string_view, std::string_view>> hashes;  // by provider
    for (const auto& one : read_) {
      if (one.first.scope == scope) hashes[one.first.provider][one.first.path] = one.second;
    }
    for (auto& of : hashes) {
      exchange::ProviderState& state = compiler.state().of(of.first, scope);
      auto& read = of.second;
      std::erase_if(state.seen, [&](const auto& seen) { return read.contains(seen.path); });
      for (exchange::ArtifactRecord& artifact : state.artifacts) {
        const auto found = read.find(artifact.path);
        if (found == read.end() || artifact.part != Artifact::Part::File) continue;
        if (artifact.hash != found->second) artifact.stamp.clear();
        artifact.hash = found->second;
        read.erase(found);
      }
      for (const auto& one : read) {
        state.seen.push_back(
            {std::string(one.first), Artifact::Part::File, std::string(one.second)});
      }
      if (state.time.empty()) state.time = format_utc(memory_.now());
    }
  }

 private:
  // What one directory is compared with.
  struct Side {
    Compiler* compiler;
    const Tool* tool;
    const ToolDirectory* directory;
    const Compiled* compiled;
    std::map<std::string, const Artifact*, std::less<>> wanted{};
    std::map<std::string, std::string, std::less<>> written{};  // hashes, by path
    std::map<std::string, std::string, std::less<>> pending{};  // by an apply that was killed

    [[nodiscard]] std::string full_path(const Imported& note) const {
      return fmt::format("{}/{}/{}", directory->base, directory->path, note.path);
    }
    [[nodiscard]] std::string state_path(const Imported& note) const {
      return compiler->state_path(full_path(note));
    }
    // What was written there the last time, or "".
    [[nodiscard]] std::string recorded(const std::string& path, const std::string& now) const {
      const auto coming = pending.find(path);
      if (coming != pending.end() && coming->second == now) return now;
      const auto found = written.find(path);
      return found == written.end() ? "" : found->second;
    }
  };
  struct ReadKey {
    std::string provider;
    ApplyScope scope;
    std::string path;
    bool operator<(const ReadKey& other) const {
      return std::tie(provider, scope, path) < std::tie(other.provider, other.scope, other.path);
    }
  };

  AgentSource* agent_of(const Side& side, const std::string& directory) {
    for (AgentSource& agent : sources_[side.directory->scope == ApplyScope::User ? 1 : 0].agents) {
      if (exchange::directory_for(agent.id) == directory) return &agent;
    }
    return nullptr;
  }

  Result<Place> place_for(const Side& side, const std::string& directory) {
    const AgentSource* agent = agent_of(side, directory);
    LOCI_ASSIGN(const std::string id, note::agent_id(agent == nullptr ? directory : agent->id));
    if (side.directory->scope == ApplyScope::User) return store::agent_user_place(id);
    // What a tool keeps out of the repository stays out of it.
    if (side.directory->scope == ApplyScope::Local) {
      return store::agent_private_place(memory_.scopes().slug(), id);
    }
    return memory_.scopes().destination("agent:" + id);
  }

  AgentImportRow& add_row(const Side& side, const Imported& note, const Place& place,
                          const std::string& file, std::string status, std::string message = "") {
    AgentImportRow row;
    row.provider = side.tool->name;
    row.from = side.state_path(note);
    row.place = place;
    row.file = file;
    row.status = std::move(status);
    row.message = std::move(message);
    return reply_.rows.emplace_back(std::move(row));
  }

  void remember_read(const Side& side, const Imported& note) {
    read_[{std::string(side.tool->name), side.directory->scope, side.state_path(note)}] =
        sha256(note.text);
  }

  // Whether the scanner lets a text in.
  bool passes(const Side& side, const Imported& note) {
    for (const guard::Finding& finding : guard::scan(note.text)) {
      const std::string said = fmt::format("{}:{}: {} ({})", side.state_path(note), finding.line,
                                           finding.message, finding.rule);
      if (finding.severity == guard::Severity::Warn) {
        reply_.warnings.push_back(said);
        continue;
      }
      add_row(side, note, {}, "", "kept", said + "; it is left where it is");
      reply_.conflict = true;
      return false;
    }
    return true;
  }

  Result<> take_note(const Side& side, const Imported& note) {
    if (!note.warning.empty()) {
      reply_.warnings.push_back(fmt::format("{}: {}", side.state_path(note), note.warning));
    }
    if (note.agent.empty()) return {};
    if (const auto fault = note::file_name_fault(note.file)) {
      add_row(side, note, {}, "", "kept", *fault + "; it is left where it is");
      return {};
    }
    const std::string path = side.state_path(note);
    const std::string hash = sha256(note.text);
    const std::string recorded = side.recorded(path, hash);
    const auto wanted = side.wanted.find(side.full_path(note));
    const SourceNote* source = source_of(side, note);
    const std::string compiled =
        wanted != side.wanted.end() ? sha256(wanted->second->text.str()) : std::string();
    if (hash == compiled) {
      add_row(side, note, source->place, source->file, "unchanged");
      remember_read(side, note);
      return {};
    }
    if (!recorded.empty() && hash == recorded) {  // nothing happened there
      if (source != nullptr) add_row(side, note, source->place, source->file, "unchanged");
      return {};
    }
    if (!passes(side, note)) return {};
    remember_read(side, note);
    if (source == nullptr) return take_new(side, note, exchange::escape_references(note.text));
    LOCI_ASSIGN(const exchange::BroughtBack back,
                exchange::bring_back(source->text.str(),
                                     side.compiler->source_path(source->place, source->file),
                                     note.text, *side.compiled->variables));
    const bool only_there = !recorded.empty() && recorded == compiled;
    if (only_there && !back.conflict) return take_edit(side, note, *source, back.text);
    if (back.text == source->text.str() && !back.conflict) {
      add_row(side, note, source->place, source->file, "unchanged");
      return {};
    }
    const std::string why = back.conflict      ? "a line with a variable was changed there"
                            : recorded.empty() ? "another text has its name"
                                               : "it was changed here and there";
    return keep_both(side, note, source->place, source->file, back.theirs, why);
  }

  [[nodiscard]] const SourceNote* source_of(const Side& side, const Imported& note) {
    const AgentSource* agent = agent_of(side, note.agent);
    if (agent == nullptr) return nullptr;
    for (const SourceNote& source : agent->notes) {
      if (source.file == note.file) return &source;
    }
    return nullptr;
  }

  Result<> take_edit(const Side& side, const Imported& note, const SourceNote& source,
                     const std::string& text) {
    const std::string* now = desk_.now(source.place, source.file);
    if (desk_.changed(source.place, source.file) && *now != text) {
      return keep_both(side, note, source.place, source.file, text,
                       "another tool has changed it too");
    }
    desk_.write(source.place, source.file, text);
    add_row(side, note, source.place, source.file, "updated");
    return {};
  }

  Result<> take_new(const Side& side, const Imported& note, const std::string& text) {
    LOCI_ASSIGN(const Place place, place_for(side, note.agent));
    if (!known_places_.contains(place.key)) made_.emplace(place.key, place);
    const std::string* now = desk_.now(place, note.file);
    if (now == nullptr) {
      desk_.write(place, note.file, text);
      add_row(side, note, place, note.file, "created");
      return {};
    }
    if (*now == text) {
      add_row(side, note, place, note.file, "unchanged");
      return {};
    }
    return keep_both(side, note, place, note.file, text, "another text has its name");
  }

  Result<> keep_both(const Side& side, const Imported& note, const Place& place,
                     const std::string& file, const std::string& text, const std::string& why) {
    const std::string name = desk_.free_name(place, file, text);
    const bool there = desk_.now(place, name) != nullptr;
    if (!there) desk_.write(place, name, text);
    add_row(side, note, place, name, there ? "unchanged" : "conflict",
            there ? "" : fmt::format("{}: both are kept, the tool's as '{}'", why, name));
    reply_.conflict = reply_.conflict || !there;
    return {};
  }

  // Facts that a tool wrote into its index, and lines that it put there.
  Result<> take_index(const Side& side, const Imported& index,
                      const std::set<std::string, std::less<>>& there) {
    const std::string hash = sha256(index.text);
    const std::string recorded = side.recorded(side.state_path(index), hash);
    if (!recorded.empty() && hash == recorded) return {};
    const AgentSource* agent = agent_of(side, index.agent);
    const auto wanted = side.wanted.find(side.full_path(index));
    const std::string compiled = wanted == side.wanted.end() ? "" : wanted->second->text.str();
    if (index.text == compiled) {
      remember_read(side, index);
      return {};
    }
    if (!passes(side, index)) return {};
    LOCI_ASSIGN(Place place, place_for(side, index.agent));
    std::string before;
    if (agent != nullptr && !agent->indexes.empty()) {
      place = agent->indexes.front().place;
    }
    if (const std::string* now = desk_.now(place, std::string(note::kIndexFile))) before = *now;
    std::set<std::string, std::less<>> files = there;
    if (agent != nullptr) {
      for (const SourceNote& note : agent->notes) files.insert(note.file);
    }
    exchange::NoteNames names;
    for (const std::string& file : files) {
      const std::string* text = desk_.now(place, file);
      names[file] = note::shown_name(note::parse_note(text == nullptr ? "" : *text), file);
    }
    exchange::IndexEdit edit;
    edit.source = before;
    edit.compiled = compiled;
    edit.edited = index.text;
    edit.several = agent != nullptr && agent->indexes.size() > 1;
    edit.both_changed = !recorded.empty() && recorded != sha256(compiled);
    LOCI_ASSIGN(const exchange::MergedIndex merged,
                exchange::merge_index(edit, names, *side.compiled->variables));
    remember_read(side, index);
    if (merged.text == before) return {};
    if (before.empty() && !known_places_.contains(place.key)) made_.emplace(place.key, place);
    desk_.write(place, std::string(note::kIndexFile), merged.text);
    add_row(side, index, place, std::string(note::kIndexFile),
            merged.conflict ? "conflict" : "updated",
            merged.conflict ? "it was changed here and there: lines of both are kept" : "");
    reply_.conflict = reply_.conflict || merged.conflict;
    return {};
  }

  Memory& memory_;
  AgentImportReply& reply_;
  std::array<AgentSources, 2> sources_;  // of the project, of the user
  Desk desk_;
  std::set<std::string> known_places_;
  std::map<std::string, Place> made_;
  std::set<std::string> found_agents_;  // directories of any provider
  std::map<ReadKey, std::string> read_;
};

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
void prune(const AgentImport& work, const std::set<std::string>& defined,
           const exchange::ApplyState& state, std::vector<store::FileChange>& changes,
           AgentImportReply& reply) {
  for (const exchange::ImportedDirectory& made : state.imported) {
    const Place place = store::place_of_key(made.place);
    const bool used = defined.contains(place.agent) ||
                      work.found_agents().contains(exchange::directory_for(place.agent));
    const std::vector<SourceNote> notes = work.notes_at(place);
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
      row.status = "pruned";
      reply.rows.push_back(std::move(row));
    }
  }
}

// Writes down which directories an import made, and the notes in them.
void note_made(const AgentImport& work, const std::vector<store::Changed>& changed, bool of_user,
               exchange::ApplyState& state) {
  for (const auto& [key, place] : work.made()) {
    if ((place.kind == Place::Kind::AgentUser) == of_user) state.imported.push_back({key, {}});
  }
  for (const store::Changed& file : changed) {
    if (file.file == note::kIndexFile) continue;
    const auto made =
        std::find_if(state.imported.begin(), state.imported.end(),
                     [&](const auto& directory) { return directory.place == file.place.key; });
    if (made == state.imported.end()) continue;
    std::erase_if(made->notes, [&](const auto& note) { return note.path == file.file; });
    if (file.after) made->notes.push_back({file.file, file.hash});
  }
  std::erase_if(state.imported, [](const auto& directory) { return directory.notes.empty(); });
}

}  // namespace

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
  std::unique_ptr<fs::Root> directory;
  std::unique_ptr<fs::Lock> lock;
  if (!request.dry_run) {
    LOCI_ASSIGN(directory, apply_directory(memory.store()));
    LOCI_ASSIGN(lock,
                fs::lock_patiently(memory.store().files(), *directory, store::Store::kPatience));
  }
  if (memory.scopes().workspace()) LOCI_TRY(project.load_state());
  LOCI_TRY(user.load_state());
  AgentImportReply reply;
  reply.dry_run = request.dry_run;
  AgentImport work(memory, reply);
  LOCI_ASSIGN(AgentSources own, agent_sources(memory, false, request.dry_run));
  LOCI_ASSIGN(AgentSources users, agent_sources(memory, true, request.dry_run));
  work.begin(std::move(own), std::move(users));
  for (const Tool* tool : exchange::providers()) {
    const auto& chosen = project.providers();
    const bool listed = std::find(chosen.begin(), chosen.end(), tool) != chosen.end();
    for (const ToolDirectory& found : tool->provider->directories(*tool, project.around())) {
      const bool users_own = found.scope == ApplyScope::User;
      memory.log().progress(fmt::format("reading {}/{}", found.base, found.path));
      LOCI_TRY(work.read(users_own ? user : project, *tool, found, listed));
    }
  }
  for (Compiler* compiler : {&project, &user}) {
    for (std::string& why : compiler->files().take_left_out()) {
      reply.warnings.push_back(std::move(why) + "; it is left where it is");
    }
  }
  std::vector<store::FileChange> changes = work.desk().changes();
  if (request.prune) {
    LOCI_ASSIGN(const std::set<std::string> defined, defined_agents(project));
    prune(work, defined, project.state(), changes, reply);
    prune(work, defined, user.state(), changes, reply);
  }
  std::vector<Place> places;
  for (const store::FileChange& change : changes) {
    if (std::find(places.begin(), places.end(), change.place) == places.end()) {
      places.push_back(change.place);
    }
  }
  if (!changes.empty()) {
    store::Request asked = memory.request("import", places, request.dry_run);
    asked.origin = "import";
    const auto planner = [&](store::View&) -> Result<store::Plan> {
      store::Plan plan;
      plan.changes = changes;
      plan.summary = fmt::format("import {} files of agents' memory", changes.size());
      return plan;
    };
    memory.log().progress(fmt::format("writing {} files", changes.size()));
    LOCI_ASSIGN(store::Outcome outcome, memory.commit(std::move(asked), planner));
    reply.id = outcome.id;
    reply.changed = std::move(outcome.changed);
  }
  if (request.dry_run) return reply;
  for (const ApplyScope scope : {ApplyScope::Project, ApplyScope::Local}) {
    work.record(project, scope);
  }
  work.record(user, ApplyScope::User);
  note_made(work, reply.changed, false, project.state());
  note_made(work, reply.changed, true, user.state());
  if (memory.scopes().workspace()) LOCI_TRY(project.save_state());
  LOCI_TRY(user.save_state());
  return reply;
}

}  // namespace loci::compile
