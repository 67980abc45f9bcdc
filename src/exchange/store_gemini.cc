// Gemini CLI: private memory of a workspace (MEMORY.md and notes beside it), and
// the section of GEMINI.md in which older versions kept what they were told.

#include <fmt/format.h>

#include "base/json.h"
#include "base/text.h"
#include "exchange/store_notes.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kLegacyFile = "GEMINI.md";
constexpr std::string_view kSection = "## Gemini Added Memories";

// The section's lines without its heading, up to the next one of its level; the
// rest of the file is the user's own instructions.
std::string added_memories(std::string_view text) {
  std::string section;
  bool inside = false;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view content = trim_right(line);
    if (content.starts_with("# ") || content.starts_with("## ")) {
      inside = content == kSection;
      continue;
    }
    if (inside) section += line;
  }
  const std::string_view kept = trim(section);
  return kept.empty() ? "" : fmt::format("{}\n", kept);
}

std::string id_of(const Json& projects, const std::string& root) {
  const auto found = projects.find(root);
  if (found == projects.end() || !found->is_string()) return {};
  std::string id = found->get<std::string>();
  const bool plain =
      id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  return plain ? id : "";
}

}  // namespace

std::vector<StorePlace> gemini_places(const StoreSearch& search) {
  const std::string base =
      search.around.environment.get("GEMINI_CLI_HOME").value_or(search.around.user_home) +
      "/.gemini";
  std::vector<StorePlace> places;
  const auto json = parse_json(search.read(base + "/projects.json").value_or("{}"));
  if (json && json->is_object() && json->contains("projects") && (*json)["projects"].is_object()) {
    for (const std::string& root : search.roots) {
      const std::string id = id_of((*json)["projects"], root);
      if (id.empty()) continue;
      places.push_back({fmt::format("{}/tmp/{}/memory", base, id), StoreReach::Workspace});
    }
  }
  places.push_back({fmt::format("{}/{}", base, kLegacyFile), StoreReach::Global});
  return places;
}

StoreDrafts parse_gemini(const std::vector<StoreFile>& files, std::string_view type) {
  std::vector<StoreFile> notes;
  std::string added;
  for (const StoreFile& file : files) {
    if (file.path == kLegacyFile) {
      added = added_memories(file.text);
    } else {
      notes.push_back(file);
    }
  }
  StoreDrafts drafts = parse_indexed(notes, type, {"MEMORY.md", "gemini-memory.md", ""},
                                     {"Gemini memory", type, "What Gemini CLI kept in MEMORY.md"});
  if (!added.empty()) {
    drafts.notes.push_back({std::string(kLegacyFile), "gemini-added-memories.md",
                            new_note(added, {"Gemini added memories", "user",
                                             "What Gemini CLI was told to remember"})});
  }
  return drafts;
}

}  // namespace loci::exchange
