// The tools that loci knows, one row each: where a tool lives, how its MCP server and
// its hooks are written, what its hooks take back, how agents' memory is compiled for
// it, and which memory of its own can be imported.
//
// A row is a file in exchange/tools/ and a line of the list in tools.cc. What a tool
// does not have, or what is not known for certain, is left out of its row; commands,
// help texts and tables of the documents follow from the rows. Nothing here touches a
// file.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "exchange/hook.h"
#include "exchange/provider.h"
#include "exchange/settings.h"
#include "exchange/stores.h"
#include "exchange/surroundings.h"

namespace loci::exchange {

// The tool's own directory in the user's home.
struct ToolHome {
  std::string_view in_home;             // ".claude": below ~
  std::string_view variable = {};       // names the directory itself
  std::string_view base_variable = {};  // or the directory it is in,
  std::string_view below_base = {};     // where it has this name
  std::string_view also = {};           // another one below ~ that tells that it is installed
};

struct Tool {
  std::string_view name;   // "claude": in commands, in the journal and in state files
  std::string_view title;  // "Claude Code"
  ToolHome home = {};
  // Variables that it sets in the shells it starts for its agent, and that a person's
  // own terminal does not have, also not one inside an editor.
  std::span<const std::string_view> agent_variables = {};
  // The variable among them that says which session it is.
  std::string_view session_variable = {};
  // The variable that tells an MCP server it starts which workspace it is for.
  std::string_view workspace_variable = {};

  const Settings* settings = nullptr;   // `loci setup`
  const Hooks* hooks = nullptr;         // `loci hook`
  const Provider* provider = nullptr;   // `loci apply`, `loci import`
  const ForeignStore* store = nullptr;  // `loci import --from`
};

using ToolList = std::vector<const Tool*>;

// All of them, in the order that commands and documents have them.
[[nodiscard]] std::span<const Tool* const> tools();
[[nodiscard]] const Tool* find_tool(std::string_view name);

// Those of which something is known: tools_with(&Tool::hooks).
template <typename Part>
[[nodiscard]] ToolList tools_with(const Part* Tool::*part) {
  ToolList list;
  for (const Tool* tool : tools()) {
    if (tool->*part != nullptr) list.push_back(tool);
  }
  return list;
}
// Those that memory is compiled for, in the order of Provider::order.
[[nodiscard]] ToolList providers();

// "claude, codex, gemini": for messages.
[[nodiscard]] std::string tool_names(const ToolList& list);
// The one with this name. InvalidInput "'x' is no <what>" with the nearest name, or
// with all of them.
[[nodiscard]] Result<const Tool*> choose_tool(const ToolList& list, std::string_view name,
                                              std::string_view what);

// The tool's own directory: what its variable says, else where it usually is.
[[nodiscard]] std::string home_of(const Tool& tool, const Surroundings& around);
// Directories one of which is there when the tool is installed.
[[nodiscard]] std::vector<std::string> signs_of(const Tool& tool, const Surroundings& around);

}  // namespace loci::exchange
