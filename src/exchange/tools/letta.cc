// Letta's MemFS: a directory of Markdown files for each agent. In the first form
// what is always in the prompt lies in system/, in the second a bare MEMORY.md
// stands in every directory.

#include <fmt/format.h>

#include "exchange/store_notes.h"
#include "exchange/tool.h"

namespace loci::exchange::letta {
namespace {

std::vector<StorePlace> letta_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  const auto chosen = search.around.environment.get("LETTA_MEMORY_DIR");
  if (chosen && chosen->starts_with('/')) places.push_back({*chosen, StoreReach::Global});
  const std::string agents = search.around.user_home + "/.letta/agents";
  for (const std::string& agent : search.directories(agents)) {
    places.push_back({fmt::format("{}/{}/memory", agents, agent), StoreReach::Global});
  }
  return places;
}

StoreDrafts parse_letta(const std::vector<StoreFile>& files, std::string_view type) {
  return parse_indexed(files, type, {"MEMORY.md", "letta-memory.md", ""},
                       {"Letta memory", type, "What a Letta agent kept in MEMORY.md"});
}

constexpr ForeignStore kStore{.title = "Letta MemFS",
                              .reach = StoreReach::Global,
                              .places = letta_places,
                              .reads = is_markdown,
                              .enters = is_open_directory,
                              .parse = parse_letta};

}  // namespace

extern constinit const Tool kTool{
    .name = "letta",
    .title = "Letta",
    .store = &kStore,
};

}  // namespace loci::exchange::letta
