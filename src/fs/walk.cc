#include "fs/walk.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "fs/absent.h"

namespace loci::fs {
namespace {

Result<> walk_below(const Root& root, const std::string& prefix, std::size_t depth,
                    const WalkVisit& visit) {
  LOCI_ASSIGN(const std::vector<Entry> entries, sorted_entries(root));
  for (const Entry& entry : entries) {
    const std::string path = prefix + entry.name;
    LOCI_ASSIGN(const bool enters, visit(Walked{root, entry, path, depth}));
    if (!enters || entry.kind != Kind::Directory) continue;
    LOCI_ASSIGN(const std::optional<std::unique_ptr<Root>> below, if_there(root.open(entry.name)));
    if (below) LOCI_TRY(walk_below(**below, path + "/", depth + 1, visit));
  }
  return {};
}

}  // namespace

Result<std::vector<Entry>> sorted_entries(const Root& root) {
  LOCI_ASSIGN(std::vector<Entry> entries, root.list());
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

Result<std::vector<std::string>> sorted_names(const Root& root, Kind kind) {
  LOCI_ASSIGN(std::vector<Entry> entries, sorted_entries(root));
  std::vector<std::string> names;
  for (Entry& entry : entries) {
    if (entry.kind == kind) names.push_back(std::move(entry.name));
  }
  return names;
}

Result<> walk(const Root& root, const WalkVisit& visit) { return walk_below(root, "", 0, visit); }

}  // namespace loci::fs
