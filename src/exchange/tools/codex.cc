// Codex. What agents remember becomes, when it is asked for, an extension of its memory.
// Its memories, which can be imported, are a summary, one file for each session that was
// summed up and notes that a user asked for; in the older form also a handbook of groups
// of tasks, and skills.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "exchange/fallback.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/slug.h"

namespace loci::exchange::codex {

extern const Tool kTool;

namespace {

constexpr std::string_view kInstructions =
    "# Memory kept by loci\n\n"
    "`resources/<agent>/` holds what agents of the project in `scope.json` remember, one file a "
    "note. The files are\ncopies that loci keeps in step: read them as reference, and leave them "
    "as they are.\n";

// An extension of Codex's memory, one a project, so that each can go by itself.
std::string render_extension(const Tool& tool, const RenderRequest& request, Rendered& rendered) {
  if (request.scope == ApplyScope::Local) return "its memory is the user's own";
  const bool user = request.scope == ApplyScope::User;
  const std::string name =
      user ? "loci" : fmt::format("loci-{}", note::workspace_slug(request.around.workspace));
  const std::string directory = fmt::format("memories/extensions/{}", name);
  const auto add = [&](const std::string& path, const SharedText& text,
                       const std::set<std::string, std::less<>>& environment) {
    Artifact artifact;
    artifact.base = home_of(tool, request.around);
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

constexpr std::string_view kGroup = "# Task Group:";
constexpr std::string_view kScope = "scope:";
constexpr std::string_view kHandbook = "MEMORY.md";
constexpr std::string_view kSummary = "memory_summary.md";
constexpr std::string_view kSkills = "skills/";

std::string scope_of(std::string_view group) {
  for (const std::string_view line : split_lines(group)) {
    if (trim(line).starts_with(kScope)) return std::string(trim(trim(line).substr(kScope.size())));
  }
  return {};
}

// The handbook, a note for each group; what stands before the first is one too.
void add_groups(StoreDrafts& drafts, const StoreFile& file, std::string_view type) {
  std::vector<std::string> parts{""};
  for (const std::string_view line : split_lines(file.text)) {
    if (line.starts_with(kGroup)) parts.emplace_back();
    parts.back() += line;
  }
  std::set<std::string> sources;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (trim(parts[i]).empty()) continue;
    Missing fields{"Codex memory", type, ""};
    std::string source(kHandbook);
    if (i > 0) {
      const std::string_view first = without_ending(split_lines(parts[i]).front());
      const std::string title(trim(first.substr(kGroup.size())));
      fields = {fmt::format("Codex: {}", title.empty() ? "tasks" : title), type,
                scope_of(parts[i])};
      source = fmt::format("{}#{}", kHandbook, title);
      for (int number = 2; sources.contains(source); ++number) {
        source = fmt::format("{}#{} ({})", kHandbook, title, number);
      }
    }
    sources.insert(source);
    const std::string body = fmt::format("{}\n", trim_right(parts[i]));
    drafts.notes.push_back(
        {source, note::file_name_for_title(fields.name), new_note(body, fields)});
  }
}

// Its first line is the version of its form.
void add_summary(StoreDrafts& drafts, const StoreFile& file) {
  std::string_view text = file.text;
  const std::vector<std::string_view> lines = split_lines(text);
  Json metadata = Json::object();
  if (!lines.empty() && trim(lines.front()).starts_with('v') && trim(lines.front()).size() <= 4) {
    metadata["codex_form"] = std::string(trim(lines.front()));
    text.remove_prefix(lines.front().size());
  }
  if (trim(text).empty()) return;
  text.remove_prefix(static_cast<std::size_t>(trim_left(text).data() - text.data()));
  drafts.notes.push_back(
      {file.path, "codex-memory-summary.md",
       new_note(text, {"Codex memory summary", "user", "What Codex always has in its prompt"},
                std::move(metadata))});
}

// "2026-11-15T10-00-00-staging-port.md" -> "staging-port.md".
std::string_view undated(std::string_view name) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd-dd-dd-";
  if (name.size() <= kForm.size() + std::string_view(".md").size()) return name;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == 'd' ? name[i] >= '0' && name[i] <= '9' : name[i] == kForm[i];
    if (!fits) return name;
  }
  return name.substr(kForm.size());
}

// A note, a summed-up session or a skill; its directory says which, its name what.
void add_part(StoreDrafts& drafts, const StoreFile& file, std::string_view type) {
  if (trim(file.text).empty()) return;
  std::string name(last_component(file.path));
  if (file.path.starts_with(kSkills)) {
    name = file.path.substr(kSkills.size(), file.path.rfind('/') - kSkills.size()) + ".md";
  }
  Adopted adopted = adopt(file.text, {title_of(undated(name)), type});
  add_warnings(drafts, file.path, adopted);
  drafts.notes.push_back(
      {file.path, flat_name(fmt::format("codex-{}", name)), std::move(adopted.text)});
}

std::vector<StorePlace> codex_places(const StoreSearch& search) {
  const std::string home = store_home(search, kTool.home.variable, kTool.home.in_home);
  return {{home + "/memories", StoreReach::Global}, {home + "/memories_v2", StoreReach::Global}};
}

// raw_memories.md is what the handbook was made from, and what other extensions
// hold came from other tools.
bool reads_codex(std::string_view path) {
  if (!is_markdown(path)) return false;
  if (path == kHandbook || path == kSummary) return true;
  return path.starts_with("rollout_summaries/") || path.starts_with("extensions/ad_hoc/notes/") ||
         (path.starts_with(kSkills) && last_component(path) == "SKILL.md");
}

StoreDrafts parse_codex(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts drafts;
  for (const StoreFile& file : files) {
    if (file.path == kHandbook) {
      add_groups(drafts, file, type);
    } else if (file.path == kSummary) {
      add_summary(drafts, file);
    } else {
      add_part(drafts, file, type);
    }
  }
  return drafts;
}

constexpr std::array kServers{
    ServerFile{.file = "config.toml", .format = SettingsFormat::Toml, .key = "mcp_servers"},
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = ".codex/config.toml",
               .format = SettingsFormat::Toml,
               .key = "mcp_servers",
               .pin = kStartedThere},
};
constexpr AllowRules kAllow{.form = AllowForm::Modes};
constexpr OwnMemory kMemory{.name = "its own memories",
                            .path = "features.memories",
                            .user_file = "config.toml",
                            .project_file = ".codex/config.toml",
                            .format = SettingsFormat::Toml};
constexpr Settings kSettings{.program = "codex",
                             .servers = kServers,
                             .afterwards = "review the new hooks once with /hooks in Codex",
                             .allow = &kAllow,
                             .memory = &kMemory};

constexpr std::array kCalls{
    kFreshSession,
    kPromptSubmit,
    HookCall{.event = HookEvent::Tool,
             .name = "PreToolUse",
             .seconds = 2,
             .takes_text = true,
             .matcher = "Bash|apply_patch"},
    // Its PostCompact has no summary.
    HookCall{.event = HookEvent::PreCompact, .name = "PreCompact", .seconds = 5},
    // It allows no more than 3 seconds there.
    HookCall{.event = HookEvent::SessionEnd, .name = "SessionEnd", .seconds = 3},
};
constexpr Hooks kHooks{
    .user_file = "hooks.json",
    .project_file = ".codex/hooks.json",
    .calls = kCalls,
    // Else what is longer than 2,500 tokens is put into a file that nobody reads.
    .handler_extras = R"({"additionalContextLimit":0})",
};

constexpr Elsewhere kElsewhere{.context = "AGENTS.md",
                               .user_context = "AGENTS.md",
                               .newer = "an extension of Codex's memory",
                               .render_newer = render_extension,
                               .directory = ".codex/agent-memory"};
constexpr Provider kProvider = provider_elsewhere(6, kElsewhere);

constexpr ForeignStore kStore{.title = "Codex memories",
                              .reach = StoreReach::Global,
                              .places = codex_places,
                              .reads = reads_codex,
                              .enters = is_open_directory,
                              .parse = parse_codex};

// Seen in 0.166: in every shell, with a sandbox, without the network, in `codex exec`.
// Not here, because a person sets it: CODEX_HOME.
constexpr std::array<std::string_view, 4> kAgentVariables{
    "CODEX_THREAD_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_CI"};

}  // namespace

constinit const Tool kTool{
    .name = "codex",
    .title = "Codex",
    .home = {.in_home = ".codex", .variable = "CODEX_HOME"},
    .agent_variables = kAgentVariables,
    .session_variable = "CODEX_THREAD_ID",
    .settings = &kSettings,
    .hooks = &kHooks,
    .provider = &kProvider,
    .store = &kStore,
};

}  // namespace loci::exchange::codex
