#include "store/names.h"

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
  if (kept == listings_.end() || kept->second.stamp != stamp || kept->second.uses == kMostUses) {
    Listing listing{stamp, {}, false, 0};
    LOCI_ASSIGN(std::vector<fs::Entry> entries, root.list());
    for (fs::Entry& entry : entries) {
      listing.temporary = listing.temporary || fs::is_temporary_name(entry.name);
      if (is_note_entry(entry)) listing.names.push_back(std::move(entry.name));
    }
    kept = listings_.insert_or_assign(root.path(), std::move(listing)).first;
  }
  return &kept->second;
}

Result<const std::vector<std::string>*> Names::of(const fs::Root& root) {
  LOCI_ASSIGN(Listing * kept, listing(root));
  ++kept->uses;
  return &kept->names;
}

Result<bool> Names::has_temporary(const fs::Root& root) {
  LOCI_ASSIGN(const Listing* kept, listing(root));
  return kept->temporary;
}

void Names::made(const fs::Root& root, std::string_view file) {
  const auto kept = listings_.find(root.path());
  if (kept != listings_.end()) kept->second.names.emplace_back(file);
}

void Names::removed(const fs::Root& root, std::string_view file) {
  const auto kept = listings_.find(root.path());
  if (kept != listings_.end()) std::erase(kept->second.names, file);
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
