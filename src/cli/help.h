// Help, read off the operation table.

#pragma once

#include <string>
#include <string_view>

#include "api/operation.h"

namespace loci::cli {

// `loci --help`, in so many columns; 0: as wide as it is.
[[nodiscard]] std::string general_help(std::size_t columns = 0);
// `loci scratch --help`: every operation whose first word is `topic`.
[[nodiscard]] std::string topic_help(std::string_view topic, std::size_t columns = 0);
// "loci write <FILE> [--type TYPE] …", in lines that fit behind "Usage: "; a flag stays on one line
// with its value. At most 80 columns, 0: those.
[[nodiscard]] std::string usage(const api::Operation& operation, std::size_t columns = 0);

}  // namespace loci::cli
