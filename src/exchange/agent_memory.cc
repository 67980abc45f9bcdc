#include "exchange/agent_memory.h"

#include <array>
#include <numeric>

#include "base/text.h"

namespace loci::exchange {
namespace {

constexpr std::array<std::string_view, 3> kScopes{"project", "user", "local"};

}  // namespace

std::string_view apply_scope_name(ApplyScope scope) {
  return kScopes.at(static_cast<std::size_t>(scope));
}

std::optional<ApplyScope> apply_scope_called(std::string_view name) {
  for (std::size_t i = 0; i < kScopes.size(); ++i) {
    if (kScopes.at(i) == name) return static_cast<ApplyScope>(i);
  }
  return std::nullopt;
}

std::string directory_for(std::string_view agent) {
  std::string name;
  for (std::size_t at = 0; at < agent.size();) {
    const char c = agent[at];
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_';
    if (kept) {
      name += c;
      ++at;
      continue;
    }
    // The tool counts in UTF-16 units.
    const Decoded decoded = decode_utf8(agent.substr(at));
    name.append(decoded.character > 0xFFFF ? 2 : 1, '-');
    at += decoded.length;
  }
  return name;
}

std::size_t count_entries(std::span<const AgentMemory> agents) {
  return std::accumulate(
      agents.begin(), agents.end(), std::size_t{0},
      [](std::size_t sum, const AgentMemory& agent) { return sum + agent.entries.size(); });
}

std::string resource_name(const AgentMemory& agent, const AgentEntry& entry) {
  return agent.id.empty() ? entry.file : agent.id + "/" + entry.file;
}

}  // namespace loci::exchange
