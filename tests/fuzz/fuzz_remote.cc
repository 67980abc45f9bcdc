// URLs and configurations of repositories that came from anywhere. Whatever is
// written there, an identity names one host that stands where git reads it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "property.h"
#include "store/git_config.h"
#include "store/remote_url.h"

using namespace loci::store;

namespace {

bool starts_with_a_scheme(std::string_view url) {
  const std::size_t end = url.find("://");
  return end != std::string_view::npos && url.find('/') == end + 1;
}

// Where git and curl look for the host, by the plainest reading there is.
std::string_view authority(std::string_view url) {
  if (starts_with_a_scheme(url)) {
    url.remove_prefix(url.find("://") + 3);
    return url.substr(0, url.find_first_of("/?#"));
  }
  return url.substr(0, url.find(':'));
}

void check_url(std::string_view url) {
  const Remote remote = parse_remote(url, "/base");
  const std::string& identity = remote.identity;
  LOCI_HOLDS(loci::is_valid_utf8(identity));
  LOCI_HOLDS(std::none_of(identity.begin(), identity.end(),
                          [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
  if (identity.empty()) return;
  if (!remote.path.empty()) {
    LOCI_HOLDS(identity.starts_with("file:/"));
    LOCI_HOLDS(identity.find("/../") == std::string::npos);
    LOCI_HOLDS(!identity.ends_with("/.."));
    return;
  }
  LOCI_HOLDS(identity.find_first_of("?#\\") == std::string::npos);
  std::string host = identity.substr(0, identity.find('/'));
  host = host.substr(host.rfind('@') + 1);
  LOCI_HOLDS(!host.empty() && loci::ascii_lower(host) == host);
  if (host.starts_with('[')) return;  // in another spelling
  const std::string_view where = authority(url);
  std::string seen = loci::ascii_lower(where.substr(where.rfind('@') + 1));
  LOCI_HOLDS(seen == host || seen.starts_with(host + ":"));
  // The same with another user, and only with the same host.
  if (starts_with_a_scheme(url) && url.starts_with("http")) {
    const std::size_t at = url.find("://") + 3;
    const std::string with_user = std::string(url.substr(0, at)) + "ann:x@" +
                                  std::string(url.substr(at + where.rfind('@') + 1));
    LOCI_HOLDS(parse_remote(with_user, "/base").identity == identity);
  }
}

void check_config(std::string_view text) {
  const auto settings = parse_git_config(text);
  if (!settings) return;
  for (const GitSetting& setting : *settings) {
    LOCI_HOLDS(!setting.section.empty() && !setting.key.empty());
    LOCI_HOLDS(loci::ascii_lower(setting.section) == setting.section);
    LOCI_HOLDS(loci::ascii_lower(setting.key) == setting.key);
  }
  const auto url = origin_url(*settings);
  if (url) check_url(*url);
  // What sends git elsewhere does so behind anything that ends its line.
  if (!text.ends_with('\n')) return;
  for (const std::string_view more :
       {"\n[include]\npath = x\n", "\n[url \"x\"]\ninsteadOf = y\n"}) {
    const auto longer = parse_git_config(std::string(text) + std::string(more));
    LOCI_HOLDS(longer && !origin_url(*longer));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_url(text);
  check_config(text);
  return 0;
}
