// What people let notes keep although a rule of the scanner finds it: state/allowed/notes.
//
// An allowance is for one thing in one note: the SHA-256 of what matched. The note can be
// edited around it; another secret in its place is not allowed. It is never read from a note.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace loci::memory {

struct Allowance {
  std::string place;  // the key of it
  std::string file;
  std::string rule;
  std::string mark;  // as guard::Finding has it

  auto operator<=>(const Allowance&) const = default;
};
using Allowances = std::set<Allowance>;

// Of a file that a later version wrote, too. Unreadable is an error: nothing is allowed by it.
[[nodiscard]] Result<Allowances> read_allowances(store::Store& store);
Result<> add_allowances(store::Store& store, const std::vector<Allowance>& more);
// Those of a rule in a note.
Result<> drop_allowances(store::Store& store, std::string_view place, std::string_view file,
                         std::string_view rule);
// Those of a note that has another name now.
Result<> move_allowances(store::Store& store, std::string_view place, std::string_view from,
                         std::string_view to);
// Nothing is known any more of the notes that have these names, in any place.
Result<> forget_allowances(store::Store& store, const std::set<std::string>& files);

}  // namespace loci::memory
