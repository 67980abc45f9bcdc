// Characters that a person does not see or that steer a terminal. Internal to guard/.

#pragma once

#include <string_view>

#include "guard/findings.h"

namespace loci::guard {

void find_hidden(std::string_view text, Findings& findings);

}  // namespace loci::guard
