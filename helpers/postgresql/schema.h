// The schema, as it stands in the .sql files.

#pragma once

#include <array>
#include <string_view>

namespace loci::postgresql {

extern const std::string_view kTables;
extern const std::string_view kFunctions;
// What brings the tables from form 1 to 2, from 2 to 3, …; kTables begins them in the last form.
extern const std::array<std::string_view, 1> kSteps;

}  // namespace loci::postgresql
