// Claude Code's auto memory: notes and MEMORY.md in <its home>/projects/<workspace>/memory.

#include <fmt/format.h>

#include <set>

#include "base/json.h"
#include "exchange/block.h"
#include "exchange/store_notes.h"
#include "note/index_file.h"

namespace loci::exchange {
namespace {

// A longer name is cut there, and a dash and a hash follow.
constexpr std::size_t kLongestName = 200;

// The directory that the user's settings name instead, or "". Claude Code does not
// take it from settings that a repository ships, and neither does loci.
std::string chosen_directory(const StoreSearch& search, const std::string& home) {
  const auto json = parse_json(search.read(home + "/settings.json").value_or("{}"));
  if (!json || !json->is_object()) return {};
  const auto found = json->find("autoMemoryDirectory");
  if (found == json->end() || !found->is_string()) return {};
  std::string path = found->get<std::string>();
  if (path.starts_with("~/")) path.replace(0, 1, search.around.user_home);
  return path.starts_with('/') ? path : "";
}

}  // namespace

std::string claude_directory_name(std::string_view path) {
  std::string name;
  for (const char c : path) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += kept ? c : '-';
  }
  return name;
}

std::vector<StorePlace> claude_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  const auto chosen = search.around.environment.get("CLAUDE_COWORK_MEMORY_PATH_OVERRIDE");
  if (chosen && chosen->starts_with('/')) places.push_back({*chosen, StoreReach::Workspace});
  const std::string home = tool_home(search, "CLAUDE_CONFIG_DIR", ".claude");
  const std::string named = chosen_directory(search, home);
  if (!named.empty()) places.push_back({named, StoreReach::Workspace});
  const std::string projects = home + "/projects";
  for (const std::string& root : search.roots) {
    const std::string name = claude_directory_name(root);
    if (name.size() <= kLongestName) {
      places.push_back({fmt::format("{}/{}/memory", projects, name), StoreReach::Workspace});
      continue;
    }
    const std::string start = name.substr(0, kLongestName) + "-";
    for (const std::string& directory : search.directories(projects)) {
      if (!directory.starts_with(start)) continue;
      places.push_back({fmt::format("{}/{}/memory", projects, directory), StoreReach::Workspace});
    }
  }
  return places;
}

StoreDrafts parse_claude(const std::vector<StoreFile>& files, std::string_view type) {
  // What `apply --notes` put there, as its block in the index lists it, is loci's own:
  // it does not come back as a copy.
  std::set<std::string, std::less<>> ours;
  std::vector<StoreFile> theirs = files;
  for (StoreFile& file : theirs) {
    if (file.path != note::kIndexFile) continue;
    const auto block = read_block(file.text, file.path);
    if (!block || !*block) continue;
    for (const note::IndexEntry& entry : note::parse_index(**block)) ours.insert(entry.file);
    if (auto rest = remove_block(file.text, file.path)) file.text = std::move(*rest);
  }
  std::erase_if(theirs, [&](const StoreFile& file) { return ours.contains(file.path); });
  return parse_indexed(theirs, type, {"MEMORY.md", "claude-memory.md", ""},
                       {"Claude memory", type, "What Claude Code kept in MEMORY.md"});
}

}  // namespace loci::exchange
