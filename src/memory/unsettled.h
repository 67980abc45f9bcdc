// Notes that have two versions, because two edits of them were not merged: the markers of git
// (note/markers.h), the heading or the line that loci wrote itself (note/unmerged.h). Until a
// person settles it nothing is written into them: it would go into one of the two, or replace
// both.

#pragma once

#include <string>
#include <string_view>

#include "memory/memory.h"

namespace loci::memory {

// What is unsettled in a text, and how it is settled, for whoever reads it; "" where nothing is.
[[nodiscard]] std::string unsettled_in(std::string_view file, std::string_view text);

// Conflict where the plan changes such a note. Let pass: what leaves the text of a note alone
// (a rename) or takes it away, what keeps the line of one of a pair, resolve, merge, undo and
// restore, and what a person saves in an editor without markers and a second version.
[[nodiscard]] Result<> refuse_unsettled(const Memory& memory, const store::Request& request,
                                        store::View& view, const store::Plan& plan);

// Adds the index of a repository to a plan that changes notes beside it, where entries stand in
// it twice: git joined both sides of it (`merge=union`) in a clone without loci. The first line of
// each note stays. Of large indexes that is left to `check --fix`, which reads all of them anyway.
[[nodiscard]] Result<> put_indexes_in_order(store::View& view, store::Plan& plan);

// A text as whoever asks gets it: a person as it is, an agent without what stands between the
// markers of git, of which it would take both sides for true.
[[nodiscard]] std::string without_sides(const Memory& memory, std::string text);

}  // namespace loci::memory
