// What is copied whole into a note and does not belong there: private keys, files with merge
// conflicts. Internal to guard/.

#pragma once

#include <string_view>

#include "guard/findings.h"

namespace loci::guard {

void find_private_keys(std::string_view text, Findings& findings);
void find_conflict(std::string_view text, Findings& findings);

}  // namespace loci::guard
