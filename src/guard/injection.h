// Orders to the model that reads a note, in several languages and spellings. Internal to
// guard/.

#pragma once

#include <string_view>

#include "guard/findings.h"

namespace loci::guard {

void find_injection(std::string_view text, Findings& findings);

}  // namespace loci::guard
