// The first name that nobody has: the wanted one, else the same with a number.

#pragma once

#include <string>
#include <utility>

#include "base/result.h"

namespace loci {

// `wanted`, else the first of numbered(2), numbered(3) … for which `taken` is
// false. `taken` gives a Result<bool>: a look that fails ends the search.
template <typename Numbered, typename Taken>
[[nodiscard]] Result<std::string> free_name(std::string wanted, const Numbered& numbered,
                                            const Taken& taken) {
  for (int number = 2;; ++number) {
    LOCI_ASSIGN(const bool is_taken, taken(std::as_const(wanted)));
    if (!is_taken) return wanted;
    wanted = numbered(number);
  }
}

}  // namespace loci
