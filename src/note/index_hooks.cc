#include "note/index_hooks.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "note/index_entry.h"
#include "note/index_scan.h"
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
  if (files.empty()) return differing;
  for_each_line(text, hidden_ranges(text), [&](std::size_t begin, std::size_t end, bool hidden) {
    if (hidden) return true;
    const std::string_view line = without_ending(text.substr(begin, end - begin));
    const auto parts = parse_entry(line);
    const auto note = parts ? files.find(parts->file) : files.end();
    if (note == files.end()) return true;
    const std::string_view hook = entry_hook(line, *parts);
    if (hook != index_hook(note->second->description)) {
      differing.push_back({parts->file, std::string(hook)});
    }
    files.erase(note);
    return !files.empty();  // of an index of thousands a prompt asks for the first ones
  });
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
