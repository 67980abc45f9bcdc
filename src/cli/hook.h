// `loci hook <tool> <event>`: called by a tool, in the middle of somebody's work.

#pragma once

#include "base/environment.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace loci::cli {

// Reads the event from standard input and prints what the tool is to be told.
// Fails open: whatever goes wrong, and when it takes too long, nothing is
// printed, the fault is noted in the home, and the status is 0. A person who
// types it at a terminal is told what is wrong instead.
[[nodiscard]] Result<int> run_hook(const Invocation& invocation, const Environment& environment,
                                   Terminal& terminal);

}  // namespace loci::cli
