#include "compile/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "compile/foreign_file.h"
#include "exchange/block.h"
#include "exchange/claude.h"
#include "exchange/fallback.h"
#include "fs/absent.h"
#include "memory/memory.h"
#include "note/note.h"

namespace loci::compile {
namespace {

using exchange::AgentEntry;
using exchange::AgentMemory;
using exchange::Artifact;
using exchange::Tool;

Result<const Tool*> provider_called(const std::string& name) {
  return exchange::choose_tool(exchange::providers(), name, "provider that loci supports");
}

bool contains(const std::vector<std::string>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Reads a file of a directory that a repository ships: no link is followed.
Result<> add_vars(fs::FileSystem& files, const std::string& base, std::string_view directory,
                  std::string_view name, std::vector<exchange::VarsFile>& into) {
  auto root = files.open(base, fs::Modes::Umask);
  if (root && !directory.empty()) {
    LOCI_ASSIGN(const auto stat, fs::if_there((*root)->stat(directory)));
    if (!stat || stat->kind != fs::Kind::Directory) return {};
    root = (*root)->open(directory);
  }
  if (fs::is_absent(root)) return {};
  if (!root) return fail(std::move(root));
  auto text = (*root)->read(name, kFileBytes);
  if (!text && text.error().kind == ErrorKind::NotFound) return {};
  if (!text) return fail(std::move(text));
  into.push_back(
      {directory.empty() ? fmt::format("{}/{}", base, name) : fmt::format("{}/{}", directory, name),
       std::move(*text)});
  return {};
}

// A note as every tool's renderer takes it. Most notes have no variable, and then the text
// is shared with the source, not copied: it may be in six tools' outputs at once.
Result<AgentEntry> entry_of(const SourceNote& note, const exchange::Variables& variables,
                            const std::string& path) {
  AgentEntry entry;
  entry.text = note.text;
  if (exchange::Variables::has_references(note.text.str())) {
    LOCI_ASSIGN(exchange::Expansion expansion, variables.expand(note.text.str(), path));
    entry.text = SharedText(std::move(expansion.text));
    entry.environment = std::move(expansion.environment);
  }
  const note::Note parsed = note::parse_note(entry.text.str());
  entry.name = note::shown_name(parsed, note.file);
  entry.description = note::compiled_description(parsed);
  entry.blank = trim(parsed.body).empty();
  entry.file = note.file;
  return entry;
}

}  // namespace

Compiler::Compiler(store::Store& store, ApplyRequest request, exchange::Surroundings around,
                   std::string slug)
    : store_(store),
      request_(std::move(request)),
      around_(std::move(around)),
      state_file_(store, request_.scope, std::move(slug), around_.workspace),
      files_(store.files(), store.clock().now()) {}

// A name that is unknown is refused before anything is compiled; the order is that of the
// list of tools, whatever order the names were given in, so that two runs report alike.
Result<> Compiler::choose_providers() {
  for (const std::string& name : request_.providers) LOCI_TRY(provider_called(name));
  for (const std::string& name : request_.native) LOCI_TRY(provider_called(name));
  for (const Tool* tool : exchange::providers()) {
    if (request_.providers.empty() || contains(request_.providers, tool->name)) {
      providers_.push_back(tool);
    }
  }
  return {};
}

// From the weakest to the strongest: a later file's value wins. `own` is set when a file
// for this tool alone is among them; without one all tools have the same variables, and
// what was expanded for one serves the others.
Result<std::vector<exchange::VarsFile>> Compiler::vars_files(std::string_view tool,
                                                             bool& own) const {
  std::vector<exchange::VarsFile> all;
  fs::FileSystem& files = store_.files();
  const auto count_own = [&](std::size_t before) { own = own || all.size() > before; };
  if (!of_user()) {
    LOCI_TRY(add_vars(files, around_.workspace, "xcaf", "project.vars", all));
    const std::size_t before = all.size();
    if (!tool.empty()) {
      const std::string theirs = fmt::format("project.{}.vars", tool);
      LOCI_TRY(add_vars(files, around_.workspace, "xcaf", theirs, all));
    }
    count_own(before);
    LOCI_TRY(add_vars(files, around_.workspace, "xcaf", "project.vars.local", all));
  }
  const std::string base = of_user() ? store_.home() : around_.workspace;
  const std::string_view directory = of_user() ? "" : store::kWorkspaceDirectory;
  LOCI_TRY(add_vars(files, base, directory, "vars", all));
  for (const std::string& file : request_.var_files) {
    LOCI_ASSIGN(ForeignFile given, read_foreign(files, file, "", kFileBytes));
    if (!given.text) return fail(not_found(fmt::format("there is no file '{}'", file)));
    all.push_back({file, std::move(*given.text)});
  }
  const std::size_t before = all.size();
  if (!tool.empty()) {
    LOCI_TRY(add_vars(files, base, directory, fmt::format("vars.{}", tool), all));
  }
  count_own(before);
  LOCI_TRY(add_vars(files, base, directory, "vars.local", all));
  return all;
}

Result<std::shared_ptr<const exchange::Variables>> Compiler::variables_for(std::string_view tool) {
  bool own = false;
  LOCI_ASSIGN(const std::vector<exchange::VarsFile> files, vars_files(tool, own));
  // The pointer itself says that they are the common ones: expanded_for() compares it.
  if (!own && common_variables_) return common_variables_;
  LOCI_ASSIGN(exchange::Variables variables, exchange::Variables::read(files));
  for (const std::string& warning : variables.warnings()) vars_warnings_.insert(warning);
  variables.allow_environment(request_.allowed_env, around_.environment);
  auto shared = std::make_shared<const exchange::Variables>(std::move(variables));
  if (!own) common_variables_ = shared;
  return shared;
}

// State is kept by paths relative to the workspace, so that it holds after the workspace
// was moved; what lies outside of it, in the user's home, is absolute.
std::string Compiler::state_path(const std::string& full) const {
  const std::string root = around_.workspace == "/" ? "/" : around_.workspace + "/";
  if (!around_.workspace.empty() && full.starts_with(root)) return full.substr(root.size());
  return full;
}

// The way back. The base decides how far links are followed: within the workspace no file
// that a repository ships may lead out of it, and a tool's own home is the user's affair.
ToolPath Compiler::tool_path(const Tool& tool, const std::string& state_path) const {
  if (!state_path.starts_with('/')) return {around_.workspace, state_path};
  const std::string home = exchange::home_of(tool, around_);
  if (state_path.starts_with(home + "/")) return {home, state_path.substr(home.size() + 1)};
  return {std::string(parent_path(state_path)), std::string(last_component(state_path))};
}

ToolPath Compiler::tool_path(const Compiled& compiled, const exchange::PlanRow& row) const {
  if (row.wanted != nullptr) return {row.wanted->base, row.wanted->path};
  return tool_path(*compiled.tool, row.path);
}

std::string Compiler::source_path(const store::Place& place, std::string_view file) const {
  return state_path(fmt::format("{}/{}", store_.path_of(place), file));
}

std::string Compiler::within(const ToolPath& path) const {
  return path.base == around_.workspace ? around_.workspace : "";
}

// The entries come from elsewhere; this adds what the indexes say beside them.
Result<> Compiler::add_prose(const AgentSource& agent, const exchange::Variables& variables,
                             AgentMemory& memory) const {
  std::set<std::string, std::less<>> names;
  for (const SourceNote& note : agent.notes) names.insert(note.file);
  for (const SourceNote& index : agent.indexes) {
    const exchange::IndexProse prose = exchange::claude_prose(index.text.str(), names);
    if (prose.text.empty()) continue;
    LOCI_ASSIGN(exchange::Expansion expansion,
                variables.expand(prose.text, source_path(index.place, index.file), prose.lines));
    if (!memory.prose.empty()) memory.prose += '\n';
    memory.prose += expansion.text;
    memory.environment.merge(expansion.environment);
  }
  return {};
}

Result<std::shared_ptr<const Compiler::Expanded>> Compiler::expanded_for(
    const Tool& tool, const AgentSources& sources, const AgentSource& notes) {
  LOCI_ASSIGN(const std::shared_ptr<const exchange::Variables> variables, variables_for(tool.name));
  // Expanding and parsing thousands of notes is most of the work of an apply, and it is
  // the same for every tool that has no variables of its own.
  const bool common = variables == common_variables_;
  if (common && common_) return common_;
  std::vector<const AgentSource*> all;
  for (const AgentSource& agent : sources.agents) all.push_back(&agent);
  all.push_back(&notes);
  std::vector<const SourceNote*> texts;
  for (const AgentSource* agent : all) {
    for (const SourceNote& note : agent->notes) texts.push_back(&note);
  }
  std::vector<Result<AgentEntry>> entries(texts.size());
  // All texts in one list, so that the threads share the work evenly however the notes are
  // spread over the agents; each writes to slots of its own.
  constexpr std::size_t kTextsOfAThread = 128;
  in_parallel(
      texts.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const SourceNote& note = *texts[i];
          entries[i] = entry_of(note, *variables, source_path(note.place, note.file));
        }
      },
      kTextsOfAThread);
  auto expanded = std::make_shared<Expanded>();
  auto next = entries.begin();
  for (const AgentSource* agent : all) {
    AgentMemory memory;
    memory.id = agent->id;
    for (std::size_t i = 0; i < agent->notes.size(); ++i, ++next) {
      // The first fault in the order of the sources, not of the threads.
      if (!*next) return fail(std::move(*next));
      memory.entries.push_back(std::move(**next));
    }
    LOCI_TRY(add_prose(*agent, *variables, memory));
    // The project's own notes are no agent's; without any there is nothing to render for.
    if (agent != &notes) {
      expanded->agents.push_back(std::move(memory));
    } else if (!memory.entries.empty()) {
      expanded->notes.push_back(std::move(memory));
    }
  }
  if (common) common_ = expanded;
  return std::shared_ptr<const Expanded>(expanded);
}

// What the tool calls this project, or "".
Result<std::string> Compiler::project_id(const Tool& tool) const {
  const exchange::Elsewhere* const elsewhere = tool.provider->elsewhere;
  if (elsewhere == nullptr || elsewhere->project_id == nullptr) return "";
  const std::string file =
      fmt::format("{}/{}", exchange::home_of(tool, around_), elsewhere->projects_file);
  LOCI_ASSIGN(const ForeignFile found, read_foreign(store_.files(), file, "", kFileBytes));
  return found.text ? elsewhere->project_id(*found.text, around_.workspace) : "";
}

// Asked before the sources are read, because reading the project's notes for nothing costs
// as much as compiling them. What was chosen once holds until it is chosen otherwise.
bool Compiler::wants_notes(exchange::ApplyScope scope) const {
  if (request_.notes) return *request_.notes;
  return std::any_of(providers_.begin(), providers_.end(), [&](const Tool* tool) {
    const exchange::ProviderState* known = state().find(tool->name, scope);
    return known != nullptr && contains(known->options, "notes");
  });
}

Result<Compiled> Compiler::compile(const Tool& tool, exchange::ApplyScope scope,
                                   const AgentSources& sources, const AgentSource& notes,
                                   Definitions heed) {
  Compiled compiled;
  compiled.tool = &tool;
  compiled.scope = scope;
  // Options of the last run hold for this one, so that a bare `apply` brings in step what
  // is there; what the request says goes before them.
  const exchange::ProviderState* known = state().find(tool.name, scope);
  for (const std::string& option : known == nullptr ? std::vector<std::string>() : known->options) {
    if (option.starts_with(exchange::kFallbackOption)) {
      compiled.fallback = exchange::fallback_called(option.substr(exchange::kFallbackOption.size()))
                              .value_or(exchange::Fallback::None);
    }
    if (option == "native") compiled.native = true;
    if (option == "notes") compiled.notes = true;
  }
  if (request_.fallback) compiled.fallback = *request_.fallback;
  if (request_.no_native) compiled.native = false;
  if (contains(request_.native, tool.name)) compiled.native = true;
  if (request_.notes) compiled.notes = *request_.notes;
  LOCI_ASSIGN(compiled.variables, variables_for(tool.name));
  LOCI_ASSIGN(const std::shared_ptr<const Expanded> expanded, expanded_for(tool, sources, notes));
  exchange::RenderRequest render;
  render.scope = scope;
  render.fallback = compiled.fallback;
  render.native = compiled.native;
  std::vector<AgentMemory> with_notes;
  if (compiled.notes && !expanded->notes.empty()) {
    with_notes = expanded->notes;
    with_notes.insert(with_notes.end(), expanded->agents.begin(), expanded->agents.end());
    render.agents = with_notes;
  } else {
    render.agents = expanded->agents;
  }
  render.around = around_;
  if (compiled.native) {
    LOCI_ASSIGN(render.project_id, project_id(tool));
  }
  // An agent's own definition has one line that is ours. Without agents nobody looks there.
  const exchange::ToolDirectory definitions = tool.provider->definitions(scope, around_);
  if (!definitions.path.empty() && !render.agents.empty() && heed == Definitions::Heeded) {
    LOCI_ASSIGN(render.definitions, files_.notes_below({definitions.base, definitions.path}));
  }
  compiled.rendered = tool.provider->render(tool, render);
  for (Artifact& artifact : compiled.rendered.artifacts) LOCI_TRY(follow_link(tool, artifact));
  return compiled;
}

// A context file may be a link to another one beside it, as GEMINI.md often is to
// AGENTS.md. Then it is that file, and has one block, whichever tool it is for.
Result<> Compiler::follow_link(const Tool& tool, Artifact& artifact) {
  if (artifact.part != Artifact::Part::Block) return {};
  LOCI_ASSIGN(const ForeignFile file,
              read_foreign(store_.files(), artifact.full_path(),
                           within({artifact.base, artifact.path}), kFileBytes));
  if (file.target.starts_with(artifact.base + "/")) {
    artifact.path = file.target.substr(artifact.base.size() + 1);
  }
  wanted_blocks_[state_path(artifact.full_path())].insert(tool.name);
  return {};
}

// Whether a block that the tool does not want any more is not its to take away: its file
// has become a link to another, or another tool has the block there too.
Result<bool> Compiler::stays(const Tool& tool, exchange::ApplyScope scope,
                             const exchange::ArtifactRecord& record) const {
  if (record.part != Artifact::Part::Block) return false;
  const auto wanted = wanted_blocks_.find(record.path);
  if (wanted != wanted_blocks_.end() &&
      (wanted->second.size() > 1 || !wanted->second.contains(tool.name))) {
    return true;
  }
  const ToolPath path = tool_path(tool, record.path);
  const std::string full = fmt::format("{}/{}", path.base, path.path);
  LOCI_ASSIGN(const ForeignFile file, read_foreign(store_.files(), full, within(path), kFileBytes));
  if (file.target != full && file.target.starts_with(path.base + "/")) return true;
  return std::any_of(state().providers.begin(), state().providers.end(), [&](const auto& other) {
    const bool chosen = std::any_of(providers_.begin(), providers_.end(),
                                    [&](const Tool* one) { return one->name == other.provider; });
    return !chosen && other.provider != tool.name && other.scope == scope &&
           std::any_of(other.artifacts.begin(), other.artifacts.end(), [&](const auto& one) {
             return one.part == record.part && one.path == record.path;
           });
  });
}

// What other tools' blocks were last, in files that this one has a block in too.
std::vector<exchange::ArtifactRecord> Compiler::blocks_of_others(const Compiled& compiled) const {
  std::vector<exchange::ArtifactRecord> blocks;
  for (const exchange::ProviderState& other : state().providers) {
    if (other.provider == compiled.tool->name || other.scope != compiled.scope) continue;
    for (const exchange::ArtifactRecord& record : other.artifacts) {
      if (record.part == Artifact::Part::Block && wanted_blocks_.contains(record.path)) {
        blocks.push_back(record);
      }
    }
  }
  return blocks;
}

// Of a file that is not ours only our part counts: a block between its marks, or one line.
// What else the tool or its user changes there is no drift.
Result<std::optional<std::string>> Compiler::present(const ToolPath& path, Artifact::Part part) {
  if (part == Artifact::Part::File) return files_.read(path);
  const std::string full = fmt::format("{}/{}", path.base, path.path);
  LOCI_ASSIGN(const ForeignFile file, read_foreign(store_.files(), full, within(path), kFileBytes));
  if (!file.text) return std::nullopt;
  if (part == Artifact::Part::Block) return exchange::read_block(*file.text, state_path(full));
  const auto definition = exchange::parse_definition(path.path, *file.text);
  if (!definition || definition->memory.empty()) return std::nullopt;
  return fmt::format("memory: {}", definition->memory);
}

// The rendered files and parts that exist already, and what is left of those that
// were recorded and are not rendered any more.
Result<Compiler::FilesThere> Compiler::look_at(const Compiled& compiled,
                                               const exchange::ProviderState* known) {
  FilesThere found;
  std::vector<ToolPath> paths;  // of whole files
  std::vector<ToolFiles::Known> known_of;
  std::vector<std::pair<exchange::Present*, std::string*>> into;  // and their stamps
  std::unordered_map<std::string_view, const exchange::ArtifactRecord*> records;
  std::unordered_set<exchange::PartKey, exchange::PartKeyHash> wanted_keys;
  const auto add = [&](const ToolPath& path, Artifact::Part part, const ToolFiles::Known& before,
                       exchange::Present& now, std::string& stamp) -> Result<> {
    // Whole files are looked at together, on several threads; the few parts of other
    // files one by one.
    if (part == Artifact::Part::File) {
      paths.push_back(path);
      known_of.push_back(before);
      into.emplace_back(&now, &stamp);
      return {};
    }
    LOCI_ASSIGN(const std::optional<std::string> text, present(path, part));
    if (text) now = exchange::Present::text(sha256(*text));
    return {};
  };
  if (known != nullptr) {
    records.reserve(known->artifacts.size());
    for (const exchange::ArtifactRecord& record : known->artifacts) {
      if (record.part == Artifact::Part::File) records.emplace(record.path, &record);
    }
  }
  const std::vector<Artifact>& artifacts = compiled.rendered.artifacts;
  found.wanted.resize(artifacts.size());
  wanted_keys.reserve(artifacts.size());
  for (std::size_t i = 0; i < artifacts.size(); ++i) {
    exchange::WantedPart& one = found.wanted[i];
    one.artifact = &artifacts[i];
    one.path = state_path(artifacts[i].full_path());
    wanted_keys.insert({one.path, artifacts[i].part});
    const auto record = records.find(one.path);
    const ToolFiles::Known before =
        record == records.end() ? ToolFiles::Known()
                                : ToolFiles::Known{record->second->hash, record->second->stamp};
    LOCI_TRY(add({artifacts[i].base, artifacts[i].path}, artifacts[i].part, before, one.present,
                 one.stamp));
  }
  // Files of an earlier run that are not rendered any more, those among them that a killed
  // run was about to write: they go, unless somebody edited them.
  std::string unused;
  if (known != nullptr) {
    for (const auto* list : {&known->artifacts, &known->pending}) {
      for (const exchange::ArtifactRecord& record : *list) {
        if (wanted_keys.contains({record.path, record.part})) continue;
        LOCI_ASSIGN(const bool left, stays(*compiled.tool, compiled.scope, record));
        if (left) continue;
        LOCI_TRY(add(tool_path(*compiled.tool, record.path), record.part, {},
                     found.others[{record.path, record.part}], unused));
      }
    }
  }
  LOCI_ASSIGN(std::vector<ToolFiles::Seen> seen,
              files_.look_at(paths, store_.clock().now(), known_of));
  for (std::size_t i = 0; i < seen.size(); ++i) {
    *into[i].first = std::move(seen[i].present);
    *into[i].second = std::move(seen[i].stamp);
  }
  return found;
}

Result<> Compiler::compare(Compiled& compiled) {
  const exchange::ProviderState* known = state().find(compiled.tool->name, compiled.scope);
  const std::vector<exchange::ArtifactRecord> others = blocks_of_others(compiled);
  if (!others.empty()) {
    compiled.known = known == nullptr ? exchange::ProviderState() : *known;
    compiled.known->seen.insert(compiled.known->seen.end(), others.begin(), others.end());
    known = &*compiled.known;
  }
  LOCI_ASSIGN(FilesThere found, look_at(compiled, known));
  compiled.plan = exchange::make_plan(std::move(found.wanted), known,
                                      [&](const std::string& path, Artifact::Part part) {
                                        return found.others[{path, part}];
                                      });
  return {};
}

}  // namespace loci::compile
