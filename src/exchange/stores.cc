#include "exchange/stores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/named.h"
#include "base/text.h"
#include "exchange/store_notes.h"
#include "note/slug.h"

namespace loci::exchange {
namespace {

using enum StoreReach;

constexpr std::array kStores{
    ForeignStore{"claude", "Claude Code auto memory", Workspace, claude_places, is_markdown,
                 is_open_directory, parse_claude},
    ForeignStore{"codex", "Codex memories", Global, codex_places, reads_codex, is_open_directory,
                 parse_codex},
    ForeignStore{"gemini", "Gemini CLI memory", Workspace, gemini_places, is_markdown, no_directory,
                 parse_gemini},
    ForeignStore{"openclaw", "OpenClaw workspace", Global, openclaw_places, reads_openclaw,
                 enters_openclaw, parse_openclaw},
    ForeignStore{"letta", "Letta MemFS", Global, letta_places, is_markdown, is_open_directory,
                 parse_letta},
    ForeignStore{"serena", "Serena memories", Workspace, serena_places, is_markdown,
                 is_open_directory, parse_serena},
    ForeignStore{"basic-memory", "Basic Memory", Global, basic_memory_places, is_markdown,
                 is_open_directory, parse_basic_memory},
    ForeignStore{"server-memory", "MCP server-memory", Global, server_memory_places,
                 reads_server_memory, no_directory, parse_server_memory},
};

// One line a directory: its files stand beside the others now.
void warn_of_nested(const std::vector<StoreFile>& files, const StoreDrafts& drafts,
                    std::vector<std::string>& warnings) {
  std::set<std::string_view> kept;
  for (const StoreDraft& note : drafts.notes) kept.insert(note.source);
  std::map<std::string, std::size_t> nested;
  for (const StoreFile& file : files) {
    const std::size_t slash = file.path.rfind('/');
    if (slash == std::string::npos || !kept.contains(file.path)) continue;
    ++nested[file.path.substr(0, slash + 1)];
  }
  for (const auto& [directory, count] : nested) {
    warnings.push_back(fmt::format("{}: {} put beside the others", directory,
                                   count == 1 ? "1 file" : fmt::format("{} files", count)));
  }
}

}  // namespace

std::span<const ForeignStore> foreign_stores() { return kStores; }

const ForeignStore* find_store(std::string_view name) { return find_named(kStores, name); }

StoreDrafts parse_store(const ForeignStore& store, std::vector<StoreFile> files, StoreReach reach) {
  std::vector<std::string> warnings;
  std::erase_if(files, [&](const StoreFile& file) {
    if (is_valid_utf8(file.text)) return false;
    warnings.push_back(fmt::format("{}: left out, it is not UTF-8", printable(file.path, true)));
    return true;
  });
  std::sort(files.begin(), files.end(),
            [](const StoreFile& a, const StoreFile& b) { return a.path < b.path; });
  StoreDrafts drafts = store.parse(files, reach == Workspace ? "project" : "reference");
  warnings.insert(warnings.end(), drafts.warnings.begin(), drafts.warnings.end());
  warn_of_nested(files, drafts, warnings);
  drafts.warnings = std::move(warnings);
  return drafts;
}

}  // namespace loci::exchange
