// What an operation is to change, planned under the locks and checked. Internal to store/.

#pragma once

#include <vector>

#include "base/result.h"
#include "store/names.h"
#include "store/open_places.h"
#include "store/staged_changes.h"
#include "store/store.h"

namespace loci::store {

struct Planned {
  Plan plan;                        // its changes are moved out, to
  std::vector<TextChange> changes;  // those that change something
};

// Runs the planner and compares: Conflict where a file is not as expected, or where a new
// name is taken but for case or form; Denied where an operation that stays half done has the
// file. `places` are those that were locked for it.
[[nodiscard]] Result<Planned> make_plan(const Request& request, const Planner& planner, View& view,
                                        const OpenPlaces& places, Names& names,
                                        const std::vector<Unfinished>& unfinished);

}  // namespace loci::store
