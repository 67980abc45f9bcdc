// Crush. Only known by the variable that its agent's shells have.

#include <array>

#include "exchange/tool.h"

namespace loci::exchange::crush {
namespace {

constexpr std::array<std::string_view, 1> kAgentVariables{"CRUSH"};

}  // namespace

extern constinit const Tool kTool{
    .name = "crush",
    .title = "Crush",
    .agent_variables = kAgentVariables,
};

}  // namespace loci::exchange::crush
