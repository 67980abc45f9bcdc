// The index of a place as a prompt shows it: MEMORY.md, with a line for every note
// it leaves out.

#pragma once

#include "memory/memory.h"
#include "note/index_file.h"

namespace loci::memory {

Result<note::RenderedIndex> rendered_index(Memory& memory, const store::Place& place);
// The same from files that are open already.
Result<note::RenderedIndex> render_index(store::View& view, const store::Place& place);

}  // namespace loci::memory
