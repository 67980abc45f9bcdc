// Secrets among the arguments of commands and of settings without a mark ("requirepass …").
// Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> command_matcher(std::string_view text, Findings& findings);

}  // namespace loci::guard
