// Windsurf. Its entry follows its published documents.

#include <array>

#include "exchange/tool.h"

namespace loci::exchange::windsurf {
namespace {

constexpr std::array kServers{ServerFile{.file = "mcp_config.json"}};
constexpr Settings kSettings{
    .program = "windsurf",
    .servers = kServers,
    .project_by_hand = "it has no file for the servers of one project",
};

}  // namespace

extern constinit const Tool kTool{
    .name = "windsurf",
    .title = "Windsurf",
    .home = {.in_home = ".codeium/windsurf"},
    .settings = &kSettings,
};

}  // namespace loci::exchange::windsurf
