// Gemini CLI and Antigravity, which share a directory and a file of instructions.

#include <fmt/format.h>

#include "base/yaml.h"
#include "exchange/block.h"
#include "exchange/fallback.h"
#include "note/index_file.h"
#include "note/slug.h"

namespace loci::exchange {
namespace {

std::string file_for(const AgentMemory& agent, const AgentEntry& entry) {
  return fmt::format("{}-{}", agent.id.empty() ? "notes" : directory_for(agent.id), entry.file);
}

// Gemini's private memory of a project: notes beside its own MEMORY.md, which gets
// a block with a line for each.
std::string render_private(const RenderRequest& request, Rendered& rendered) {
  if (request.scope != ApplyScope::Project) return "its private memory is a project's";
  if (request.project_id.empty()) {
    return "it does not know this project yet: start it here once";
  }
  const std::string base = tool_home("gemini", request.around);
  const std::string directory = fmt::format("tmp/{}/memory", request.project_id);
  Artifact index;
  index.base = base;
  index.path = fmt::format("{}/{}", directory, note::kIndexFile);
  index.part = Artifact::Part::Block;
  std::string lines;
  for (const AgentMemory& agent : request.agents) {
    for (const AgentEntry& entry : agent.entries) {
      if (entry.blank) continue;
      Artifact artifact;
      artifact.base = base;
      artifact.path = fmt::format("{}/loci-{}", directory, file_for(agent, entry));
      artifact.text = entry.text;
      artifact.environment = entry.environment;
      lines += note::index_line({"loci-" + file_for(agent, entry), entry.name, entry.description}) +
               "\n";
      index.environment.insert(entry.environment.begin(), entry.environment.end());
      rendered.artifacts.push_back(std::move(artifact));
    }
  }
  if (lines.empty()) return "";
  index.text = SharedText(without_marks(lines));
  rendered.artifacts.push_back(std::move(index));
  return "";
}

std::string render_knowledge(const RenderRequest& request, Rendered& rendered) {
  if (request.scope != ApplyScope::Project) return "its knowledge is a project's";
  for (const AgentMemory& agent : request.agents) {
    for (const AgentEntry& entry : agent.entries) {
      if (entry.blank) continue;
      Artifact artifact;
      artifact.base = request.around.workspace;
      artifact.path = fmt::format(".agents/knowledge/{}", file_for(agent, entry));
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

std::string no_frontmatter(const AgentMemory& agent) {
  (void)agent;
  return "";
}

std::string antigravity_head(const AgentMemory& agent) {
  if (agent.id.empty()) return "---\ntrigger: always_on\n---\n\n";
  return fmt::format("---\ntrigger: model_decision\ndescription: {}\n---\n\n",
                     yaml_scalar(fmt::format("What the agent {} remembers", agent.id)));
}

constexpr Elsewhere kGemini{"gemini",
                            "Gemini CLI",
                            "GEMINI.md",
                            "",
                            "GEMINI.md",
                            "",
                            "",
                            no_frontmatter,
                            "Gemini's private memory of the project",
                            render_private,
                            true};
constexpr Elsewhere kAntigravity{"antigravity",
                                 "Antigravity",
                                 ".agents/rules/loci-memory.md",
                                 "---\ntrigger: always_on\n---\n",
                                 "",
                                 ".agents/rules/loci-memory-",
                                 ".md",
                                 antigravity_head,
                                 "Antigravity's knowledge",
                                 render_knowledge,
                                 false};

}  // namespace

Rendered render_gemini(const RenderRequest& request) { return render_elsewhere(kGemini, request); }
Rendered render_antigravity(const RenderRequest& request) {
  return render_elsewhere(kAntigravity, request);
}

std::vector<ToolDirectory> gemini_directories(const Surroundings& around) {
  if (around.workspace.empty()) return {};
  return {{around.workspace, ".gemini/agent-memory", ApplyScope::Project}};
}
std::vector<ToolDirectory> antigravity_directories(const Surroundings& around) {
  if (around.workspace.empty()) return {};
  return {{around.workspace, ".agents/agent-memory", ApplyScope::Project}};
}

}  // namespace loci::exchange
