// What an earlier version of loci must not touch.

#pragma once

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"

namespace loci {

// Denied: `what` may be read and not written, because a later version of loci
// wrote it.
[[nodiscard]] inline Error later_version(std::string_view what) {
  return denied(fmt::format("'{}' was written by a later version of loci", what),
                "update loci before you write here; reading still works");
}

}  // namespace loci
