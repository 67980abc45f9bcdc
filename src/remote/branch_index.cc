#include "remote/branch_index.h"

#include "base/path.h"
#include "base/text.h"
#include "note/index_outline.h"
#include "note/note.h"
#include "sync/outline.h"

namespace loci::remote {

std::string_view directory_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

bool has_index(std::string_view directory) {
  const std::string_view kind = take_component(directory);
  if (kind == "global") return directory.empty();
  if (kind == "projects") {
    (void)take_component(directory);
    const std::string_view part = take_component(directory);
    return part == "memory" || part == "agents";
  }
  return kind == "agents";
}

std::string branch_outline(std::string_view text) {
  return note::index_outline(text, note::hooked_files(text));
}

BranchIndex::BranchIndex(std::string_view before)
    : outline(branch_outline(before)), before_(before) {
  for (note::IndexEntry& entry : note::parse_index(before)) {
    names_.emplace(std::move(entry.file), std::move(entry.name));
  }
}

void BranchIndex::add(std::string_view path, std::string_view text) {
  const std::string_view file = last_component(path);
  if (!note::can_be_listed(file)) return;
  notes_.push_back({std::string(file), note::shown_name(note::parse_note(text), file), ""});
}

bool BranchIndex::add_as_before(std::string_view path) {
  const std::string_view file = last_component(path);
  const auto name = names_.find(file);
  if (name == names_.end()) return false;
  notes_.push_back({name->first, name->second, ""});
  return true;
}

std::string BranchIndex::text() const {
  const note::Files hooked = note::hooked_files(before_);
  std::string text = sync::with_outline({before_, hooked}, outline, notes_);
  return trim(text).empty() ? std::string() : text;
}

}  // namespace loci::remote
