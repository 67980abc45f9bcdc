// Claude Code. Its memory of sub-agents, which is compiled, is in exchange/claude.h; its
// auto memory, which can be imported, are notes and a MEMORY.md in
// <its home>/projects/<workspace>/memory.

#include "exchange/claude.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "base/json.h"
#include "exchange/block.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/index_file.h"

namespace loci::exchange::claude {
namespace {

// A longer name is cut there, and a dash and a hash follow.
constexpr std::size_t kLongestName = 200;

// The directory that the user's settings name instead, or "". Claude Code does not
// take it from settings that a repository ships, and neither does loci.
std::string chosen_directory(const StoreSearch& search, const std::string& home) {
  const auto json = parse_json(search.read(home + "/settings.json").value_or("{}"));
  if (!json || !json->is_object()) return {};
  const auto found = json->find("autoMemoryDirectory");
  if (found == json->end() || !found->is_string()) return {};
  std::string path = found->get<std::string>();
  if (path.starts_with("~/")) path.replace(0, 1, search.around.user_home);
  return path.starts_with('/') ? path : "";
}

std::vector<StorePlace> claude_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  const auto chosen = search.around.environment.get("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE");
  if (chosen && chosen->starts_with('/')) places.push_back({*chosen, StoreReach::Workspace});
  const std::string home = store_home(search, kClaude.home.variable, kClaude.home.in_home);
  const std::string named = chosen_directory(search, home);
  if (!named.empty()) places.push_back({named, StoreReach::Workspace});
  const std::string projects = home + "/projects";
  for (const std::string& root : search.roots) {
    const std::string name = claude_directory_name(root);
    if (name.size() <= kLongestName) {
      places.push_back({fmt::format("{}/{}/memory", projects, name), StoreReach::Workspace});
      continue;
    }
    const std::string start = name.substr(0, kLongestName) + "-";
    for (const std::string& directory : search.directories(projects)) {
      if (!directory.starts_with(start)) continue;
      places.push_back({fmt::format("{}/{}/memory", projects, directory), StoreReach::Workspace});
    }
  }
  return places;
}

StoreDrafts parse_claude(const std::vector<StoreFile>& files, std::string_view type) {
  // What `apply --notes` put there, as its block in the index lists it, is loci's own:
  // it does not come back as a copy.
  std::set<std::string, std::less<>> ours;
  std::vector<StoreFile> theirs = files;
  for (StoreFile& file : theirs) {
    if (file.path != note::kIndexFile) continue;
    const auto block = read_block(file.text, file.path);
    if (!block || !*block) continue;
    for (const note::IndexEntry& entry : note::parse_index(**block)) ours.insert(entry.file);
    if (auto rest = remove_block(file.text, file.path)) file.text = std::move(*rest);
  }
  std::erase_if(theirs, [&](const StoreFile& file) { return ours.contains(file.path); });
  return parse_indexed(theirs, type, {"MEMORY.md", "claude-memory.md", ""},
                       {"Claude memory", type, "What Claude Code kept in MEMORY.md"});
}

constexpr std::array kServers{
    ServerFile{
        .base = SettingsBase::HomeOrUser, .file = ".claude.json", .shape = ServerShape::Typed},
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = ".mcp.json",
               .shape = ServerShape::Typed,
               .pin = kStartedThere},
};
// All of it seen in 2.1.325.
constexpr AllowRules kAllow{.form = AllowForm::Rules,
                            .user_file = "settings.json",
                            .project_file = ".claude/settings.json"};
constexpr OwnMemory kMemory{.name = "its auto memory",
                            .path = "autoMemoryEnabled",
                            .user_file = "settings.json",
                            .project_file = ".claude/settings.json",
                            .usually_on = true,
                            // It does not take the directory from settings that are shared.
                            .native_file = ".claude/settings.local.json",
                            .native_path = "autoMemoryDirectory"};
constexpr Settings kSettings{
    .program = "claude", .servers = kServers, .allow = &kAllow, .memory = &kMemory};

constexpr std::array kCalls{
    kFreshSession,
    kPromptSubmit,
    kToolUse,
    HookCall{.event = HookEvent::PostCompact, .name = "PostCompact", .seconds = 5},
    HookCall{.event = HookEvent::SessionEnd, .name = "SessionEnd", .seconds = 5},
};
constexpr Hooks kHooks{
    .user_file = "settings.json", .project_file = ".claude/settings.json", .calls = kCalls};

constexpr Provider kProvider{.order = 1,
                             .render = render_claude,
                             .directories = claude_directories,
                             .definitions = claude_definitions};

constexpr ForeignStore kStore{.title = "Claude Code auto memory",
                              .reach = StoreReach::Workspace,
                              .places = claude_places,
                              .reads = is_markdown,
                              .enters = is_open_directory,
                              .parse = parse_claude};

// Seen in 2.1.325: its Bash tool and all else it starts; what its SDK starts. Not here,
// because its extension sets it in every terminal of an editor: CLAUDE_CODE_SSE_PORT.
constexpr std::array<std::string_view, 2> kAgentVariables{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"};

}  // namespace

constinit const Tool kTool{
    .name = "claude",
    .title = "Claude Code",
    .home = {.in_home = ".claude", .variable = "CLAUDE_CONFIG_DIR"},
    .agent_variables = kAgentVariables,
    .session_variable = "CLAUDE_CODE_SESSION_ID",
    .workspace_variable = "CLAUDE_PROJECT_DIR",
    .settings = &kSettings,
    .hooks = &kHooks,
    .provider = &kProvider,
    .store = &kStore,
};

}  // namespace loci::exchange::claude
