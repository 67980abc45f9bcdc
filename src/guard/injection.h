// Orders to the model that reads a note, in several languages and spellings. Internal to
// guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

// Markers that models take for turns.
[[nodiscard]] std::unique_ptr<Matcher> marker_matcher(std::string_view text, Findings& findings);
// The orders; looks at the text in its plain spelling.
void find_injection(std::string_view text, Findings& findings);

}  // namespace loci::guard
