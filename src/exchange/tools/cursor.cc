// Cursor. Its entries follow its published documents. Its own memories are on a server.

#include <fmt/format.h>

#include <array>

#include "exchange/fallback.h"
#include "exchange/tool.h"

namespace loci::exchange::cursor {
namespace {

constexpr std::array kServers{
    ServerFile{.file = "mcp.json"},
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = ".cursor/mcp.json",
               .pin = kWorkspaceFolder},
};
constexpr Settings kSettings{.program = "cursor", .servers = kServers};

constexpr std::array kCalls{
    HookCall{
        .event = HookEvent::SessionStart, .name = "sessionStart", .seconds = 5, .takes_text = true},
    // Nothing can be injected with a prompt here.
    HookCall{.event = HookEvent::Prompt, .name = "beforeSubmitPrompt", .seconds = 2},
    HookCall{.event = HookEvent::PreCompact, .name = "preCompact", .seconds = 5},
    HookCall{.event = HookEvent::SessionEnd, .name = "sessionEnd", .seconds = 5},
};
constexpr Hooks kHooks{.user_file = "hooks.json",
                       .project_file = ".cursor/hooks.json",
                       .shape = HookShape::Flat,
                       .calls = kCalls,
                       .versioned = true,
                       .answer = HookAnswer::Snake};

std::string rule_head(const AgentMemory& agent) {
  return fmt::format("---\ndescription: {}\nglobs:\nalwaysApply: {}\n---\n\n",
                     rule_description(agent), agent.id.empty());
}

constexpr Elsewhere kElsewhere{
    .context = ".cursor/rules/loci-memory.mdc",
    .context_head = "---\ndescription: Memory\nglobs:\nalwaysApply: true\n---\n",
    .rule_before = ".cursor/rules/loci-memory-",
    .rule_after = ".mdc",
    .rule_head = rule_head,
    .directory = ".cursor/agent-memory"};
constexpr Provider kProvider = provider_elsewhere(4, kElsewhere);

// Its agent, in the editor and on the command line. Not here, because every terminal in
// Cursor has it: CURSOR_TRACE_ID.
constexpr std::array<std::string_view, 1> kAgentVariables{"CURSOR_AGENT"};

}  // namespace

extern constinit const Tool kTool{
    .name = "cursor",
    .title = "Cursor",
    .home = {.in_home = ".cursor"},
    .agent_variables = kAgentVariables,
    .settings = &kSettings,
    .hooks = &kHooks,
    .provider = &kProvider,
};

}  // namespace loci::exchange::cursor
