// jutul-agent: notes of a workspace with a MEMORY.md that lists them, below the user's data
// directory. Seen in the sources of 2026.

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/index_file.h"

namespace loci::exchange::jutul {
namespace {

// It calls a workspace by the first digits of its path's hash.
constexpr std::size_t kDigits = 12;

std::vector<StorePlace> jutul_places(const StoreSearch& search) {
  std::vector<StorePlace> places;
  for (const std::string& root : search.roots) {
    places.push_back({fmt::format("{}/jutul-agent/workspaces/{}/memory", data_home(search),
                                  sha256(root).substr(0, kDigits)),
                      StoreReach::Workspace});
  }
  return places;
}

// A new index explains itself to the agent; that is nothing anybody remembered.
std::string without_explanation(std::string_view index) {
  constexpr std::string_view kSays = "always-loaded index";
  constexpr std::string_view kLast = "(Empty for now";
  if (index.find(kSays) == std::string_view::npos) return std::string(index);
  const std::vector<std::string_view> lines = split_lines(index);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with(kLast)) kept = i + 1;
  }
  std::string rest;
  for (std::size_t i = kept; i < lines.size(); ++i) rest += lines[i];
  return rest;
}

StoreDrafts parse_jutul(const std::vector<StoreFile>& files, std::string_view type) {
  std::vector<StoreFile> theirs = files;
  for (StoreFile& file : theirs) {
    if (file.path == note::kIndexFile) file.text = without_explanation(file.text);
  }
  return parse_indexed(theirs, type, {"MEMORY.md", "jutul-memory.md", ""},
                       {"jutul-agent memory", type, "What jutul-agent kept in MEMORY.md"});
}

constexpr ForeignStore kStore{.title = "jutul-agent memory",
                              .reach = StoreReach::Workspace,
                              .places = jutul_places,
                              .reads = is_markdown,
                              .enters = no_directory,
                              .parse = parse_jutul};

}  // namespace

extern constinit const Tool kTool{
    .name = "jutul",
    .title = "jutul-agent",
    .store = &kStore,
};

}  // namespace loci::exchange::jutul
