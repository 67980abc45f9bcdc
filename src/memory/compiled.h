// What was compiled from notes, as a purge must know it: which files, and how the
// copies of them are called that `apply` keeps.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/state.h"
#include "store/store.h"

namespace loci::memory {

// What was compiled, for the user and in every project. What cannot be read is left out.
[[nodiscard]] std::vector<exchange::ApplyState> apply_states(store::Store& store);
// Whether a compiled file may hold text of a note with one of these names: it has that
// name, or is made of all notes together, as an index is. Pure.
[[nodiscard]] bool is_made_from(const exchange::ProviderState& provider,
                                const exchange::ArtifactRecord& artifact,
                                const std::set<std::string>& names);

// How the names of the copies begin that are kept of the file at `path`. Pure.
[[nodiscard]] std::string backup_stem(std::string_view path);

}  // namespace loci::memory
