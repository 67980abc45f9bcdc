// What a change does to the standing of lines.

#pragma once

#include <vector>

#include "base/result.h"
#include "memory/standing.h"
#include "store/store.h"

namespace loci::memory {

// Who made the change that a request asks for; `renames` when notes got other names or places.
[[nodiscard]] Writer writer_of(const store::Request& request, bool is_person, bool renames);

// What it does to the files that keep them, one for each place. `renamed` are the changes that say
// where a note was before.
[[nodiscard]] Result<std::vector<store::HomeEdit>> standing_edits(
    store::Store& store, Writer writer, const store::Request& request,
    const std::vector<store::FileChange>& renamed, const std::vector<store::Changed>& changed);
// Records it by itself, where it was not written with the change.
Result<> record_standings(store::Store& store, const std::vector<store::HomeEdit>& edits);

// The same of notes that were changed outside loci, as they are now.
Result<> record_noticed(store::Store& store, const std::vector<store::Noticed>& notes);

// A person said again what a note says in these lines: how many of them were not confirmed,
// and now are.
Result<std::size_t> record_said_again(store::Store& store, const store::Place& place,
                                      const std::string& file, const std::string& text,
                                      const note::LineRange& lines);

}  // namespace loci::memory
