// GitHub Copilot: its command line, and its agent in VS Code. Its own memory is on a
// server.

#include <fmt/format.h>

#include <array>

#include "exchange/fallback.h"
#include "exchange/tool.h"

namespace loci::exchange::copilot {
namespace {

constexpr std::array kServers{
    // The command line and VS Code both read it.
    ServerFile{.file = "mcp-config.json", .shape = ServerShape::Tooled},
    // The entry of Claude Code, in the form that both accept.
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = ".mcp.json",
               .shape = ServerShape::Typed,
               .pin = kStartedThere},
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = ".vscode/mcp.json",
               .key = "servers",
               .shape = ServerShape::Typed,
               .pin = kWorkspaceFolder},
};
constexpr Settings kSettings{.program = "copilot", .servers = kServers};

constexpr std::array kCalls{
    HookCall{
        .event = HookEvent::SessionStart, .name = "sessionStart", .seconds = 5, .takes_text = true},
    // Its documentation says that nothing can be injected; 1.0.102 does inject.
    HookCall{.event = HookEvent::Prompt,
             .name = "userPromptSubmitted",
             .seconds = 2,
             .takes_text = true},
    HookCall{.event = HookEvent::Tool, .name = "preToolUse", .seconds = 2, .takes_text = true},
    HookCall{.event = HookEvent::PreCompact, .name = "preCompact", .seconds = 5},
    HookCall{.event = HookEvent::SessionEnd, .name = "sessionEnd", .seconds = 5},
};
constexpr Hooks kHooks{.user_file = "hooks/loci.json",
                       .project_file = ".github/hooks/loci.json",
                       .shape = HookShape::Shell,
                       .calls = kCalls,
                       .versioned = true,
                       .answer = HookAnswer::Camel};

std::string rule_head(const AgentMemory& agent) {
  return fmt::format("---\napplyTo: \"**\"\ndescription: {}\n---\n\n", rule_description(agent));
}

constexpr Elsewhere kElsewhere{.context = ".github/copilot-instructions.md",
                               .rule_before = ".github/instructions/loci-memory-",
                               .rule_after = ".instructions.md",
                               .rule_head = rule_head,
                               .directory = ".github/agent-memory"};
constexpr Provider kProvider = provider_elsewhere(5, kElsewhere);

// Its command line; its agent in VS Code, since 1.121. Not here, because they are
// settings: COPILOT_MODEL and the like.
constexpr std::array<std::string_view, 3> kAgentVariables{"COPILOT_CLI", "COPILOT_AGENT_SESSION_ID",
                                                          "COPILOT_AGENT"};

}  // namespace

extern constinit const Tool kTool{
    .name = "copilot",
    .title = "GitHub Copilot",
    .home = {.in_home = ".copilot", .variable = "COPILOT_HOME"},
    .agent_variables = kAgentVariables,
    .settings = &kSettings,
    .hooks = &kHooks,
    .provider = &kProvider,
};

}  // namespace loci::exchange::copilot
