// Preferences without what the scanner would have blocked: memory::without_blocked() for each
// of them.

#pragma once

#include "memory/memory.h"
#include "prompt/context.h"

namespace loci::prompt {

void hold_back_blocked(memory::Memory& memory, ContextPreferences& preferences);

}  // namespace loci::prompt
