// opencode, version 1. Its entry follows its published documents.

#include <fmt/format.h>

#include <array>

#include "base/json.h"
#include "exchange/tool.h"

namespace loci::exchange::opencode {
namespace {

// As version 2 has it, below `mcp.servers`.
std::string newer_entry(const std::string& program) {
  return fmt::format("\"loci\": {{\"type\": \"local\", \"command\": [{}, \"mcp\"]}}\n",
                     json_quote(program));
}

constexpr std::array kServers{
    ServerFile{.file = "opencode.json",
               .other_file = "opencode.jsonc",
               .key = "mcp",
               .shape = ServerShape::Combined,
               .newer = "servers",
               .newer_entry = newer_entry},
    ServerFile{.scope = SetupScope::Project,
               .base = SettingsBase::Workspace,
               .file = "opencode.json",
               .other_file = "opencode.jsonc",
               .key = "mcp",
               .shape = ServerShape::Combined,
               .pin = kStartedThere,
               .newer = "servers",
               .newer_entry = newer_entry},
};
constexpr Settings kSettings{.program = "opencode", .servers = kServers};

// Seen in 1.18, and in its fork Kilo.
constexpr std::array<std::string_view, 1> kAgentVariables{"OPENCODE"};

}  // namespace

extern constinit const Tool kTool{
    .name = "opencode",
    .title = "opencode",
    .home = {.in_home = ".config/opencode",
             .base_variable = "XDG_CONFIG_HOME",
             .below_base = "opencode"},
    .agent_variables = kAgentVariables,
    .settings = &kSettings,
};

}  // namespace loci::exchange::opencode
