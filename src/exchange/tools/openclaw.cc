// OpenClaw's workspace: MEMORY.md, USER.md, and notes and daily logs in memory/.

#include <fmt/format.h>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "exchange/store_notes.h"
#include "exchange/tool.h"
#include "note/slug.h"

namespace loci::exchange::openclaw {
namespace {

constexpr std::string_view kDirectory = "memory/";
// Where it puts what it took over from other tools.
constexpr std::string_view kImports = "memory/imports";

// "2026-11-15" at the start of a log's name, or "".
std::string date_in(std::string_view name) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (name.size() < kForm.size()) return {};
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == 'd' ? name[i] >= '0' && name[i] <= '9' : name[i] == kForm[i];
    if (!fits) return {};
  }
  return std::string(name.substr(0, kForm.size()));
}

std::vector<StorePlace> openclaw_places(const StoreSearch& search) {
  const std::string base = store_home(search, "OPENCLAW_STATE_DIR", ".openclaw");
  std::vector<StorePlace> places{{base + "/workspace", StoreReach::Global}};
  // Other agents' workspaces stand beside the first one's.
  for (const std::string& name : search.directories(base)) {
    if (!name.starts_with("workspace-")) continue;
    places.push_back({fmt::format("{}/{}", base, name), StoreReach::Global});
  }
  return places;
}

bool reads_openclaw(std::string_view path) {
  if (path == "MEMORY.md" || path == "memory.md" || path == "USER.md") return true;
  return path.starts_with(kDirectory) && is_markdown(path);
}

bool enters_openclaw(std::string_view path) {
  if (path == kImports || !is_open_directory(path)) return false;
  return path == "memory" || path.starts_with(kDirectory);
}

StoreDrafts parse_openclaw(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts drafts;
  for (const StoreFile& file : files) {
    if (trim(file.text).empty()) continue;
    Missing fields{title_of(file.path), type, ""};
    std::string name;
    if (!file.path.starts_with(kDirectory)) {
      const bool user = file.path == "USER.md";
      fields = user ? Missing{"OpenClaw user", "user", "What OpenClaw knows of its user"}
                    : Missing{"OpenClaw memory", type, "What OpenClaw kept in MEMORY.md"};
      name = user ? "openclaw-user.md" : "openclaw-memory.md";
    } else {
      name = flat_name(fmt::format("openclaw-{}", file.path.substr(kDirectory.size())));
      const std::string date = date_in(last_component(file.path));
      if (!date.empty()) {
        fields.name =
            fmt::format("OpenClaw {}", note::title_for_file_name(last_component(file.path)));
        fields.name.replace(sizeof("OpenClaw"), date.size(), date);
      }
    }
    Adopted adopted = adopt(file.text, fields);
    add_warnings(drafts, file.path, adopted);
    drafts.notes.push_back({file.path, std::move(name), std::move(adopted.text)});
  }
  return drafts;
}

constexpr ForeignStore kStore{.title = "OpenClaw workspace",
                              .reach = StoreReach::Global,
                              .places = openclaw_places,
                              .reads = reads_openclaw,
                              .enters = enters_openclaw,
                              .parse = parse_openclaw};

}  // namespace

extern constinit const Tool kTool{
    .name = "openclaw",
    .title = "OpenClaw",
    .store = &kStore,
};

}  // namespace loci::exchange::openclaw
