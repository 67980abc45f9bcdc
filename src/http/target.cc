#include "http/target.h"

#include "base/text.h"

namespace loci::http {
namespace {

constexpr std::size_t kMostParameters = 64;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// `plus`: a plus sign is a space, as in forms.
Result<std::string> decode(std::string_view text, bool plus) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += plus && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high < 0 ? -1 : hex_value(text[i + 2]);
    if (low < 0) return fail(invalid_input("the address has a broken escape after '%'"));
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (decoded.find('\0') != std::string::npos || !is_valid_utf8(decoded)) {
    return fail(invalid_input("the address is not valid UTF-8"));
  }
  return decoded;
}

// Calls `take` for each part between separators.
template <typename Take>
Result<> split(std::string_view text, char separator, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    LOCI_TRY(take(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

}  // namespace

std::string_view Target::value(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return {};
}

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find_first_of("?#"));
}

Result<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/') || text.find('#') != std::string_view::npos) {
    return fail(invalid_input("the address must be a path on this server"));
  }
  Target target;
  const std::string_view path = path_of(text);
  LOCI_TRY(split(path.substr(1), '/', [&](std::string_view segment) -> Result<> {
    LOCI_ASSIGN(std::string decoded, decode(segment, false));
    target.segments.push_back(std::move(decoded));
    return {};
  }));
  if (path.size() == text.size()) return target;
  LOCI_TRY(split(text.substr(path.size() + 1), '&', [&](std::string_view pair) -> Result<> {
    if (pair.empty()) return {};
    if (target.query.size() == kMostParameters) {
      return fail(invalid_input("the address has too many parameters"));
    }
    const std::size_t equals = std::min(pair.find('='), pair.size());
    LOCI_ASSIGN(std::string key, decode(pair.substr(0, equals), true));
    LOCI_ASSIGN(std::string value, decode(pair.substr(std::min(equals + 1, pair.size())), true));
    target.query.emplace_back(std::move(key), std::move(value));
    return {};
  }));
  return target;
}

}  // namespace loci::http
