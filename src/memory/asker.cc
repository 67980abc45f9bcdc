#include "memory/asker.h"

#include <array>

#include "base/text.h"
#include "exchange/tool.h"

namespace loci::memory {
namespace {

// What clients agreed on: Amp and Goose set AGENT to their name, opencode to 1; VS Code,
// Claude Code, Crush, OpenHands and Pi set AI_AGENT. Not here, because a person's
// terminal in an editor has them too: TERM_PROGRAM and VSCODE_*.
constexpr std::array<std::string_view, 2> kAnyClient{"AI_AGENT", "AGENT"};

}  // namespace

std::vector<ClientSign> client_signs() {
  std::vector<ClientSign> signs;
  for (const exchange::Tool* tool : exchange::tools()) {
    for (const std::string_view variable : tool->agent_variables) {
      signs.push_back({variable, tool->name});
    }
  }
  for (const std::string_view variable : kAnyClient) signs.push_back({variable, ""});
  return signs;
}

std::string client_name(std::string_view name) {
  constexpr std::size_t kLongest = 40;
  std::string plain;
  for (const char c : ascii_lower(name.substr(0, kLongest))) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (kept) plain += c;
    if (!kept && !plain.empty() && plain.back() != '-') plain += '-';
  }
  while (plain.ends_with('-')) plain.pop_back();
  for (const exchange::Tool* tool : exchange::tools()) {
    const std::string_view rest = std::string_view(plain).substr(
        plain.starts_with(tool->name) ? tool->name.size() : plain.size());
    if (plain == tool->name || rest.starts_with('-')) return std::string(tool->name);
  }
  return plain;
}

Asker who_asks(FrontEnd front_end, const std::optional<std::string>& flag,
               const Environment& environment) {
  Asker asker;
  std::vector<std::string> signs;
  if (flag) {
    signs.emplace_back("--agent is given");
  } else if (environment.get("LOCI_AGENT")) {
    signs.emplace_back("LOCI_AGENT is set");
  }
  for (const ClientSign& sign : client_signs()) {
    if (!environment.get(sign.variable)) continue;
    signs.push_back(std::string(sign.variable) + " is set");
    asker.client = sign.client;
    if (const exchange::Tool* tool = exchange::find_tool(sign.client)) {
      asker.session = environment.get(tool->session_variable).value_or("");
    }
    break;
  }
  asker.sign = join(signs, " and ");
  if (front_end == FrontEnd::ForAgents || !signs.empty()) asker.audience = Audience::Agent;
  return asker;
}

}  // namespace loci::memory
