// `loci mcp`: memory for one agent program, over standard input and output.

#pragma once

#include "base/environment.h"
#include "base/result.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace loci::cli {

// Serves until the input ends. Nothing but messages goes to standard output.
Result<int> run_mcp(const Invocation& invocation, const Environment& environment,
                    Terminal& terminal);

}  // namespace loci::cli
