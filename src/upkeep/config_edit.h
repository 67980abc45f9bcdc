// Changing one setting in the text of config.toml, and no other byte of it. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::upkeep {

// The text with `key` ("review.global", "scan.RULE") set to `value`, which is what a person
// typed; nothing: without it. InvalidInput for a value that the setting cannot have, and for a
// setting that stands there in a form that only a person can change; NotFound for a key that is
// none, and for one to be taken away that the file does not have.
[[nodiscard]] Result<std::string> with_setting(std::string_view text, std::string_view key,
                                               const std::optional<std::string>& value);

}  // namespace loci::upkeep
