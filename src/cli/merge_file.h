// `loci merge-file`: what git calls as its merge driver.

#pragma once

#include "base/environment.h"
#include "base/result.h"
#include "cli/parse.h"
#include "cli/terminal.h"

namespace loci::cli {

// Puts the merge of three files into the second, and gives 0; or both texts, and 1, which git
// takes for a conflict. What goes wrong is more than 128: then git stops and keeps all three.
// Opens no home.
[[nodiscard]] Result<int> run_merge_file(const Invocation& invocation,
                                         const Environment& environment, Terminal& terminal);

}  // namespace loci::cli
