#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/named.h"
#include "base/text.h"
#include "exchange/tool.h"

namespace loci::exchange {

// The list: one line a tool, each the row of the file with its name in exchange/tools/.
// clang-format off
#define LOCI_TOOLS(tool) \
  tool(claude) \
  tool(codex) \
  tool(gemini) \
  tool(cursor) \
  tool(copilot) \
  tool(antigravity) \
  tool(windsurf) \
  tool(opencode) \
  tool(openclaw) \
  tool(letta) \
  tool(serena) \
  tool(basic_memory) \
  tool(server_memory) \
  tool(agh) \
  tool(zerostack) \
  tool(jutul) \
  tool(qwen) \
  tool(cline) \
  tool(augment) \
  tool(crush)
// clang-format on

#define LOCI_DECLARE_TOOL(name) \
  namespace name {              \
  extern const Tool kTool;      \
  }
#define LOCI_TOOL_ADDRESS(name) &name::kTool,

LOCI_TOOLS(LOCI_DECLARE_TOOL)

namespace {

constexpr std::array kTools{LOCI_TOOLS(LOCI_TOOL_ADDRESS)};

}  // namespace

std::span<const Tool* const> tools() { return kTools; }

const Tool* find_tool(std::string_view name) {
  const auto* const found = std::find_if(kTools.begin(), kTools.end(),
                                         [&](const Tool* tool) { return tool->name == name; });
  return found == kTools.end() ? nullptr : *found;
}

ToolList providers() {
  ToolList list = tools_with(&Tool::provider);
  std::sort(list.begin(), list.end(),
            [](const Tool* a, const Tool* b) { return a->provider->order < b->provider->order; });
  return list;
}

std::string tool_names(const ToolList& list) {
  std::vector<std::string> names;
  for (const Tool* tool : list) names.emplace_back(tool->name);
  return join(names, ", ");
}

Result<const Tool*> choose_tool(const ToolList& list, std::string_view name,
                                std::string_view what) {
  std::vector<std::string_view> names;
  for (const Tool* tool : list) {
    if (tool->name == name) return tool;
    names.push_back(tool->name);
  }
  return fail(invalid_input(fmt::format("'{}' is not a {}", name, what), one_of(name, names)));
}

std::string home_of(const Tool& tool, const Surroundings& around) {
  const ToolHome& home = tool.home;
  if (!home.variable.empty()) {
    if (const auto set = around.environment.get(home.variable)) return *set;
  }
  if (!home.base_variable.empty()) {
    if (const auto base = around.environment.get(home.base_variable)) {
      return fmt::format("{}/{}", *base, home.below_base);
    }
  }
  return fmt::format("{}/{}", around.user_home, home.in_home);
}

std::vector<std::string> signs_of(const Tool& tool, const Surroundings& around) {
  std::vector<std::string> signs{home_of(tool, around)};
  if (!tool.home.also.empty()) {
    signs.push_back(fmt::format("{}/{}", around.user_home, tool.home.also));
  }
  return signs;
}

}  // namespace loci::exchange
