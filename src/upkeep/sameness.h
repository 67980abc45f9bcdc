// Whether one note says everything that another one says, and nothing against it. Pure.

#pragma once

#include <string>

#include "upkeep/said.h"

namespace loci::upkeep {

// What keeps them apart: "'8080' is only in one of them"; "" when everything that `less` says is in
// `full`, which has as many words or more.
[[nodiscard]] std::string difference(const Said& full, const Said& less, const Numbers& numbers);

}  // namespace loci::upkeep
