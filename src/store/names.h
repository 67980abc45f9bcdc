// The names of a place's notes, listed once and then kept: listing a directory
// of 20,000 files takes longer than a durable write. Internal to store/.
//
// A listing is good as long as the directory and its index are as the last operation of
// this process left them: an operation of another process replaces the index. A file
// that an editor makes at the very moment of our own operation is missed until the next
// listing, which is made after a hundred operations at the latest.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "fs/root.h"

namespace loci::store {

class Names {
 public:
  using Folded = std::unordered_multimap<std::string, std::string>;

  // The notes in `root`, which is locked, by what their names fold to. Good until something is
  // told or asked once more.
  Result<const Folded*> folded(const fs::Root& root);
  // Those that are called so but for case or form.
  Result<std::vector<std::string>> alike(const fs::Root& root, std::string_view file);
  // Whether there are temporary files, of this process or of others. Asked at the
  // beginning of an operation.
  Result<bool> has_temporary(const fs::Root& root);

  // This process made or removed a note in `root`, which is still locked; then
  // settle() when all of them are told.
  void made(const fs::Root& root, std::string_view file);
  void removed(const fs::Root& root, std::string_view file);
  void settle(const fs::Root& root);
  // Something else happened there.
  void forget(const fs::Root& root) { listings_.erase(root.path()); }

 private:
  struct Stamp {
    fs::Stat directory;
    fs::Stat index;
    bool operator==(const Stamp&) const = default;
  };
  struct Listing {
    Stamp stamp;
    Folded names;
    bool temporary = false;
    int uses = 0;
  };

  static Result<Stamp> stamp_of(const fs::Root& root);
  Result<Listing*> listing(const fs::Root& root);

  std::map<std::string, Listing> listings_;  // by path
};

}  // namespace loci::store
