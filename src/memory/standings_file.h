// Where the standing of lines is kept: state/confirmed, a file for each place.

#pragma once

#include <functional>
#include <set>
#include <string>

#include "base/result.h"
#include "memory/standing.h"
#include "store/store.h"

namespace loci::memory {

// Whether lines of notes there can be what the user wants: the global and the private
// ones. What a repository ships never is.
[[nodiscard]] bool has_standing(const store::Place& place);

// What is known of the notes of a place. Where nothing was kept yet, the journal is searched
// for what was imported.
[[nodiscard]] Result<Standings> read_standings(store::Store& store, const store::Place& place);
// Whether something is kept of a place, so that the journal need not be searched.
[[nodiscard]] bool keeps_standings(store::Store& store, const store::Place& place);

using StandingsEdit = std::function<void(Standings&)>;
Result<> change_standings(store::Store& store, const store::Place& place,
                          const StandingsEdit& edit);
// Nothing is known any more of the notes that have these names, in any place.
Result<> forget_standings(store::Store& store, const std::set<std::string>& files);

}  // namespace loci::memory
