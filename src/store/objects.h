// The texts of notes, old and new, by their SHA-256: append-only packs, one for
// each month, in state/objects. docs/format.md has the grammar.
//
// Packs rather than a file for each text, because an operation then syncs one
// file, not many. A reader looks at headers only and checks the hash of what it
// takes, so damage in a pack costs the damaged text and no other. Writers hold
// the journal's lock.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/root.h"

namespace loci::store {

// Text by hash.
using Texts = std::map<std::string, std::string, std::less<>>;

struct ObjectCount {
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0;  // of the packs
};

// One text as it stands in a pack.
[[nodiscard]] std::string format_object(std::string_view hash, std::string_view text);

// Those of `hashes` that the packs in `directory` hold; the newest pack first.
[[nodiscard]] Result<Texts> load_objects(const fs::Root& directory,
                                         const std::set<std::string>& hashes);
// Every hash there is, in the order the packs have them.
[[nodiscard]] Result<std::vector<std::string>> list_objects(const fs::Root& directory);
[[nodiscard]] Result<ObjectCount> count_objects(const fs::Root& directory);

// Rewrites the packs that hold one of `hashes` without them, and without the
// halves of texts that crashes left; each pack is replaced whole, and one that
// becomes empty goes. The number of texts removed.
Result<std::uint64_t> drop_objects(fs::Root& directory, const std::set<std::string>& hashes);

}  // namespace loci::store
