// What a change does to the standing of lines.

#pragma once

#include <vector>

#include "base/result.h"
#include "memory/standing.h"
#include "store/store.h"

namespace loci::memory {

// Who made the change that a request asks for.
[[nodiscard]] Writer writer_of(const store::Request& request, bool is_person);

// Records it, with one write for each place. `renamed` are the changes that say where a
// note was before.
Result<> record_standings(store::Store& store, Writer writer, const store::Request& request,
                          const std::vector<store::FileChange>& renamed,
                          const store::Outcome& outcome);

}  // namespace loci::memory
