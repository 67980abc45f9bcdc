// What was compiled earlier, as the tools' own files tell where the state does not: blocks
// between loci's marks, rule files that loci named, hooks that `state/setup.json` has.

#pragma once

#include "compile/compile.h"
#include "exchange/agent_memory.h"
#include "store/store.h"

namespace loci::compile {

// Of a state that was damaged, empty or cut off: puts back which fall-back each tool had, and
// what loci wrote for it. Nothing is done where the state is sound.
[[nodiscard]] Result<> rebuild_state(store::Store& store, Compiler& compiler,
                                     exchange::ApplyScope scope);

}  // namespace loci::compile
