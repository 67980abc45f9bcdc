// zerostack: a MEMORY.md for everything, and for each project a scratchpad, daily logs and
// notes. Seen in 1.7.2.

#include <fmt/format.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/slug.h"

namespace loci::exchange::zerostack {
namespace {

constexpr std::string_view kDaily = "daily/";
constexpr std::string_view kNotes = "notes/";

// What it calls a project: the last component, and a hash of the path.
std::string project_name(std::string_view root) {
  constexpr std::size_t kLongest = 40;
  const std::string_view base = last_component(root);
  std::string name;
  for (std::size_t at = 0; at < base.size() && name.size() < kLongest;) {
    const Decoded decoded = decode_utf8(base.substr(at));
    const char c = base[at];
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_';
    name += kept ? c : '-';
    at += decoded.length;
  }
  if (name.empty()) name = "root";
  return fmt::format("{}-{:08x}", name, static_cast<std::uint32_t>(fnv1a64(root)));
}

std::vector<StorePlace> zerostack_places(const StoreSearch& search) {
  std::string base = data_home(search) + "/zerostack";
  for (const char* variable : {"ZS_DATA_DIR", "ZS_CONFIG_DIR"}) {
    const auto set = search.around.environment.get(variable);
    if (set && set->starts_with('/')) base = *set;
  }
  base += "/agent/memory";
  std::vector<StorePlace> places{{base, StoreReach::Global}};
  for (const std::string& root : search.roots) {
    places.push_back(
        {fmt::format("{}/projects/{}", base, project_name(root)), StoreReach::Workspace});
  }
  return places;
}

bool reads_zerostack(std::string_view path) {
  if (path == "MEMORY.md" || path == "SCRATCHPAD.md") return true;
  return (path.starts_with(kDaily) || path.starts_with(kNotes)) && is_markdown(path);
}

bool enters_zerostack(std::string_view path) { return path == "daily" || path == "notes"; }

StoreDrafts parse_zerostack(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts drafts;
  for (const StoreFile& file : files) {
    if (trim(file.text).empty()) continue;
    const std::string_view name = last_component(file.path);
    if (file.path.starts_with(kNotes)) {
      const std::size_t before = drafts.notes.size();
      add_file(drafts, {std::string(name), file.text}, type);
      if (drafts.notes.size() > before) drafts.notes.back().source = file.path;
      continue;
    }
    Missing fields{"zerostack memory", "reference", "What zerostack kept in MEMORY.md"};
    std::string into = "zerostack-memory.md";
    std::string description;
    if (file.path == "SCRATCHPAD.md") {
      fields = {"zerostack scratchpad", "project", "What stood on zerostack's scratchpad"};
      into = "zerostack-scratchpad.md";
    } else if (file.path.starts_with(kDaily)) {
      const std::string_view day = note::stem(name);
      description = fmt::format("zerostack's log of {}", day);
      fields = {fmt::format("zerostack {}", day), "project", description};
      into = flat_name(fmt::format("zerostack-{}", name));
    }
    Adopted adopted = adopt(file.text, fields);
    add_warnings(drafts, file.path, adopted);
    drafts.notes.push_back({file.path, std::move(into), std::move(adopted.text)});
  }
  return drafts;
}

constexpr ForeignStore kStore{.title = "zerostack memory",
                              .reach = StoreReach::Workspace,
                              .places = zerostack_places,
                              .reads = reads_zerostack,
                              .enters = enters_zerostack,
                              .parse = parse_zerostack};

}  // namespace

extern constinit const Tool kTool{
    .name = "zerostack",
    .title = "zerostack",
    .store = &kStore,
};

}  // namespace loci::exchange::zerostack
