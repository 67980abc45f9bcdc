// The command line: the only place that reads arguments, prints an answer or an
// error, and picks the exit status.

#pragma once

namespace loci::cli {

[[nodiscard]] int run(int argc, char** argv);

}  // namespace loci::cli
