// Secrets that are known by what stands beside them: a telling name, a URL, a flag, a header.
// Internal to guard/.

#pragma once

#include <string_view>

#include "guard/findings.h"

namespace loci::guard {

void find_values(std::string_view text, Findings& findings);

}  // namespace loci::guard
