// AGH: notes with frontmatter in a global directory, one of each workspace and one of each
// agent, with a MEMORY.md beside them. Seen in the sources of May 2026.

#include <fmt/format.h>

#include <map>

#include "base/path.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"

namespace loci::exchange::agh {
namespace {

constexpr std::string_view kMemory = "memory/";
constexpr std::string_view kAgents = "agents/";

std::vector<StorePlace> agh_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  for (const std::string& root : search.roots) {
    places.push_back({root + "/.agh", StoreReach::Workspace});
  }
  places.push_back({store_home(search, "AGH_HOME", ".agh"), StoreReach::Global});
  return places;
}

// "dev" of "agents/dev/memory/x.md"; "" of "memory/x.md". Nothing for any other file.
std::optional<std::string> agent_of_path(std::string_view path) {
  std::string agent;
  if (path.starts_with(kAgents)) {
    path.remove_prefix(kAgents.size());
    agent = take_component(path);
  }
  if (!path.starts_with(kMemory)) return std::nullopt;
  path.remove_prefix(kMemory.size());
  if (path.find('/') != std::string_view::npos || !is_markdown(path)) return std::nullopt;
  return agent;
}

bool reads_agh(std::string_view path) { return agent_of_path(path).has_value(); }

// "memory", "agents", "agents/dev" and "agents/dev/memory".
bool enters_agh(std::string_view path) {
  if (path == "memory" || path == "agents") return true;
  if (!path.starts_with(kAgents)) return false;
  path.remove_prefix(kAgents.size());
  (void)take_component(path);
  return path.empty() || path == "memory";
}

// What an agent remembers is told apart by the agent's name before the note's.
StoreDrafts parse_agh(const std::vector<StoreFile>& files, std::string_view type) {
  std::map<std::string, std::vector<StoreFile>> groups;
  std::map<std::string, std::string> directories;
  for (const StoreFile& file : files) {
    const std::optional<std::string> agent = agent_of_path(file.path);
    if (!agent) continue;
    const std::string name(last_component(file.path));
    directories[*agent] = file.path.substr(0, file.path.size() - name.size());
    groups[*agent].push_back({name, file.text});
  }
  StoreDrafts all;
  for (const auto& [agent, group] : groups) {
    StoreDrafts drafts = parse_indexed(group, type, {"MEMORY.md", "agh-memory.md", ""},
                                       {"AGH memory", type, "What AGH kept in MEMORY.md"});
    for (StoreDraft& draft : drafts.notes) {
      draft.source = directories[agent] + draft.source;
      if (!agent.empty()) draft.file = flat_name(fmt::format("{}-{}", agent, draft.file));
      all.notes.push_back(std::move(draft));
    }
    for (std::string& warning : drafts.warnings) {
      all.warnings.push_back(directories[agent] + warning);
    }
    for (auto& [word, paths] : drafts.strange_types) {
      for (const std::string& path : paths) {
        all.strange_types[word].push_back(directories[agent] + path);
      }
    }
  }
  return all;
}

constexpr ForeignStore kStore{.title = "AGH memory",
                              .reach = StoreReach::Workspace,
                              .places = agh_places,
                              .reads = reads_agh,
                              .enters = enters_agh,
                              .parse = parse_agh};

}  // namespace

extern constinit const Tool kTool{
    .name = "agh",
    .title = "AGH",
    .store = &kStore,
};

}  // namespace loci::exchange::agh
