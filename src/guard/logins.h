// Users and passwords that a URL, a call or a command is given. Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> login_matcher(std::string_view text, Findings& findings);

}  // namespace loci::guard
