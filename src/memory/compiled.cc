#include "memory/compiled.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "note/index_file.h"
#include "store/place.h"

namespace loci::memory {
namespace {

void add_states(store::Store& store, const std::string& path,
                std::vector<exchange::ApplyState>& states) {
  const auto root = store.files().open(path, fs::Modes::Private);
  if (!root) return;
  const auto entries = (*root)->list();
  if (!entries) return;
  for (const fs::Entry& entry : *entries) {
    if (!entry.name.starts_with("apply") || !entry.name.ends_with(".state")) continue;
    const auto text = (*root)->read(entry.name, kIndexFileBytes);
    if (!text) continue;
    if (auto state = exchange::parse_state(*text, entry.name)) states.push_back(std::move(*state));
  }
}

// Whose source it is: "dev" of ".loci/agents/dev/memory/alpha.md".
std::string_view owner_of(std::string_view source) {
  return last_component(parent_path(parent_path(source)));
}

}  // namespace

std::vector<exchange::ApplyState> apply_states(store::Store& store) {
  std::vector<exchange::ApplyState> states;
  add_states(store, store.home(), states);
  const std::string projects = fmt::format("{}/{}", store.home(), store::kProjectsDirectory);
  const auto root = store.files().open(projects, fs::Modes::Private);
  const auto entries = root ? (*root)->list() : Result<std::vector<fs::Entry>>(fail(root.error()));
  if (!entries) return states;
  for (const fs::Entry& entry : *entries) {
    add_states(store, fmt::format("{}/{}", projects, entry.name), states);
  }
  return states;
}

bool is_made_from(const exchange::ProviderState& provider, const exchange::ArtifactRecord& artifact,
                  const std::set<std::string>& names) {
  const std::string name(last_component(artifact.path));
  std::set<std::string_view> owners;
  std::set<std::string_view> others;
  bool of_a_source = false;
  for (const exchange::SourceRecord& source : provider.sources) {
    const bool wanted = names.contains(std::string(last_component(source.path)));
    (wanted ? owners : others).insert(owner_of(source.path));
    of_a_source = of_a_source || last_component(source.path) == name;
  }
  if (owners.empty() || artifact.part == exchange::Artifact::Part::Line) return false;
  const std::string path = fmt::format("/{}/", artifact.path);
  for (const std::string_view other : others) {
    const bool theirs = path.find(fmt::format("/{}/", other)) != std::string::npos;
    if (theirs && !owners.contains(other)) return false;
  }
  return names.contains(name) || !of_a_source || name == note::kIndexFile;
}

std::string backup_stem(std::string_view path) {
  return fmt::format("{}.{}.", last_component(path), hex(fnv1a64(path) & 0xffffffffU, 8));
}

}  // namespace loci::memory
