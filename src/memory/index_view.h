// The index of a place as a prompt shows it: MEMORY.md, with a line for every note
// it leaves out, and with loci's own lines in step with their notes.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "note/index_file.h"
#include "store/past_hooks.h"

namespace loci::memory {

// A line whose hook is not what its note says now, and who wrote it.
struct LineApart {
  note::LineHook line;
  store::HookAuthor author = store::HookAuthor::Unknown;
};
// Those of `index` among the lines of `notes`. The journal is read only if there are any.
Result<std::vector<LineApart>> lines_apart(Memory& memory, const store::Place& place,
                                           std::string_view index,
                                           std::span<const note::NoteLine> notes);
// Of these, the hooks that loci made from earlier texts.
[[nodiscard]] std::vector<note::LineHook> own_hooks(const std::vector<LineApart>& apart);

// What an index is rendered from: its text, loci's own lines in step, and a line for each note.
struct IndexSource {
  std::string text;
  std::vector<note::NoteLine> lines;
};
// As far as a prompt shows it, with room for `more` lines in place of those that it leaves out.
Result<IndexSource> index_source(Memory& memory, store::View& view, const store::Place& place,
                                 std::size_t more = 0);

Result<note::RenderedIndex> rendered_index(Memory& memory, const store::Place& place);

// Says behind the entries of notes what the last `verify` found stale or missing, as far as
// they are still what it looked at. Undated, so that the same memory gives the same bytes.
void mark_citations(Memory& memory, store::View& view, const store::Place& place,
                    note::RenderedIndex& index);

}  // namespace loci::memory
