#include "api/operation.h"
#include "api/rows.h"

namespace loci::api {

std::span<const Operation> operations() {
  static const std::vector<Operation> kAll = [] {
    std::vector<Operation> all;
    for (const auto rows :
         {note_operations(), search_operations(), context_operations(), target_operations(),
          memory_tool_operations(), past_operations(), upkeep_operations(), repository_operations(),
          agent_operations(), setup_operations(), import_operations()}) {
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return kAll;
}

const Operation* find_operation(std::string_view name) {
  for (const Operation& operation : operations()) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

}  // namespace loci::api
