// Passwords in URLs. Internal to guard/.

#pragma once

#include <string_view>

namespace loci::guard {

// Whether what stands between ":" and "@" is one, and no port, template or name of a password.
[[nodiscard]] bool is_url_password(std::string_view user, std::string_view password);

}  // namespace loci::guard
