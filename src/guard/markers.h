// Markers that models take for the beginning of a turn. Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> marker_matcher(std::string_view text, Findings& findings);

}  // namespace loci::guard
