// What git says: whatever it is, what is read is a piece of it.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "property.h"
#include "upkeep/git_answers.h"

using namespace loci::upkeep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };

  const GitDeletions deletions = read_deletions(text);
  for (const GitDeletions::Path& one : deletions.paths) {
    LOCI_HOLDS(one.commit < deletions.commits.size());
    LOCI_HOLDS(!one.path.empty() && has(one.path));
  }
  for (const auto& [commit, renames] : read_renames(text)) {
    LOCI_HOLDS(has(commit));
    for (const auto& [from, to] : renames) LOCI_HOLDS(!to.empty() && has(from) && has(to));
  }
  constexpr std::size_t kMost = 5;
  std::size_t count = 0;
  for (const auto& [path, versions] : read_versions(text, kMost)) {
    LOCI_HOLDS(!path.empty() && has(path));
    count += versions.size();
  }
  LOCI_HOLDS(count <= kMost);
  for (const auto& [hash, part] : read_texts(text)) {
    LOCI_HOLDS(part.empty() || (part.data() >= text.data() &&
                                part.data() + part.size() <= text.data() + text.size()));
  }
  for (const std::string& name : read_missing(text)) LOCI_HOLDS(has(name));
  for (const auto& [name, commit] : read_found_names(text)) {
    LOCI_HOLDS(has(name) && commit.size() == 9);
  }
  for (const auto& [name, commit] : read_declared_names(text, {"read_block", "OTHER_NAME"})) {
    LOCI_HOLDS(has(name) && commit.size() == 9);
  }
  return 0;
}
