// Cline: the terminals that it opens in VS Code. Only known by the variable that its agent's shells
// have.

#include <array>

#include "exchange/tool.h"

namespace loci::exchange::cline {
namespace {

constexpr std::array<std::string_view, 1> kAgentVariables{"CLINE_ACTIVE"};

}  // namespace

extern constinit const Tool kTool{
    .name = "cline",
    .title = "Cline",
    .agent_variables = kAgentVariables,
};

}  // namespace loci::exchange::cline
