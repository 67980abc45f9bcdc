// A home with something in it, to look around in: `loci serve --sample`.

#pragma once

#include "cli/setting.h"

namespace loci::cli {

// Writes the sample into the home of `setting`, which is a throw-away one: notes of a
// person and of two agents over the last two weeks, in two projects.
Result<> write_sample(const Setting& setting);

}  // namespace loci::cli
