#include "exchange/claude.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "base/yaml.h"
#include "exchange/block.h"
#include "exchange/tool.h"
#include "note/index_file.h"
#include "note/index_hooks.h"
#include "note/slug.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kMarker = "…[index truncated: ";
constexpr std::string_view kMemoryKey = "memory";

bool is_marker(std::string_view line) { return trim(line).starts_with(kMarker); }

std::string marker(std::size_t omitted, std::size_t all) {
  return fmt::format("{}{} of {} entries omitted]\n", kMarker, omitted, all);
}

// Claude Code separates with a dash of its own.
std::string entry_line(const AgentEntry& entry) {
  const std::string head = note::index_line({entry.file, entry.name, ""});
  const std::string hook = note::index_hook(entry.description);
  return hook.empty() ? head + "\n" : fmt::format("{} — {}\n", head, hook);
}

bool is_index(std::string_view file) {
  static const std::string kFolded = fold(note::kIndexFile);
  return folds_to(file, kFolded);
}

FidelityNote warning(std::string resource, std::string code, std::string reason,
                     std::string action) {
  return {"warning",       std::string(kClaude.name), {std::move(resource)},
          std::move(code), std::move(reason),         std::move(action)};
}

// Agents whose definition says that the tool reads their memory elsewhere. A project's memory
// is not put into the user's directory: another project's would meet it there.
FidelityNote scope_mismatch(std::string_view says, std::string_view scope,
                            std::string_view definitions, std::vector<std::string> agents) {
  FidelityNote note = warning(
      "", "MEMORY_SCOPE_MISMATCH",
      fmt::format("with 'memory: {}' in its definition the tool does not read what '--scope {}' "
                  "writes; nothing was compiled",
                  says, scope),
      fmt::format("write 'memory: {}' in {}/, and in what that is made from", scope, definitions));
  const auto of_project = [](std::string_view one) {
    return one == apply_scope_name(ApplyScope::Project) ||
           one == apply_scope_name(ApplyScope::Local);
  };
  if (of_project(says) && of_project(scope))
    note.action += fmt::format(", or use '--scope {}'", says);
  note.resources = std::move(agents);
  return note;
}

// The definition of an agent that is there, with its file.
struct Known {
  std::string path;
  Definition definition;
};

// Of a definition that cannot be read as one: the tool may be less strict.
bool says_memory(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return line.starts_with(kMemoryKey) && line.substr(kMemoryKey.size()).starts_with(':');
  });
}

struct Definitions {
  std::map<std::string, Known> known;         // by agent
  std::set<std::string, std::less<>> unread;  // what files are called that cannot be read as one
};

Definitions read_definitions(const RenderRequest& request) {
  Definitions all;
  for (const ToolFile& file : request.definitions) {
    if (auto definition = parse_definition(file.path, file.text)) {
      const std::string agent = definition->agent;
      all.known.emplace(agent, Known{file.path, std::move(*definition)});
    } else if (!says_memory(file.text)) {
      all.unread.emplace(note::stem(last_component(file.path)));
    }
  }
  return all;
}

// Agents that the tool does not tell of their memory, since their definition has no line for it.
FidelityNote definition_unread(std::string_view scope, std::string_view definitions,
                               std::vector<std::string> agents) {
  FidelityNote note = warning(
      "", "MEMORY_DEFINITION_UNREAD",
      fmt::format("loci cannot read the frontmatter of its definition in {}/, so that the tool may "
                  "not know that there is memory",
                  definitions),
      fmt::format("mend it, and the next 'loci apply' adds 'memory: {}'", scope));
  note.resources = std::move(agents);
  return note;
}

void add_entry(const AgentMemory& agent, const AgentEntry& entry, const ToolDirectory& directory,
               Rendered& rendered, AgentMemory& listed) {
  if (is_index(entry.file)) {
    rendered.notes.push_back(
        warning(resource_name(agent, entry), "MEMORY_NAME_IS_INDEX",
                fmt::format("'{}' would collide with the tool's own MEMORY.md", entry.file),
                "give the note another name"));
    return;
  }
  if (entry.blank) {
    rendered.notes.push_back({"info",
                              std::string(kClaude.name),
                              {resource_name(agent, entry)},
                              "MEMORY_BODY_EMPTY",
                              "it has no text below its frontmatter",
                              "write some text"});
    return;
  }
  Artifact artifact;
  artifact.base = directory.base;
  artifact.path = fmt::format("{}/{}/{}", directory.path, directory_for(agent.id), entry.file);
  artifact.text = entry.text;
  artifact.environment = entry.environment;
  rendered.artifacts.push_back(std::move(artifact));
  AgentEntry line;
  line.file = entry.file;
  line.name = entry.name;
  line.description = entry.description;
  listed.entries.push_back(std::move(line));
}

void add_index(const AgentMemory& agent, const ToolDirectory& directory, const AgentMemory& listed,
               Rendered& rendered) {
  ClaudeIndex index = claude_index(listed);
  if (index.text.empty()) return;
  if (index.omitted > 0) {
    rendered.notes.push_back(warning(
        fmt::format("{}/{}", agent.id, note::kIndexFile), "MEMORY_INDEX_TRUNCATED",
        fmt::format("{} of {} entries are not in the index: the tool reads {} lines and {} bytes",
                    index.omitted, listed.entries.size(), kIndexEntryLines, kIndexEntryBytes),
        "merge notes, or shorten their descriptions"));
  }
  Artifact artifact;
  artifact.base = directory.base;
  artifact.path =
      fmt::format("{}/{}/{}", directory.path, directory_for(agent.id), note::kIndexFile);
  artifact.text = SharedText(std::move(index.text));
  artifact.environment = agent.environment;
  // The first line of a note may be its description.
  for (const AgentEntry& entry : agent.entries) {
    artifact.environment.insert(entry.environment.begin(), entry.environment.end());
  }
  rendered.artifacts.push_back(std::move(artifact));
}

// Notes that are no agent's go into the memory that Claude Code keeps of the
// workspace: files of our own beside its own, and a block in its MEMORY.md.
void render_auto_memory(const RenderRequest& request, const AgentMemory& notes,
                        Rendered& rendered) {
  const std::string name = claude_directory_name(request.around.workspace);
  constexpr std::size_t kLongestName = 200;  // a longer one has a hash that only the tool knows
  if (request.scope == ApplyScope::User || name.size() > kLongestName) {
    for (const AgentEntry& entry : notes.entries) {
      rendered.notes.push_back(
          warning(entry.file, "MEMORY_NO_NATIVE_TARGET",
                  request.scope == ApplyScope::User
                      ? "Claude Code has memory for workspaces only"
                      : "only the tool knows the directory name of this workspace",
                  "use its hooks: 'loci setup claude'"));
    }
    return;
  }
  Artifact index;
  index.base = home_of(kClaude, request.around);
  index.path = fmt::format("projects/{}/memory/{}", name, note::kIndexFile);
  index.part = Artifact::Part::Block;
  std::string lines;
  for (const AgentEntry& entry : notes.entries) {
    if (entry.blank) continue;
    AgentEntry line;
    line.file = "loci-" + entry.file;
    line.name = entry.name;
    line.description = entry.description;
    lines += entry_line(line);
    index.environment.insert(entry.environment.begin(), entry.environment.end());
    Artifact artifact;
    artifact.base = index.base;
    artifact.path = fmt::format("projects/{}/memory/{}", name, line.file);
    artifact.text = entry.text;
    artifact.environment = entry.environment;
    rendered.artifacts.push_back(std::move(artifact));
    rendered.notes.push_back({"info",
                              std::string(kClaude.name),
                              {entry.file},
                              "MEMORY_PARTIAL_FIDELITY",
                              "it is in Claude Code's memory of the workspace; edits made there do "
                              "not come back",
                              "edit the note, not the copy"});
  }
  if (lines.empty()) return;
  index.text = SharedText(without_marks(lines));
  rendered.artifacts.push_back(std::move(index));
}

}  // namespace

ClaudeIndex claude_index(const AgentMemory& agent) {
  std::vector<std::string> lines;
  std::size_t prose = 0;
  if (!agent.prose.empty()) {
    for (const std::string_view line : split_lines(agent.prose)) lines.emplace_back(line);
    if (!lines.back().ends_with('\n')) lines.back() += '\n';
    if (!agent.entries.empty()) lines.emplace_back("\n");
    prose = lines.size();
  }
  for (const AgentEntry& entry : agent.entries) lines.push_back(entry_line(entry));
  std::size_t bytes = 0;
  for (const std::string& line : lines) bytes += line.size();
  std::size_t shown = lines.size();
  const auto fits = [&] {
    const std::size_t rest = shown == lines.size() ? 0 : marker(lines.size(), lines.size()).size();
    return shown + (rest == 0 ? 0 : 1) <= kIndexEntryLines && bytes + rest <= kIndexEntryBytes;
  };
  while (shown > 0 && !fits()) bytes -= lines[--shown].size();
  ClaudeIndex index;
  for (std::size_t i = 0; i < shown; ++i) index.text += lines[i];
  if (shown < lines.size()) {
    index.omitted = lines.size() - std::max(shown, prose);
    index.text += marker(index.omitted, agent.entries.size());
  }
  return index;
}

IndexProse claude_prose(std::string_view index, const std::set<std::string, std::less<>>& files) {
  std::vector<std::string_view> lines = split_lines(index);
  for (const note::IndexEntry& entry : note::parse_index(index)) {
    if (files.contains(entry.file)) lines[entry.line] = {};
  }
  IndexProse prose;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].data() == nullptr || is_marker(lines[i])) continue;
    if (prose.text.empty() && trim(lines[i]).empty()) continue;
    prose.text += lines[i];
    prose.lines.push_back(i + 1);
  }
  prose.text.resize(trim_right(prose.text).size());
  if (!prose.text.empty()) prose.text += '\n';
  return prose;
}

std::optional<Definition> parse_definition(std::string_view path, std::string_view text) {
  const std::size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const std::vector<std::string_view> lines = split_lines(text.substr(start));
  if (lines.empty() || trim_right(lines[0]) != "---") return std::nullopt;
  Definition definition;
  const std::size_t yaml_begin = start + lines[0].size();
  std::size_t at = yaml_begin;
  std::size_t close = 0;
  for (std::size_t i = 1; i < lines.size() && close == 0; ++i) {
    if (trim_right(lines[i]) == "---") {
      close = at;
    } else {
      at += lines[i].size();
    }
  }
  if (close == 0) return std::nullopt;
  const std::string_view yaml = text.substr(yaml_begin, close - yaml_begin);
  const YamlDocument document = parse_yaml(yaml);
  if (document.broken) return std::nullopt;
  const auto scalar = [&](std::string_view key) -> std::string {
    const YamlNode* node = document.root.find(key);
    return node != nullptr && node->kind == YamlNode::Kind::Scalar ? node->scalar : "";
  };
  definition.agent = scalar("name");
  if (definition.agent.empty()) {
    definition.agent = note::stem(last_component(path));
  }
  definition.memory = trim(scalar(kMemoryKey));
  if (document.root.find(kMemoryKey) == nullptr) {
    // Where a line of ours would not be read as one, there is nothing to be set.
    const YamlDocument with = parse_yaml(fmt::format("{}{}: user\n", yaml, kMemoryKey));
    if (with.broken || with.root.find(kMemoryKey) == nullptr) return std::nullopt;
  }
  definition.insert_at = close;
  if (const YamlNode* node = document.root.find(kMemoryKey)) {
    const std::size_t value = yaml_begin + std::min(node->begin, yaml.size());
    const std::size_t before = text.rfind('\n', value == 0 ? 0 : value - 1);
    definition.line_begin = before == std::string_view::npos ? yaml_begin : before + 1;
    const std::size_t end = text.find('\n', value);
    definition.line_end = end == std::string_view::npos ? text.size() : end + 1;
  }
  return definition;
}

std::string with_memory_line(std::string_view text, const Definition& definition,
                             std::string_view line) {
  const std::string_view ending = text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
  const std::string fresh = line.empty() ? "" : fmt::format("{}{}", line, ending);
  if (definition.line_end > definition.line_begin) {
    return fmt::format("{}{}{}", text.substr(0, definition.line_begin), fresh,
                       text.substr(definition.line_end));
  }
  return fmt::format("{}{}{}", text.substr(0, definition.insert_at), fresh,
                     text.substr(definition.insert_at));
}

ToolDirectory claude_directory(ApplyScope scope, const Surroundings& around) {
  switch (scope) {
    case ApplyScope::User:
      return {home_of(kClaude, around), "agent-memory", scope};
    case ApplyScope::Local:
      return {around.workspace, ".claude/agent-memory-local", scope};
    case ApplyScope::Project:
      break;
  }
  return {around.workspace, ".claude/agent-memory", scope};
}

ToolDirectory claude_definitions(ApplyScope scope, const Surroundings& around) {
  if (scope == ApplyScope::User) return {home_of(kClaude, around), "agents", scope};
  return {around.workspace, ".claude/agents", scope};
}

Rendered render_claude(const Tool& /*tool*/, const RenderRequest& request) {
  Rendered rendered;
  rendered.artifacts.reserve(count_entries(request.agents) + 2 * request.agents.size());
  const ToolDirectory directory = claude_directory(request.scope, request.around);
  const ToolDirectory definitions = claude_definitions(request.scope, request.around);
  const Definitions read = read_definitions(request);
  const std::string_view scope = apply_scope_name(request.scope);
  std::map<std::string, std::string> taken;                   // directories, by folded name
  std::map<std::string, std::vector<std::string>> elsewhere;  // agents, by what they say
  std::vector<std::string> untold;
  for (const AgentMemory& agent : request.agents) {
    if (agent.id.empty()) {
      render_auto_memory(request, agent, rendered);
      continue;
    }
    const auto [other, fresh] = taken.emplace(fold(directory_for(agent.id)), agent.id);
    if (!fresh) {
      rendered.notes.push_back(
          warning(agent.id, "MEMORY_AGENT_COLLISION",
                  fmt::format("it would share a directory with the agent '{}'", other->second),
                  "give one of them another id"));
      continue;
    }
    const auto definition = read.known.find(agent.id);
    const bool defined = definition != read.known.end();
    const std::string& says = defined ? definition->second.definition.memory : agent.id;
    if (defined && !says.empty() && says != scope) {
      elsewhere[says].push_back(agent.id);
      continue;
    }
    AgentMemory listed;
    listed.prose = agent.prose;
    const std::size_t before = rendered.artifacts.size();
    for (const AgentEntry& entry : agent.entries) {
      add_entry(agent, entry, directory, rendered, listed);
    }
    add_index(agent, directory, listed, rendered);
    if (rendered.artifacts.size() == before) continue;
    if (!defined && read.unread.contains(agent.id)) untold.push_back(agent.id);
    if (!defined) continue;
    Artifact line;
    line.base = definitions.base;
    line.path = fmt::format("{}/{}", definitions.path, definition->second.path);
    line.part = Artifact::Part::Line;
    line.text = SharedText(fmt::format("{}: {}", kMemoryKey, scope));
    // A line that says the same and is not ours is left to whoever wrote it.
    rendered.artifacts.push_back(std::move(line));
  }
  for (auto& [says, agents] : elsewhere) {
    rendered.notes.push_back(scope_mismatch(says, scope, definitions.path, std::move(agents)));
  }
  if (!untold.empty()) {
    rendered.notes.push_back(definition_unread(scope, definitions.path, std::move(untold)));
  }
  return rendered;
}

std::vector<ToolDirectory> claude_directories(const Tool& /*tool*/, const Surroundings& around) {
  std::vector<ToolDirectory> all;
  if (!around.workspace.empty()) {
    all.push_back(claude_directory(ApplyScope::Project, around));
    all.push_back(claude_directory(ApplyScope::Local, around));
  }
  all.push_back(claude_directory(ApplyScope::User, around));
  return all;
}

std::vector<Imported> parse_agent_memory(const std::vector<ToolFile>& files) {
  std::vector<Imported> all;
  std::vector<Imported> inner;
  for (const ToolFile& file : files) {
    const std::size_t slash = file.path.find('/');
    if (slash == std::string::npos) {
      // A file of its own is the memory of the agent it is named after.
      const std::string agent(is_index(file.path) ? "" : note::stem(file.path));
      all.push_back({agent, file.path, file.text, file.path,
                     fmt::format("it is not in an agent's directory: {}",
                                 agent.empty() ? std::string("left where it is")
                                               : fmt::format("treated as a note of '{}'", agent))});
      continue;
    }
    Imported note;
    note.agent = file.path.substr(0, slash);
    note.file = last_component(file.path);
    note.text = file.text;
    note.path = file.path;
    const bool nested = file.path.find('/', slash + 1) != std::string::npos;
    if (nested) note.warning = "it is in a subdirectory: moved out of it";
    if (is_index(note.file) && (nested || note.file != note::kIndexFile)) {
      note.file = note::file_name_for_title(note::stem(note.file));
      note.warning = fmt::format("it has the name of the index: kept as '{}'", note.file);
    }
    (nested ? inner : all).push_back(std::move(note));
  }
  // Behind the others: a name that both have is the agent's own note's.
  std::move(inner.begin(), inner.end(), std::back_inserter(all));
  return all;
}

std::string claude_directory_name(std::string_view path) {
  std::string name;
  for (const char c : path) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += kept ? c : '-';
  }
  return name;
}

}  // namespace loci::exchange
