#include "exchange/permission.h"

#include <algorithm>

#include "base/named.h"

namespace loci::exchange {
namespace {

struct Leveled {
  std::string_view name;
  Allow level;
};
constexpr std::array kTools{
    Leveled{"memory_search", Allow::Read},  Leveled{"memory_read", Allow::Read},
    Leveled{"memory_context", Allow::Read}, Leveled{"memory_history", Allow::Read},
    Leveled{"remember", Allow::Write},      Leveled{"memory_undo", Allow::Write},
    Leveled{"memory_write", Allow::All},    Leveled{"memory_edit", Allow::All},
    Leveled{"memory_delete", Allow::All},
};

}  // namespace

std::optional<Allow> allow_called(std::string_view name) {
  const auto* const found = std::find(kAllowNames.begin(), kAllowNames.end(), name);
  if (found == kAllowNames.end()) return std::nullopt;
  return static_cast<Allow>(found - kAllowNames.begin());
}

std::optional<Allow> level_of(std::string_view mcp_tool) {
  const Leveled* const found = find_named(kTools, mcp_tool);
  return found == nullptr ? std::nullopt : std::optional(found->level);
}

std::vector<std::string_view> allowed_tools(Allow allow) {
  std::vector<std::string_view> names;
  for (const Leveled& tool : kTools) {
    if (tool.level <= allow) names.push_back(tool.name);
  }
  return names;
}

}  // namespace loci::exchange
