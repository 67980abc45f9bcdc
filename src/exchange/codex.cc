// Codex, Cursor and GitHub Copilot.

#include <fmt/format.h>

#include "base/yaml.h"
#include "exchange/fallback.h"
#include "note/slug.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kInstructions =
    "# Memory kept by loci\n\n"
    "`resources/<agent>/` holds what agents of the project in `scope.json` remember, one file a "
    "note. The files are\ncopies that loci keeps in step: read them as reference, and leave them "
    "as they are.\n";

// An extension of Codex's memory, one a project, so that each can go by itself.
std::string render_extension(const RenderRequest& request, Rendered& rendered) {
  if (request.scope == ApplyScope::Local) return "its memory is the user's own";
  const bool user = request.scope == ApplyScope::User;
  const std::string name =
      user ? "loci" : fmt::format("loci-{}", note::workspace_slug(request.around.workspace));
  const std::string directory = fmt::format("memories/extensions/{}", name);
  const auto add = [&](const std::string& path, const SharedText& text,
                       const std::set<std::string, std::less<>>& environment) {
    Artifact artifact;
    artifact.base = tool_home("codex", request.around);
    artifact.path = fmt::format("{}/{}", directory, path);
    artifact.text = text;
    artifact.environment = environment;
    rendered.artifacts.push_back(std::move(artifact));
  };
  for (const AgentMemory& agent : request.agents) {
    const std::string of = agent.id.empty() ? "notes" : directory_for(agent.id);
    for (const AgentEntry& entry : agent.entries) {
      if (entry.blank) continue;
      add(fmt::format("resources/{}/{}", of, entry.file), entry.text, entry.environment);
    }
  }
  if (rendered.artifacts.empty()) return "";
  add("instructions.md", SharedText(std::string(kInstructions)), {});
  if (!user) {
    add("scope.json", SharedText(dump_json({{"cwd", request.around.workspace}}) + "\n"), {});
  }
  return "";
}

std::string nothing(const RenderRequest& request, Rendered& rendered) {
  (void)request;
  (void)rendered;
  return "it has none";
}

std::string no_head(const AgentMemory& agent) {
  (void)agent;
  return "";
}

std::string cursor_head(const AgentMemory& agent) {
  if (agent.id.empty()) return "---\ndescription: Memory\nglobs:\nalwaysApply: true\n---\n\n";
  return fmt::format("---\ndescription: {}\nglobs:\nalwaysApply: false\n---\n\n",
                     yaml_scalar(fmt::format("What the agent {} remembers", agent.id)));
}

std::string copilot_head(const AgentMemory& agent) {
  return fmt::format(
      "---\napplyTo: \"**\"\ndescription: {}\n---\n\n",
      yaml_scalar(agent.id.empty() ? std::string("Memory")
                                   : fmt::format("What the agent {} remembers", agent.id)));
}

constexpr Elsewhere kCursor{"cursor",
                            "Cursor",
                            ".cursor/rules/loci-memory.mdc",
                            "---\ndescription: Memory\nglobs:\nalwaysApply: true\n---\n",
                            "",
                            ".cursor/rules/loci-memory-",
                            ".mdc",
                            cursor_head,
                            "",
                            nothing,
                            true};
constexpr Elsewhere kCopilot{"copilot",
                             "GitHub Copilot",
                             ".github/copilot-instructions.md",
                             "",
                             "",
                             ".github/instructions/loci-memory-",
                             ".instructions.md",
                             copilot_head,
                             "",
                             nothing,
                             true};
constexpr Elsewhere kCodex{"codex",
                           "Codex",
                           "AGENTS.md",
                           "",
                           "AGENTS.md",
                           "",
                           "",
                           no_head,
                           "an extension of Codex's memory",
                           render_extension,
                           true};

}  // namespace

Rendered render_cursor(const RenderRequest& request) { return render_elsewhere(kCursor, request); }
Rendered render_copilot(const RenderRequest& request) {
  return render_elsewhere(kCopilot, request);
}
Rendered render_codex(const RenderRequest& request) { return render_elsewhere(kCodex, request); }

std::vector<ToolDirectory> cursor_directories(const Surroundings& around) {
  if (around.workspace.empty()) return {};
  return {{around.workspace, ".cursor/agent-memory", ApplyScope::Project}};
}
std::vector<ToolDirectory> copilot_directories(const Surroundings& around) {
  if (around.workspace.empty()) return {};
  return {{around.workspace, ".github/agent-memory", ApplyScope::Project}};
}
std::vector<ToolDirectory> codex_directories(const Surroundings& around) {
  if (around.workspace.empty()) return {};
  return {{around.workspace, ".codex/agent-memory", ApplyScope::Project}};
}

}  // namespace loci::exchange
