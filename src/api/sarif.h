// Findings of `check` for code hosts: SARIF 2.1.0.

#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "upkeep/checker.h"

namespace loci::api {

// Paths below `base` are given relative to it; `version` is that of the program.
[[nodiscard]] Json to_sarif(const std::vector<upkeep::Finding>& findings, std::string_view base,
                            std::string_view version);

}  // namespace loci::api
