// Augment. Only known by the variable that its agent's shells have.

#include <array>

#include "exchange/tool.h"

namespace loci::exchange::augment {
namespace {

constexpr std::array<std::string_view, 1> kAgentVariables{"AUGMENT_AGENT"};

}  // namespace

extern constinit const Tool kTool{
    .name = "augment",
    .title = "Augment",
    .agent_variables = kAgentVariables,
};

}  // namespace loci::exchange::augment
