#include "store/names.h"

#include <algorithm>

#include "base/text.h"
#include "fs/absent.h"
#include "fs/temporary.h"
#include "note/index_file.h"
#include "store/place.h"

namespace loci::store {
namespace {

constexpr int kMostUses = 100;

}  // namespace

Result<Names::Stamp> Names::stamp_of(const fs::Root& root) {
  Stamp stamp;
  LOCI_ASSIGN(stamp.directory, root.self());
  LOCI_ASSIGN(const auto index, fs::if_there(root.stat(note::kIndexFile)));
  if (index) stamp.index = *index;
  return stamp;
}

Result<Names::Listing*> Names::listing(const fs::Root& root) {
  LOCI_ASSIGN(Stamp stamp, stamp_of(root));
  auto kept = listings_.find(root.path());
  if (kept == listings_.end() || kept->second.stamp != stamp || kept->second.uses >= kMostUses) {
    Listing listing{stamp, {}, false, 0};
    LOCI_ASSIGN(std::vector<fs::Entry> entries, root.list());
    listing.names.reserve(entries.size());
    for (fs::Entry& entry : entries) {
      listing.temporary = listing.temporary || fs::is_temporary_name(entry.name);
      if (!is_note_entry(entry)) continue;
      std::string folded = fold(entry.name);
      listing.names.emplace(std::move(folded), std::move(entry.name));
    }
    kept = listings_.insert_or_assign(root.path(), std::move(listing)).first;
  }
  return &kept->second;
}

Result<const Names::Folded*> Names::folded(const fs::Root& root) {
  LOCI_ASSIGN(const Listing* kept, listing(root));
  return &kept->names;
}

Result<std::vector<std::string>> Names::alike(const fs::Root& root, std::string_view file) {
  LOCI_ASSIGN(const Folded* kept, folded(root));
  std::vector<std::string> names;
  const auto [first, last] = kept->equal_range(fold(file));
  for (auto name = first; name != last; ++name) names.push_back(name->second);
  return names;
}

Result<bool> Names::has_temporary(const fs::Root& root) {
  LOCI_ASSIGN(Listing * kept, listing(root));
  ++kept->uses;
  return kept->temporary;
}

void Names::made(const fs::Root& root, std::string_view file) {
  const auto kept = listings_.find(root.path());
  if (kept != listings_.end()) kept->second.names.emplace(fold(file), file);
}

void Names::removed(const fs::Root& root, std::string_view file) {
  const auto kept = listings_.find(root.path());
  if (kept == listings_.end()) return;
  const auto [first, last] = kept->second.names.equal_range(fold(file));
  const auto found =
      std::find_if(first, last, [&](const auto& name) { return name.second == file; });
  if (found != last) kept->second.names.erase(found);
}

void Names::settle(const fs::Root& root) {
  const auto kept = listings_.find(root.path());
  if (kept == listings_.end()) return;
  auto stamp = stamp_of(root);
  if (stamp) {
    kept->second.stamp = *stamp;
  } else {
    listings_.erase(kept);
  }
}

}  // namespace loci::store
