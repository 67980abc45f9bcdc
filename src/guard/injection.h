// Orders to the model that reads a note, in several languages and spellings. Internal to
// guard/.

#pragma once

#include <string_view>

#include "guard/findings.h"

namespace loci::guard {

// Looks at the text in its plain spelling, and at what it says once it is decoded (respelled.h).
void find_orders(std::string_view text, Findings& findings);

}  // namespace loci::guard
