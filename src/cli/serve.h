// `loci serve`: memory over HTTP until a signal ends it.

#pragma once

#include "base/environment.h"
#include "base/result.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace loci::cli {

// Listens, says where, and answers until SIGTERM or SIGINT. The exit status.
Result<int> run_serve(const Invocation& invocation, const Environment& environment,
                      Terminal& terminal);

}  // namespace loci::cli
