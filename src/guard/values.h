// Secrets that are known by what stands beside them: a telling name, a URL, a flag, a header.
// Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> value_matcher(std::string_view text, Findings& findings);

}  // namespace loci::guard
