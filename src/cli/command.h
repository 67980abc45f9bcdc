// What a command line does once it is understood: runs its operation and prints
// the reply.

#pragma once

#include <string_view>

#include "base/environment.h"
#include "base/result.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace loci::cli {

// Gives the exit status.
using Command = Result<int> (*)(const Invocation& invocation, const Environment& environment,
                                Terminal& terminal);

// The command for an operation that the front end does itself, or nullptr.
[[nodiscard]] Command own_command(std::string_view name);

// Any operation, or the state of the workspace where there is none.
[[nodiscard]] Result<int> run_command(Invocation invocation, const Environment& environment,
                                      Terminal& terminal);

[[nodiscard]] Result<int> run_version(const Invocation& invocation, const Environment& environment,
                                      Terminal& terminal);

}  // namespace loci::cli
