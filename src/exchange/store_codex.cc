// Codex's memories: a summary, one file for each session that was summed up, notes
// that a user asked for; in the older form also a handbook of groups of tasks, and skills.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/path.h"
#include "base/text.h"
#include "exchange/store_notes.h"
#include "note/slug.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kGroup = "# Task Group:";
constexpr std::string_view kScope = "scope:";
constexpr std::string_view kHandbook = "MEMORY.md";
constexpr std::string_view kSummary = "memory_summary.md";
constexpr std::string_view kSkills = "skills/";

std::string scope_of(std::string_view group) {
  for (const std::string_view line : split_lines(group)) {
    if (trim(line).starts_with(kScope)) return std::string(trim(trim(line).substr(kScope.size())));
  }
  return {};
}

// The handbook, a note for each group; what stands before the first is one too.
void add_groups(StoreDrafts& drafts, const StoreFile& file, std::string_view type) {
  std::vector<std::string> parts{""};
  for (const std::string_view line : split_lines(file.text)) {
    if (line.starts_with(kGroup)) parts.emplace_back();
    parts.back() += line;
  }
  std::set<std::string> sources;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (trim(parts[i]).empty()) continue;
    Missing fields{"Codex memory", type, ""};
    std::string source(kHandbook);
    if (i > 0) {
      const std::string_view first = without_ending(split_lines(parts[i]).front());
      const std::string title(trim(first.substr(kGroup.size())));
      fields = {fmt::format("Codex: {}", title.empty() ? "tasks" : title), type,
                scope_of(parts[i])};
      source = fmt::format("{}#{}", kHandbook, title);
      for (int number = 2; sources.contains(source); ++number) {
        source = fmt::format("{}#{} ({})", kHandbook, title, number);
      }
    }
    sources.insert(source);
    const std::string body = fmt::format("{}\n", trim_right(parts[i]));
    drafts.notes.push_back(
        {source, note::file_name_for_title(fields.name), new_note(body, fields)});
  }
}

// Its first line is the version of its form.
void add_summary(StoreDrafts& drafts, const StoreFile& file) {
  std::string_view text = file.text;
  const std::vector<std::string_view> lines = split_lines(text);
  Json metadata = Json::object();
  if (!lines.empty() && trim(lines.front()).starts_with('v') && trim(lines.front()).size() <= 4) {
    metadata["codex_form"] = std::string(trim(lines.front()));
    text.remove_prefix(lines.front().size());
  }
  if (trim(text).empty()) return;
  text.remove_prefix(static_cast<std::size_t>(trim_left(text).data() - text.data()));
  drafts.notes.push_back(
      {file.path, "codex-memory-summary.md",
       new_note(text, {"Codex memory summary", "user", "What Codex always has in its prompt"},
                std::move(metadata))});
}

// "2026-11-15T10-00-00-staging-port.md" -> "staging-port.md".
std::string_view undated(std::string_view name) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd-dd-dd-";
  if (name.size() <= kForm.size() + std::string_view(".md").size()) return name;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == 'd' ? name[i] >= '0' && name[i] <= '9' : name[i] == kForm[i];
    if (!fits) return name;
  }
  return name.substr(kForm.size());
}

// A note, a summed-up session or a skill; its directory says which, its name what.
void add_part(StoreDrafts& drafts, const StoreFile& file, std::string_view type) {
  if (trim(file.text).empty()) return;
  std::string name(last_component(file.path));
  if (file.path.starts_with(kSkills)) {
    name = file.path.substr(kSkills.size(), file.path.rfind('/') - kSkills.size()) + ".md";
  }
  Adopted adopted = adopt(file.text, {title_of(undated(name)), type});
  if (adopted.unreadable) drafts.warnings.push_back(unreadable_warning(file.path));
  drafts.notes.push_back(
      {file.path, flat_name(fmt::format("codex-{}", name)), std::move(adopted.text)});
}

}  // namespace

std::vector<StorePlace> codex_places(const StoreSearch& search) {
  const std::string home = tool_home(search, "CODEX_HOME", ".codex");
  return {{home + "/memories", StoreReach::Global}, {home + "/memories_v2", StoreReach::Global}};
}

// raw_memories.md is what the handbook was made from, and what other extensions
// hold came from other tools.
bool reads_codex(std::string_view path) {
  if (!is_markdown(path)) return false;
  if (path == kHandbook || path == kSummary) return true;
  return path.starts_with("rollout_summaries/") || path.starts_with("extensions/ad_hoc/notes/") ||
         (path.starts_with(kSkills) && last_component(path) == "SKILL.md");
}

StoreDrafts parse_codex(const std::vector<StoreFile>& files, std::string_view type) {
  StoreDrafts drafts;
  for (const StoreFile& file : files) {
    if (file.path == kHandbook) {
      add_groups(drafts, file, type);
    } else if (file.path == kSummary) {
      add_summary(drafts, file);
    } else {
      add_part(drafts, file, type);
    }
  }
  return drafts;
}

}  // namespace loci::exchange
