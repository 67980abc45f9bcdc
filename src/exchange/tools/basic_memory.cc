// Basic Memory: one Markdown file a note, in directories that its settings name.

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"

namespace loci::exchange::basic_memory {
namespace {

std::vector<StorePlace> basic_memory_places(const StoreSearch& search) {
  std::vector<StorePlace> places{
      {store_home(search, "BASIC_MEMORY_HOME", "basic-memory"), StoreReach::Global}};
  const auto text =
      search.read(store_home(search, "BASIC_MEMORY_CONFIG_DIR", ".basic-memory") + "/config.json");
  const auto json = parse_json(text.value_or("{}"));
  if (!json || !json->is_object()) return places;
  const auto projects = json->find("projects");
  if (projects == json->end() || !projects->is_object()) return places;
  // A project is its path, in later versions an object that has one.
  for (const auto& [name, project] : projects->items()) {
    const Json* path = &project;
    if (project.is_object()) path = project.contains("path") ? &project["path"] : nullptr;
    if (path == nullptr || !path->is_string()) continue;
    const StorePlace place{path->get<std::string>(), StoreReach::Global};
    const bool known = std::any_of(places.begin(), places.end(),
                                   [&](const StorePlace& p) { return p.path == place.path; });
    if (place.path.starts_with('/') && !known) places.push_back(place);
  }
  return places;
}

constexpr ForeignStore kStore{.title = "Basic Memory",
                              .reach = StoreReach::Global,
                              .places = basic_memory_places,
                              .reads = is_markdown,
                              .enters = is_open_directory,
                              .parse = parse_notes};

}  // namespace

extern constinit const Tool kTool{
    .name = "basic-memory",
    .title = "Basic Memory",
    .store = &kStore,
};

}  // namespace loci::exchange::basic_memory
