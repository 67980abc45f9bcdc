#include <algorithm>
#include <array>

#include "api/operation.h"
#include "api/rows.h"

namespace loci::api {
namespace {

constexpr std::array<std::string_view, kGroups> kTitles{
    "Notes",
    "Scratchpad and daily log",
    "Sessions of agents",
    "Memory in other tools",
    "The past",
    "Workspaces and repositories",
    "Upkeep",
};

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const auto rows :
       {note_operations(), search_operations(), target_operations(), context_operations(),
        setup_operations(), server_operations(), agent_operations(), import_operations(),
        past_operations(), repository_operations(), upkeep_operations()}) {
    all.insert(all.end(), rows.begin(), rows.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const Operation& left, const Operation& right) {
    return left.group < right.group;
  });
  return all;
}

}  // namespace

std::string_view group_title(Group group) { return kTitles.at(static_cast<std::size_t>(group)); }

std::span<const Operation> operations() {
  static const std::vector<Operation> kAll = all_operations();
  return kAll;
}

const Operation* find_operation(std::string_view name) {
  for (const Operation& operation : operations()) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

}  // namespace loci::api
