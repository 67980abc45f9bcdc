// Serena: Markdown files in .serena/memories, topics as directories.

#include <fmt/format.h>

#include "exchange/store_notes.h"
#include "exchange/tool.h"

namespace loci::exchange::serena {
namespace {

std::vector<StorePlace> serena_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  for (const std::string& root : search.roots) {
    places.push_back({root + "/.serena/memories", StoreReach::Workspace});
  }
  places.push_back(
      {store_home(search, "SERENA_HOME", ".serena") + "/memories/global", StoreReach::Global});
  return places;
}

constexpr ForeignStore kStore{.title = "Serena memories",
                              .reach = StoreReach::Workspace,
                              .places = serena_places,
                              .reads = is_markdown,
                              .enters = is_open_directory,
                              .parse = parse_notes};

}  // namespace

extern constinit const Tool kTool{
    .name = "serena",
    .title = "Serena",
    .store = &kStore,
};

}  // namespace loci::exchange::serena
