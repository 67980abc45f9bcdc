#include "exchange/fallback.h"

#include <fmt/format.h>

#include "base/text.h"
#include "exchange/block.h"
#include "note/note.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kNone = "MEMORY_NO_NATIVE_TARGET";
constexpr std::string_view kPartial = "MEMORY_PARTIAL_FIDELITY";

// One note that names every entry.
void note_each(const Elsewhere& tool, const RenderRequest& request, std::string_view level,
               std::string_view code, const std::string& reason, const std::string& action,
               Rendered& rendered) {
  FidelityNote note{level, std::string(tool.provider), {}, std::string(code), reason, action};
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

std::string what_to_do(const Elsewhere& tool, const RenderRequest& request) {
  const bool newer = !tool.newer.empty() && !request.native && request.scope != ApplyScope::Local;
  return fmt::format(
      "'--fallback context' puts it into {}{}", tool.context,
      newer ? fmt::format("; '--native {}' uses {}", tool.provider, tool.newer) : "");
}

bool add_context(const Elsewhere& tool, const RenderRequest& request, Rendered& rendered) {
  const bool user = request.scope == ApplyScope::User;
  const std::string_view file = user ? tool.user_context : tool.context;
  if (file.empty() || request.scope == ApplyScope::Local) return false;
  const std::string text = memory_text(request.agents);
  if (text.empty()) return true;
  Artifact artifact;
  artifact.base = user ? tool_home(tool.provider, request.around) : request.around.workspace;
  artifact.path = file;
  artifact.part = Artifact::Part::Block;
  artifact.text = SharedText(without_marks(text));
  if (!user) artifact.head = tool.context_head;
  for (const AgentMemory& agent : request.agents) artifact.environment.merge(environment_of(agent));
  rendered.artifacts.push_back(std::move(artifact));
  note_each(tool, request, "info", kPartial,
            fmt::format("it is in the block of loci in {}, without its frontmatter; edits made "
                        "there do not come back",
                        file),
            "edit the note, not the block", rendered);
  return true;
}

bool add_rules(const Elsewhere& tool, const RenderRequest& request, Rendered& rendered) {
  if (tool.rule_before.empty() || request.scope != ApplyScope::Project) return false;
  for (const AgentMemory& agent : request.agents) {
    const std::string text = memory_text({&agent, 1});
    if (text.empty()) continue;
    Artifact artifact;
    artifact.base = request.around.workspace;
    artifact.path =
        fmt::format("{}{}{}", tool.rule_before,
                    agent.id.empty() ? "notes" : directory_for(agent.id), tool.rule_after);
    artifact.text = SharedText(fmt::format("{}{}", tool.rule_head(agent), text));
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
  return "# Memory\n\nReference only, kept by loci: edits made here do not come back.\n" + text;
}

Rendered render_elsewhere(const Elsewhere& tool, const RenderRequest& request) {
  Rendered rendered;
  std::string why;
  if (request.native && !tool.newer.empty()) {
    why = tool.render_newer(request, rendered);
    if (why.empty()) {
      note_each(tool, request, "info", kPartial,
                fmt::format("it is in {}; edits made there do not come back", tool.newer),
                "edit the note, not the copy", rendered);
      return rendered;
    }
  }
  switch (request.fallback) {
    case Fallback::Context:
      if (add_context(tool, request, rendered)) return rendered;
      why = "it has no file for that which is not committed";
      break;
    case Fallback::Rule:
      if (add_rules(tool, request, rendered)) return rendered;
      why = tool.rule_before.empty() ? "it has no rule files" : "its rules are in the repository";
      break;
    case Fallback::Hook:
      if (tool.hooks) {
        note_each(tool, request, "info", kPartial,
                  "a hook tells it at the start of a session; edits do not come back",
                  "edit the note", rendered);
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
