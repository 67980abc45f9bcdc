// Serena: Markdown files in .serena/memories, topics as directories.

#include <fmt/format.h>

#include "exchange/store_notes.h"

namespace loci::exchange {

std::vector<StorePlace> serena_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  for (const std::string& root : search.roots) {
    places.push_back({root + "/.serena/memories", StoreReach::Workspace});
  }
  places.push_back(
      {tool_home(search, "SERENA_HOME", ".serena") + "/memories/global", StoreReach::Global});
  return places;
}

StoreDrafts parse_serena(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts drafts;
  for (const StoreFile& file : files) add_file(drafts, file, type);
  return drafts;
}

}  // namespace loci::exchange
