// Asks another program: text in, text out, with an end to both.

#pragma once

#include <chrono>
#include <string>

#include "base/result.h"

namespace loci::cli {

// Runs a command line of the shell with `input` on standard input, and gives what it wrote to
// standard output until it ended; what it says on standard error goes to ours. It is ended, with
// all that it started, when it takes longer than `time` or writes more than a mebibyte; what it
// leaves behind when it ends by itself is ended too, and nothing of it outlives this process.
// LOCI_ENABLED is off for it: hooks of the program asked write nothing meanwhile.
Result<std::string> ask_program(const std::string& command, const std::string& input,
                                std::chrono::seconds time);

}  // namespace loci::cli
