#include "exchange/fallback.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/yaml.h"
#include "exchange/block.h"
#include "exchange/tool.h"
#include "note/note.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kNone = "MEMORY_NO_NATIVE_TARGET";
constexpr std::string_view kPartial = "MEMORY_PARTIAL_FIDELITY";
// What memory_text() begins with, and so what tells its texts from others.
constexpr std::string_view kMark =
    "Reference only, kept by loci: edits made here do not come back.\n";

// One note that names every entry.
void note_each(const Tool& tool, const RenderRequest& request, std::string_view level,
               std::string_view code, const std::string& reason, const std::string& action,
               Rendered& rendered) {
  FidelityNote note{level, std::string(tool.name), {}, std::string(code), reason, action};
  note.resources.reserve(count_entries(request.agents));
  for (const AgentMemory& agent : request.agents) {
    for (const AgentEntry& entry : agent.entries) {
      if (!entry.blank) note.resources.push_back(resource_name(agent, entry));
    }
  }
  if (!note.resources.empty()) rendered.notes.push_back(std::move(note));
}

std::set<std::string, std::less<>> environment_of(const AgentMemory& agent) {
  std::set<std::string, std::less<>> names = agent.environment;
  for (const AgentEntry& entry : agent.entries) {
    names.insert(entry.environment.begin(), entry.environment.end());
  }
  return names;
}

std::string what_to_do(const Tool& tool, const RenderRequest& request) {
  const Elsewhere& elsewhere = *tool.provider->elsewhere;
  const bool newer =
      !elsewhere.newer.empty() && !request.native && request.scope != ApplyScope::Local;
  return fmt::format(
      "'--fallback context' puts it into {}{}", elsewhere.context,
      newer ? fmt::format("; '--native {}' uses {}", tool.name, elsewhere.newer) : "");
}

bool add_context(const Tool& tool, const RenderRequest& request, Rendered& rendered) {
  const bool user = request.scope == ApplyScope::User;
  const Elsewhere& elsewhere = *tool.provider->elsewhere;
  const std::string_view file = user ? elsewhere.user_context : elsewhere.context;
  if (file.empty() || request.scope == ApplyScope::Local) return false;
  const std::string text = memory_text(request.agents);
  if (text.empty()) return true;
  Artifact artifact;
  artifact.base = user ? home_of(tool, request.around) : request.around.workspace;
  artifact.path = file;
  artifact.part = Artifact::Part::Block;
  artifact.text = SharedText(without_marks(text));
  artifact.head = head_around_block(tool, request.scope, file);
  for (const AgentMemory& agent : request.agents) artifact.environment.merge(environment_of(agent));
  rendered.artifacts.push_back(std::move(artifact));
  note_each(tool, request, "info", kPartial,
            fmt::format("it is in the loci block of {}, without its frontmatter; edits made there "
                        "do not come back",
                        file),
            "edit the note, not the block", rendered);
  return true;
}

bool add_rules(const Tool& tool, const RenderRequest& request, Rendered& rendered) {
  const Elsewhere& elsewhere = *tool.provider->elsewhere;
  if (elsewhere.rule_before.empty() || request.scope != ApplyScope::Project) return false;
  for (const AgentMemory& agent : request.agents) {
    const std::string text = memory_text({&agent, 1});
    if (text.empty()) continue;
    Artifact artifact;
    artifact.base = request.around.workspace;
    artifact.path =
        fmt::format("{}{}{}", elsewhere.rule_before,
                    agent.id.empty() ? "notes" : directory_for(agent.id), elsewhere.rule_after);
    artifact.text = SharedText(fmt::format("{}{}", elsewhere.rule_head(agent), text));
    artifact.environment = environment_of(agent);
    rendered.artifacts.push_back(std::move(artifact));
  }
  note_each(tool, request, "info", kPartial,
            "it is in a rule file, without its frontmatter; edits made there do not come back",
            "edit the note, not the rule", rendered);
  return true;
}

}  // namespace

std::string body_of(const AgentEntry& entry) {
  const note::Note note = note::parse_note(entry.text.str());
  return fmt::format("{}\n", trim_right(replace_all(note.body, "\r\n", "\n")));
}

std::string rule_description(const AgentMemory& agent) {
  if (agent.id.empty()) return "Memory";
  return yaml_scalar(fmt::format("What the agent {} remembers", agent.id));
}

std::string flat_file_for(const AgentMemory& agent, const AgentEntry& entry) {
  return fmt::format("{}-{}", agent.id.empty() ? "notes" : directory_for(agent.id), entry.file);
}

std::string memory_text(std::span<const AgentMemory> agents) {
  std::string text;
  for (const AgentMemory& agent : agents) {
    std::string part;
    if (!agent.prose.empty()) part += fmt::format("\n{}", agent.prose);
    for (const AgentEntry& entry : agent.entries) {
      if (entry.blank) continue;
      part += fmt::format("\n### {}\n\n{}", printable(entry.name, true), body_of(entry));
    }
    if (part.empty()) continue;
    text += agent.id.empty() ? std::string("\n## Notes\n") : fmt::format("\n## {}\n", agent.id);
    text += part;
  }
  if (text.empty()) return text;
  return fmt::format("# Memory\n\n{}{}", kMark, text);
}

bool is_memory_text(std::string_view text) { return text.find(trim(kMark)) != text.npos; }

bool has_notes(std::string_view text) {
  return text.find(fmt::format("{}\n## Notes\n", kMark)) != text.npos;
}

std::string_view head_around_block(const Tool& tool, ApplyScope scope, std::string_view path) {
  const Elsewhere* const elsewhere = tool.provider->elsewhere;
  const bool made = elsewhere != nullptr && scope == ApplyScope::Project;
  return made && path == elsewhere->context ? elsewhere->context_head : std::string_view();
}

std::vector<ToolDirectory> directories_elsewhere(const Tool& tool, const Surroundings& around) {
  if (around.workspace.empty()) return {};
  return {
      {around.workspace, std::string(tool.provider->elsewhere->directory), ApplyScope::Project}};
}

Rendered render_elsewhere(const Tool& tool, const RenderRequest& request) {
  const Elsewhere& elsewhere = *tool.provider->elsewhere;
  Rendered rendered;
  std::string why;
  if (request.native && !elsewhere.newer.empty()) {
    why = elsewhere.render_newer(tool, request, rendered);
    if (why.empty()) {
      note_each(tool, request, "info", kPartial,
                fmt::format("it is in {}; edits made there do not come back", elsewhere.newer),
                "edit the note, not the copy", rendered);
      return rendered;
    }
  }
  switch (request.fallback) {
    case Fallback::Context:
      if (add_context(tool, request, rendered)) return rendered;
      why = "it has no uncommitted file for that";
      break;
    case Fallback::Rule:
      if (add_rules(tool, request, rendered)) return rendered;
      why = elsewhere.rule_before.empty() ? "it has no rule files"
                                          : "its rules are in the repository";
      break;
    case Fallback::Hook:
      if (tool.hooks != nullptr) {
        note_each(tool, request, "info", kPartial,
                  "a hook gives it at the start of a session, as far as its budget goes, wherever "
                  "there is loci and the repository is trusted; edits do not come back",
                  "run 'loci trust' in other clones; edit the note", rendered);
        return rendered;
      }
      why = "loci cannot connect its hooks";
      break;
    case Fallback::None:
      break;
  }
  const std::string reason =
      why.empty() ? fmt::format("{} has no place for what agents remember", tool.title)
                  : fmt::format("{} has no place for what agents remember: {}", tool.title, why);
  note_each(tool, request, "warning", kNone, reason, what_to_do(tool, request), rendered);
  return rendered;
}

}  // namespace loci::exchange
