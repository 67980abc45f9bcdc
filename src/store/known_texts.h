// Whether the journal's last word on a file is the text that it has: asked for every file
// of every operation, so that what was changed by hand is noticed. Internal to store/.
//
// A search through a long journal takes longer than a durable write, above all for a new
// note, which is not in it. So whoever asks often has the journal read once, and then only
// what was appended since. What is kept are fingerprints: an answer of "yes" is certain
// enough to act on, an answer of "no" means that the journal is to be asked.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "store/journal.h"

namespace loci::store {

class KnownTexts {
 public:
  // `hash` is that of the file as it is, none where there is no file. The place is locked,
  // so that nobody else adds to what the journal says of it.
  Result<bool> last_was(const Journal& journal, const std::string& place, std::string_view file,
                        const std::optional<std::string>& hash);

  // So often a place is asked for before its part of the journal is read: a command that
  // changes a few files is over by then.
  static constexpr int kSearches = 4;

 private:
  struct Followed {
    int asked = 0;
    Journal::Position position;
    std::unordered_map<std::uint64_t, std::uint64_t> files;  // fingerprints of name and hash
  };
  std::map<std::string, Followed> places_;  // by Place::key
};

}  // namespace loci::store
