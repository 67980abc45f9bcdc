// Qwen Code, seen in 0.15: its shell tool. Only known by the variable that its agent's shells have.

#include <array>

#include "exchange/tool.h"

namespace loci::exchange::qwen {
namespace {

constexpr std::array<std::string_view, 1> kAgentVariables{"QWEN_CODE"};

}  // namespace

extern constinit const Tool kTool{
    .name = "qwen",
    .title = "Qwen Code",
    .agent_variables = kAgentVariables,
};

}  // namespace loci::exchange::qwen
