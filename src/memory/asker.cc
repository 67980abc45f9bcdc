#include "memory/asker.h"

#include <array>
#include <vector>

#include "base/text.h"

namespace loci::memory {
namespace {

// Where each was seen. Not here, because a person's terminal has them too:
// TERM_PROGRAM and VSCODE_* (editors), CURSOR_TRACE_ID (every terminal in Cursor),
// CLAUDE_CODE_SSE_PORT and GEMINI_CLI_IDE_* (their extensions, in every terminal of
// the editor), CODEX_HOME, COPILOT_MODEL and the like (settings).
constexpr std::array kSigns{
    // Claude Code 2.1.325: its Bash tool and all else it starts.
    ClientSign{"CLAUDECODE", "claude"},
    // The same, in what its SDK starts.
    ClientSign{"CLAUDE_CODE_ENTRYPOINT", "claude"},
    // Gemini CLI 0.61: its shell tool.
    ClientSign{"GEMINI_CLI", "gemini"},
    // Codex 0.166: in every shell, with a sandbox, without the network, in `codex exec`.
    ClientSign{"CODEX_THREAD_ID", "codex"},
    ClientSign{"CODEX_SANDBOX", "codex"},
    ClientSign{"CODEX_SANDBOX_NETWORK_DISABLED", "codex"},
    ClientSign{"CODEX_CI", "codex"},
    // Cursor's agent, in the editor and on the command line.
    ClientSign{"CURSOR_AGENT", "cursor"},
    // Copilot's command line; its agent in VS Code, since 1.121.
    ClientSign{"COPILOT_CLI", "copilot"},
    ClientSign{"COPILOT_AGENT_SESSION_ID", "copilot"},
    ClientSign{"COPILOT_AGENT", "copilot"},
    // Antigravity's agent.
    ClientSign{"ANTIGRAVITY_AGENT", "antigravity"},
    // opencode 1.18, and its fork Kilo.
    ClientSign{"OPENCODE", "opencode"},
    // Qwen Code 0.15: its shell tool.
    ClientSign{"QWEN_CODE", "qwen"},
    // Cline: the terminals that it opens in VS Code.
    ClientSign{"CLINE_ACTIVE", "cline"},
    // Augment.
    ClientSign{"AUGMENT_AGENT", "augment"},
    // Crush.
    ClientSign{"CRUSH", "crush"},
    // What clients agreed on: Amp and Goose set AGENT to their name, opencode to 1;
    // VS Code, Claude Code, Crush, OpenHands and Pi set AI_AGENT.
    ClientSign{"AI_AGENT", ""},
    ClientSign{"AGENT", ""},
};

}  // namespace

std::span<const ClientSign> client_signs() { return kSigns; }

Asker who_asks(FrontEnd front_end, const std::optional<std::string>& flag,
               const Environment& environment) {
  Asker asker;
  std::vector<std::string> signs;
  if (flag) {
    signs.emplace_back("--agent is given");
  } else if (environment.get("LOCI_AGENT")) {
    signs.emplace_back("LOCI_AGENT is set");
  }
  for (const ClientSign& sign : kSigns) {
    if (!environment.get(sign.variable)) continue;
    signs.push_back(std::string(sign.variable) + " is set");
    asker.client = sign.client;
    break;
  }
  asker.sign = join(signs, " and ");
  if (front_end == FrontEnd::ForAgents || !signs.empty()) asker.audience = Audience::Agent;
  return asker;
}

}  // namespace loci::memory
