// Gemini CLI. Its private memory of a workspace is a MEMORY.md and notes beside it: what
// agents remember is compiled into it when that is asked for, and it can be imported, as
// can the section of GEMINI.md in which older versions kept what they were told.

#include <fmt/format.h>

#include <array>

#include "base/json.h"
#include "base/text.h"
#include "exchange/block.h"
#include "exchange/fallback.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/index_file.h"

namespace loci::exchange::gemini {

extern const Tool kTool;

namespace {

// Gemini's private memory of a project: notes beside its own MEMORY.md, which gets
// a block with a line for each.
std::string render_private(const Tool& tool, const RenderRequest& request, Rendered& rendered) {
  if (request.scope != ApplyScope::Project) return "its private memory is a project's";
  if (request.project_id.empty()) {
    return "it does not know this project yet: start it here once";
  }
  const std::string base = home_of(tool, request.around);
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
      artifact.path = fmt::format("{}/loci-{}", directory, flat_file_for(agent, entry));
      artifact.text = entry.text;
      artifact.environment = entry.environment;
      lines +=
          note::index_line({"loci-" + flat_file_for(agent, entry), entry.name, entry.description}) +
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

constexpr std::string_view kLegacyFile = "GEMINI.md";
constexpr std::string_view kProjectsFile = "projects.json";
constexpr std::string_view kSection = "## Gemini Added Memories";

// The section's lines without its heading, up to the next one of its level; the
// rest of the file is the user's own instructions.
std::string added_memories(std::string_view text) {
  std::string section;
  bool inside = false;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view content = trim_right(line);
    if (content.starts_with("# ") || content.starts_with("## ")) {
      inside = content == kSection;
      continue;
    }
    if (inside) section += line;
  }
  const std::string_view kept = trim(section);
  return kept.empty() ? "" : fmt::format("{}\n", kept);
}

// What it calls the project of this workspace: the name of a directory, or "".
std::string project_id(std::string_view projects_file, const std::string& workspace) {
  const auto json = parse_json(projects_file);
  if (!json || !json->is_object()) return {};
  const auto projects = json->find("projects");
  if (projects == json->end() || !projects->is_object()) return {};
  const auto found = projects->find(workspace);
  if (found == projects->end() || !found->is_string()) return {};
  std::string id = found->get<std::string>();
  const bool plain =
      id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  return plain ? id : "";
}

std::vector<StorePlace> gemini_places(const StoreSearch& search) {
  const std::string base = home_of(kTool, search.around);
  std::vector<StorePlace> places;
  const std::string projects =
      search.read(fmt::format("{}/{}", base, kProjectsFile)).value_or("{}");
  for (const std::string& root : search.roots) {
    const std::string id = project_id(projects, root);
    if (id.empty()) continue;
    places.push_back({fmt::format("{}/tmp/{}/memory", base, id), StoreReach::Workspace});
  }
  places.push_back({fmt::format("{}/{}", base, kLegacyFile), StoreReach::Global});
  return places;
}

StoreDrafts parse_gemini(const std::vector<StoreFile>& files, std::string_view type) {
  std::vector<StoreFile> notes;
  std::string added;
  for (const StoreFile& file : files) {
    if (file.path == kLegacyFile) {
      added = added_memories(file.text);
    } else {
      notes.push_back(file);
    }
  }
  StoreDrafts drafts = parse_indexed(notes, type, {"MEMORY.md", "gemini-memory.md", ""},
                                     {"Gemini memory", type, "What Gemini CLI kept in MEMORY.md"});
  if (!added.empty()) {
    drafts.notes.push_back({std::string(kLegacyFile), "gemini-added-memories.md",
                            new_note(added, {"Gemini added memories", "user",
                                             "What Gemini CLI was told to remember"})});
  }
  return drafts;
}

constexpr std::array kServers{
    ServerFile{.file = "settings.json"},
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = ".gemini/settings.json",
               .pin = kStartedThere},
};
// Of a workspace it reads no policies, and in settings it calls the same rules outdated.
constexpr AllowRules kAllow{.form = AllowForm::Policy, .user_file = "policies/loci.toml"};
// What it keeps itself, in GEMINI.md and in a MEMORY.md of the workspace, has no switch;
// this one is of what it makes from old sessions.
constexpr OwnMemory kMemory{.name = "its own memory files",
                            .path = "experimental.autoMemory",
                            .user_file = "settings.json",
                            .project_file = ".gemini/settings.json",
                            .plea =
                                "Save with loci, not in GEMINI.md and not in the private "
                                "project memory of Gemini CLI."};
constexpr Settings kSettings{
    .program = "gemini", .servers = kServers, .allow = &kAllow, .memory = &kMemory};

constexpr std::array kCalls{
    HookCall{
        .event = HookEvent::SessionStart, .name = "SessionStart", .seconds = 5, .takes_text = true},
    HookCall{.event = HookEvent::Prompt, .name = "BeforeAgent", .seconds = 2, .takes_text = true},
    // Before a tool it takes nothing but a refusal; this comes with the tool's result.
    HookCall{.event = HookEvent::Tool,
             .name = "AfterTool",
             .seconds = 2,
             .takes_text = true,
             .matcher = "run_shell_command|write_file|replace"},
    HookCall{.event = HookEvent::PreCompact, .name = "PreCompress", .seconds = 5},
    HookCall{.event = HookEvent::SessionEnd, .name = "SessionEnd", .seconds = 5},
};
constexpr Hooks kHooks{.user_file = "settings.json",
                       .project_file = ".gemini/settings.json",
                       .calls = kCalls,
                       .milliseconds = true,
                       .handler_extras = R"({"name":"loci"})",
                       .escapes_tags = true,
                       // The automatic one is sent on every turn.
                       .automatic_compaction = false};

constexpr Elsewhere kElsewhere{.context = "GEMINI.md",
                               .user_context = "GEMINI.md",
                               .newer = "Gemini's private memory of the project",
                               .render_newer = render_private,
                               .projects_file = kProjectsFile,
                               .project_id = project_id,
                               .directory = ".gemini/agent-memory"};
constexpr Provider kProvider = provider_elsewhere(2, kElsewhere);

constexpr ForeignStore kStore{.title = "Gemini CLI memory",
                              .reach = StoreReach::Workspace,
                              .places = gemini_places,
                              .reads = is_markdown,
                              .enters = no_directory,
                              .parse = parse_gemini};

// Seen in 0.61: its shell tool. Not here, because its extension sets them in every
// terminal of an editor: GEMINI_CLI_IDE_*.
constexpr std::array<std::string_view, 1> kAgentVariables{"GEMINI_CLI"};

}  // namespace

constinit const Tool kTool{
    .name = "gemini",
    .title = "Gemini CLI",
    .home = {.in_home = ".gemini", .base_variable = "GEMINI_CLI_HOME", .below_base = ".gemini"},
    .agent_variables = kAgentVariables,
    .settings = &kSettings,
    .hooks = &kHooks,
    .provider = &kProvider,
    .store = &kStore,
};

}  // namespace loci::exchange::gemini
