// What is copied whole into a note and does not belong there: private keys, files with merge
// conflicts. Internal to guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> private_key_matcher(std::string_view text,
                                                           Findings& findings);
void find_conflict(std::string_view text, Findings& findings);

}  // namespace loci::guard
