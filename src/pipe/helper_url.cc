#include "pipe/helper_url.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace loci::pipe {
namespace {

constexpr std::string_view kMark = "helper::";

bool has_password(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) {
    const std::size_t begin = scheme + 3;
    const std::string_view where = url.substr(begin, url.find_first_of("/?", begin) - begin);
    const std::size_t at = where.rfind('@');
    if (at != std::string_view::npos && where.substr(0, at).find(':') != std::string_view::npos) {
      return true;
    }
  }
  // "password=", "sslpassword=", also with an escaped letter in it, and as words of "key=value".
  std::string plain;
  for (std::size_t i = 0; i < url.size(); ++i) {
    if (url[i] == '%' && i + 2 < url.size()) {
      const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : (c | 0x20) >= 'a' ? (c | 0x20) - 'a' + 10 : 0;
      };
      plain += static_cast<char>(digit(url[i + 1]) * 16 + digit(url[i + 2]));
      i += 2;
    } else if (url[i] != ' ') {
      plain += url[i];
    }
  }
  return ascii_lower(plain).find("password=") != std::string::npos;
}

}  // namespace

std::string helper_kind(std::string_view url) {
  for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
    if (url.starts_with(scheme)) return "postgresql";
  }
  if (!url.starts_with(kMark)) return "";
  url.remove_prefix(kMark.size());
  return std::string(url.substr(0, url.find("::")));
}

std::string helper_address(std::string_view url) {
  if (!url.starts_with(kMark)) return std::string(url);
  const std::size_t end = url.find("::", kMark.size());
  return std::string(end == std::string_view::npos ? std::string_view() : url.substr(end + 2));
}

Result<> check_helper_url(std::string_view url) {
  const std::string kind = helper_kind(url);
  const bool named =
      !kind.empty() && kind.size() <= 40 && std::all_of(kind.begin(), kind.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
      });
  if (!named || helper_address(url).empty()) {
    return fail(invalid_input("this URL does not name a helper program",
                              "such as postgresql://host/database, or helper::KIND::ADDRESS for "
                              "'loci-remote-KIND'"));
  }
  if (has_password(url)) {
    return fail(invalid_input("this URL contains a password, and loci keeps no passwords",
                              "leave it out: for PostgreSQL it belongs into ~/.pgpass or a "
                              "connection service (docs/remotes.md)"));
  }
  if (!is_valid_utf8(url) || url.size() > 2'000 || std::any_of(url.begin(), url.end(), [](char c) {
        return static_cast<unsigned char>(c) < 32;
      })) {
    return fail(invalid_input("this is not the URL of a remote"));
  }
  return {};
}

}  // namespace loci::pipe
