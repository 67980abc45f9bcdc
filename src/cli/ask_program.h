// Asks another program: text in, text out, with an end to both.

#pragma once

#include <chrono>
#include <string>

#include "base/result.h"

namespace loci::cli {

// Runs a command line of the shell with `input` on standard input, and gives what it wrote to
// standard output; what it says on standard error goes to ours. Ended, with all that it started,
// when it takes longer than ten minutes or writes more than a mebibyte.
Result<std::string> ask_program(const std::string& command, const std::string& input);
// The same with another limit.
Result<std::string> ask_program_within(const std::string& command, const std::string& input,
                                       std::chrono::milliseconds time);

}  // namespace loci::cli
