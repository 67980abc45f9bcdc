// What a tool wrote into its MEMORY.md, taken back into the index of an agent's
// memory: facts that stand there beside the entries, and hooks of its own. The
// entries themselves follow the notes. Pure.

#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "exchange/variables.h"

namespace loci::exchange {

struct IndexEdit {
  std::string_view source;    // MEMORY.md of the memory; "" = there is none
  std::string_view compiled;  // what would be written now; "" = nothing
  std::string_view edited;    // what the tool has
  bool both_changed = false;  // the memory changed too since it was compiled
  bool several = false;       // the memory has more than this index
};

struct MergedIndex {
  std::string text;
  bool conflict = false;  // both sides changed: lines of both are there
};

// The names of the notes that entries may lead to, by file.
using NoteNames = std::map<std::string, std::string, std::less<>>;

// A line that leads to no note of these is a fact like any other. Nothing of the source is dropped
// but what the tool, and only the tool, changed.
[[nodiscard]] Result<MergedIndex> merge_index(const IndexEdit& edit, const NoteNames& notes,
                                              const Variables& variables);

}  // namespace loci::exchange
