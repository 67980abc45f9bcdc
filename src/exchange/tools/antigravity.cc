// Antigravity, which shares a directory with Gemini CLI.

#include <fmt/format.h>

#include <array>

#include "base/yaml.h"
#include "exchange/fallback.h"
#include "exchange/tool.h"

namespace loci::exchange::antigravity {
namespace {

std::string render_knowledge(const Tool& /*tool*/, const RenderRequest& request,
                             Rendered& rendered) {
  if (request.scope != ApplyScope::Project) return "its knowledge is a project's";
  for (const AgentMemory& agent : request.agents) {
    for (const AgentEntry& entry : agent.entries) {
      if (entry.blank) continue;
      Artifact artifact;
      artifact.base = request.around.workspace;
      artifact.path = fmt::format(".agents/knowledge/{}", flat_file_for(agent, entry));
      artifact.text = SharedText(
          fmt::format("---\ntitle: {}\ndescription: {}\ntags: [{}]\n---\n\n{}",
                      yaml_scalar(entry.name), yaml_scalar(entry.description),
                      yaml_scalar(agent.id.empty() ? "notes" : agent.id, true), body_of(entry)));
      artifact.environment = entry.environment;
      rendered.artifacts.push_back(std::move(artifact));
    }
  }
  return "";
}

std::string rule_head(const AgentMemory& agent) {
  if (agent.id.empty()) return "---\ntrigger: always_on\n---\n\n";
  return fmt::format("---\ntrigger: model_decision\ndescription: {}\n---\n\n",
                     rule_description(agent));
}

constexpr ServerFile kPasted{.file = "mcp_config.json"};
constexpr Settings kSettings{
    .program = "agy",
    .user_by_hand =
        "its versions read different files (~/.gemini/antigravity/mcp_config.json, "
        "~/.gemini/config/mcp_config.json): open 'Manage MCP Servers' in it and paste this",
    .project_by_hand =
        "it wants absolute paths, which a repository cannot ship: paste this into "
        ".agents/mcp_config.json if you keep it to yourself",
    .pasted = &kPasted,
};

constexpr Elsewhere kElsewhere{.context = ".agents/rules/loci-memory.md",
                               .context_head = "---\ntrigger: always_on\n---\n",
                               .rule_before = ".agents/rules/loci-memory-",
                               .rule_after = ".md",
                               .rule_head = rule_head,
                               .newer = "Antigravity's knowledge",
                               .render_newer = render_knowledge,
                               .directory = ".agents/agent-memory"};
constexpr Provider kProvider = provider_elsewhere(3, kElsewhere);

constexpr std::array<std::string_view, 1> kAgentVariables{"ANTIGRAVITY_AGENT"};

}  // namespace

extern constinit const Tool kTool{
    .name = "antigravity",
    .title = "Antigravity",
    .home = {.in_home = ".gemini/antigravity", .also = ".gemini/antigravity-cli"},
    .agent_variables = kAgentVariables,
    .settings = &kSettings,
    .provider = &kProvider,
};

}  // namespace loci::exchange::antigravity
