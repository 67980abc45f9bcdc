// Random text that nobody guesses: tokens, and the names of sessions.

#pragma once

#include <cstddef>
#include <string>

namespace loci::http {

// Hexadecimal digits from the system's generator, which needs no file and no memory.
// std::system_error where it has none.
[[nodiscard]] std::string random_hex(std::size_t digits);

}  // namespace loci::http
