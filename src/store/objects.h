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
// Calls `visit` with each of them, one text in memory at a time.
Result<> visit_objects(
    const fs::Root& directory, const std::set<std::string>& hashes,
    const std::function<void(const std::string& hash, const std::string& text)>& visit);
[[nodiscard]] Result<ObjectCount> count_objects(const fs::Root& directory);

// A pack as far as it is meant: what is behind `size` was appended since.
struct PackPart {
  std::string name;
  std::uint64_t size = 0;
};
// Newest first.
[[nodiscard]] Result<std::vector<PackPart>> list_packs(const fs::Root& directory);
// Every hash there is, in the order the packs have them.
[[nodiscard]] Result<std::vector<std::string>> list_objects(const fs::Root& directory,
                                                            const std::vector<PackPart>& packs);

// What a copy of a pack leaves out.
struct LeftOut {
  struct At {
    std::uint64_t begin = 0;
    std::uint64_t length = 0;
  };
  std::map<std::string, At> texts;  // where each stands in the pack, by hash
  std::uint64_t count = 0;          // a text may stand there more than once
  std::uint64_t damage = 0;         // bytes that are no text: they may be half of one that must go
  [[nodiscard]] bool nothing() const { return count == 0 && damage == 0; }
};
// Writes the part to `copy` without the texts of `hashes`, and without the halves
// of texts that crashes left. No copy: it only says what would be left out.
Result<LeftOut> copy_pack(const fs::Root& directory, const PackPart& pack,
                          const std::set<std::string>& hashes, fs::File* copy);

}  // namespace loci::store
