// Checks that several use cases share. Internal to app/.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::app {

// Conflict unless `text` has the hash, or begins with the digits, of `wanted`;
// no text: the note is gone. No `wanted` is always right. InvalidInput for what
// is no hash.
[[nodiscard]] Result<> check_hash(const std::optional<std::string>& wanted,
                                  const std::optional<std::string>& text, std::string_view file);

}  // namespace loci::app
