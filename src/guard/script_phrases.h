// Orders to the model in scripts that do not write words apart. Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

// Looks at a text in its plain spelling.
[[nodiscard]] std::unique_ptr<Matcher> script_phrase_matcher(std::string_view text,
                                                             Findings& findings);

}  // namespace loci::guard
