// The schema, as it stands in the .sql files.

#pragma once

#include <array>
#include <string_view>

namespace loci::postgresql {

extern const std::string_view kTables;
extern const std::string_view kFunctions;
// What brings the tables to form 1, 2, …; the first one is kTables, which begins them.
extern const std::array<std::string_view, 1> kSteps;

}  // namespace loci::postgresql
