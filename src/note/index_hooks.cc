#include "note/index_hooks.h"

#include <algorithm>
#include <unordered_map>

#include "note/index_entry.h"
#include "note/split.h"

namespace loci::note {
namespace {

using ByFile = std::unordered_map<std::string_view, const NoteLine*>;

ByFile by_file(std::span<const NoteLine> notes) {
  ByFile files;
  files.reserve(notes.size());
  for (const NoteLine& note : notes) files.emplace(note.file, &note);
  return files;
}

}  // namespace

std::string index_hook(std::string_view description) {
  return without_comment_marks(one_line(description));
}

std::optional<NoteLine> readable_line(const Note& note, std::string_view file) {
  const bool broken = std::any_of(note.faults.begin(), note.faults.end(), [](const Fault& fault) {
    using enum FaultCode;
    return fault.code == UnclosedFrontmatter || fault.code == FrontmatterTooLarge ||
           fault.code == BrokenYaml || fault.code == InvalidUtf8;
  });
  if (broken) return std::nullopt;
  return NoteLine{std::string(file), shown_name(note, file), note.description};
}

std::vector<LineHook> differing_hooks(std::string_view text, std::span<const NoteLine> notes) {
  std::vector<LineHook> differing;
  ByFile files = by_file(notes);
  for (IndexEntry& entry : parse_index(text)) {
    const auto note = files.find(entry.file);
    if (note == files.end()) continue;
    const bool differs = entry.hook != index_hook(note->second->description);
    files.erase(note);
    if (differs) differing.push_back({std::move(entry.file), std::move(entry.hook)});
  }
  return differing;
}

std::string bring_in_step(std::string_view text, std::span<const NoteLine> notes,
                          std::span<const LineHook> own) {
  if (own.empty()) return std::string(text);
  const ByFile files = by_file(notes);
  std::vector<IndexChange> changes;
  for (const LineHook& line : own) {
    const auto note = files.find(line.file);
    if (note != files.end()) changes.push_back({*note->second, *note->second});
  }
  return update_index(text, changes, own).text;
}

}  // namespace loci::note
