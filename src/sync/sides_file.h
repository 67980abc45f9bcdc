// Which version of a pair (note/unmerged.h) was this machine's: `state/unmerged.json`. The names
// of the two notes say nothing of it, since every machine makes the same ones.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci::sync {

struct OwnSide {
  std::string place;    // its key
  std::string file;     // of the pair, the one that kept the name
  std::string version;  // that is mine, by its name

  bool operator==(const OwnSide&) const = default;
};

// Pure. The last 256 stay; one of the same note replaces the earlier. Corrupt for what is no such
// file, Denied for one of a later version.
[[nodiscard]] Result<std::string> with_sides(std::string_view file_text,
                                             const std::vector<OwnSide>& sides);
// The name of the version that is mine; "" where the file does not say.
[[nodiscard]] std::string own_side_in(std::string_view file_text, std::string_view place,
                                      std::string_view file);

Result<> keep_sides(store::Store& store, const std::vector<OwnSide>& sides);
[[nodiscard]] std::string own_side(store::Store& store, std::string_view place,
                                   std::string_view file);

}  // namespace loci::sync
