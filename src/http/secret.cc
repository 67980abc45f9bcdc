#include "http/secret.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace loci::http {

std::string random_hex(std::size_t digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(digits);
  while (text.size() < digits) {
    std::array<unsigned char, 32> bytes{};
    const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error(errno, std::generic_category(), "random bytes");
    for (std::size_t i = 0; i < static_cast<std::size_t>(got) && text.size() < digits; ++i) {
      text += kDigits[bytes[i] & 15U];
    }
  }
  return text;
}

}  // namespace loci::http
