// A user and a password side by side: "ada / hunter22", "login ada/hunter22". Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> pair_matcher(std::string_view text, Findings& findings);

}  // namespace loci::guard
