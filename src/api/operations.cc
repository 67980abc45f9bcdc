#include <algorithm>
#include <array>
#include <deque>

#include "api/operation.h"
#include "api/rows.h"
#include "api/tool_names.h"
#include "base/named.h"

namespace loci::api {
namespace {

constexpr std::array<std::string_view, kGroups> kTitles{
    "Notes",
    "Scratchpad and daily log",
    "Sessions of agents",
    "Memory in other tools",
    "What waits for you",
    "The past",
    "Workspaces and repositories",
    "More than one machine",
    "Upkeep",
};

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const auto rows : {note_operations(),   memory_operations(),     preference_operations(),
                          search_operations(), target_operations(),     context_operations(),
                          setup_operations(),  server_operations(),     agent_operations(),
                          import_operations(), past_operations(),       inbox_operations(),
                          review_operations(), export_operations(),     repository_operations(),
                          upkeep_operations(), home_operations(),       merge_operations(),
                          remote_operations(), consolidate_operations()}) {
    all.insert(all.end(), rows.begin(), rows.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const Operation& left, const Operation& right) {
    return left.group < right.group;
  });
  return all;
}

// The operations, and what their rows cannot hold: parameters whose help names tools.
struct Table {
  std::vector<Operation> operations;
  std::deque<std::vector<Param>> params;
  std::deque<std::string> help;
};

Table make_table() {
  Table table;
  table.operations = all_operations();
  for (Operation& operation : table.operations) {
    const auto names_tools = [](const Param& param) {
      return param.help.find('{') != std::string_view::npos;
    };
    if (std::none_of(operation.params.begin(), operation.params.end(), names_tools)) continue;
    auto& params = table.params.emplace_back(operation.params.begin(), operation.params.end());
    for (Param& param : params) {
      if (names_tools(param)) param.help = table.help.emplace_back(with_tool_names(param.help));
    }
    operation.params = params;
  }
  return table;
}

}  // namespace

std::string_view group_title(Group group) { return kTitles.at(static_cast<std::size_t>(group)); }

std::span<const Operation> operations() {
  static const Table kTable = make_table();
  return kTable.operations;
}

const Operation* find_operation(std::string_view name) { return find_named(operations(), name); }

}  // namespace loci::api
