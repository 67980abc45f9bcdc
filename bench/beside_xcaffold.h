// loci beside the real xcaffold, in the same run and on the same project: 50 agents of 20 notes.

#pragma once

#include <string>

#include "measure.h"

namespace loci::bench {

// LOCI_XCAFFOLD names the program, else it is looked for in PATH. Without it the rows are those of
// the stand-ins (small_work.h) alone.
void measure_beside_xcaffold(const std::string& directory, Table& table);

}  // namespace loci::bench
