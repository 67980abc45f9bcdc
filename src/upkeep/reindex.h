// Making MEMORY.md agree with the notes, and the search catalogs anew.

#pragma once

#include <vector>

#include "memory/memory.h"
#include "note/index_file.h"

namespace loci::upkeep {

struct ReindexRow {
  store::Place place;
  note::IndexState state;
  bool untrusted = false;
};
struct ReindexReply {
  std::vector<ReindexRow> rows;
  memory::ChangeReply change;
};

Result<ReindexReply> reindex(memory::Memory& memory, const memory::Selector& selector,
                             bool dry_run);
// The indexes of these places only; all of them must be there.
Result<ReindexReply> reindex_places(memory::Memory& memory, const std::vector<store::Place>& places,
                                    bool dry_run);

}  // namespace loci::upkeep
