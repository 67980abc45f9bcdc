#include "remote/hook_check.h"

#include <fmt/format.h>

#include "note/index_hooks.h"
#include "note/note.h"

namespace loci::remote {
namespace {

// Of thousands of notes most have their description on a line as it stands in the index: no
// need to parse those.
bool has_plain_description(std::string_view text, const std::string& hook) {
  const std::size_t end = text.find("\n---", 3);
  if (!text.starts_with("---\n") || end == std::string_view::npos) return false;
  return text.substr(0, end + 1).find(fmt::format("\ndescription: {}\n", hook)) !=
         std::string_view::npos;
}

}  // namespace

HookCheck::HookCheck(std::string_view index) {
  for (note::IndexEntry& entry : note::parse_index(index)) {
    if (!entry.hook.empty()) hooks_.emplace(std::move(entry.file), std::move(entry.hook));
  }
}

const std::string* HookCheck::unexplained(std::string_view file) const {
  const auto known = hooks_.find(file);
  return known == hooks_.end() ? nullptr : &known->second;
}

void HookCheck::explain(std::string_view file) {
  const auto known = hooks_.find(file);
  if (known != hooks_.end()) hooks_.erase(known);
}

void HookCheck::see(std::string_view file, std::string_view text) {
  const auto known = hooks_.find(file);
  if (known == hooks_.end()) return;
  if (!has_plain_description(text, known->second)) {
    const auto line = note::readable_line(note::parse_note(text), file);
    // What nobody can read says nothing about its line.
    if (line && note::index_hook(line->description) != known->second) return;
  }
  hooks_.erase(known);
}

std::vector<note::LineHook> HookCheck::differing() const {
  std::vector<note::LineHook> all;
  for (const auto& [file, hook] : hooks_) all.push_back({file, hook});
  return all;
}

}  // namespace loci::remote
