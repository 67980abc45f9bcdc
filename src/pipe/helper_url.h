// Which remotes a helper program speaks with, by their URL.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::pipe {

// "postgresql" of "postgresql://…" and "postgres://…", "x" of "helper::x::…"; "" for any other URL.
[[nodiscard]] std::string helper_kind(std::string_view url);
// What the helper is given: the URL, or what stands behind "helper::x::".
[[nodiscard]] std::string helper_address(std::string_view url);
// InvalidInput for one with a password, which would be kept in loci's files, or that names no
// program.
Result<> check_helper_url(std::string_view url);

}  // namespace loci::pipe
