#include "http/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace loci::http {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Four numbers, as an inet_aton() that is strict reads them.
bool is_ipv4(std::string_view text) {
  int numbers = 0;
  while (true) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || !is_digit(text.front()) || value > 255 || digits > 3) return false;
    ++numbers;
    text.remove_prefix(digits);
    if (text.empty()) return numbers == 4;
    if (text.front() != '.' || numbers == 4) return false;
    text.remove_prefix(1);
    if (text.empty()) return false;
  }
}

bool is_ipv6(std::string_view text) {
  constexpr std::size_t kLongest = 45;
  return text.size() >= 2 && text.size() <= kLongest && text.find(':') != std::string_view::npos &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_digit(c) || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
         });
}

bool is_host_name(std::string_view text) {
  constexpr std::size_t kLongest = 253;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_';
         });
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

bool has_body(const Request& head) {
  const std::string_view length = head.header("Content-Length");
  return head.count("Transfer-Encoding") > 0 || (!length.empty() && length != "0");
}

}  // namespace

bool same_secret(std::string_view given, std::string_view secret) {
  // Not to be left early, nor to be found out by the compiler.
  volatile unsigned char differences = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const char expected = secret.empty() ? '\0' : secret[i % secret.size()];
    differences = differences | static_cast<unsigned char>(given[i] ^ expected);
  }
  return differences == 0 && !secret.empty();
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" || (host.starts_with("127.") && is_ipv4(host));
}

std::optional<Authority> parse_authority(std::string_view given) {
  const std::string text = ascii_lower(given);
  std::string_view rest = text;
  Authority authority;
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    authority.host = rest.substr(1, end - 1);
    authority.address = true;
    if (!is_ipv6(authority.host)) return std::nullopt;
    rest.remove_prefix(end + 1);
  } else {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    authority.host = rest.substr(0, end);
    authority.address = !authority.host.empty() && is_ipv4(authority.host);
    if (!is_host_name(authority.host)) return std::nullopt;
    rest.remove_prefix(end);
  }
  if (rest.empty()) return authority;
  if (!rest.starts_with(':')) return std::nullopt;
  const auto port = parse_port(rest.substr(1));
  if (!port) return std::nullopt;
  authority.port = *port;
  return authority;
}

bool Brake::allows(Time now) {
  const std::lock_guard lock(mutex_);
  if (last_) {
    const double seconds = std::chrono::duration<double>(now - *last_).count();
    left_ = std::min(kBurst, left_ + std::max(seconds, 0.0) * kPerSecond);
  }
  last_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

// The port is not compared: it may be forwarded.
bool Guard::knows_host(const Authority& host) const {
  if (is_loopback(host.host)) return true;
  if (is_loopback(options_.host)) return false;
  return host.address || host.host == ascii_lower(options_.host);
}

// Browsers write an origin in one way only, so it is compared to the byte. Other
// addresses and ports of the loopback are other servers, perhaps another user's.
bool Guard::is_own_origin(const Request& head) const {
  const std::string_view origin = head.header("Origin");
  if (!is_loopback(options_.host)) {
    // Reached by any address and through proxies: what the client calls it.
    const std::string host = ascii_lower(head.header("Host"));
    return origin == "http://" + host || origin == "https://" + host;
  }
  const std::string port =
      head.server_port == 80 ? std::string() : fmt::format(":{}", head.server_port);
  const std::string& address = head.server_address;
  const bool six = address.find(':') != std::string::npos;
  const std::string host = six ? fmt::format("[{}]", address) : address;
  if (origin == fmt::format("http://{}{}", host, port)) return true;
  const bool local = address == "127.0.0.1" || address == "::1";
  return local && origin == fmt::format("http://localhost{}", port);
}

std::optional<Response> Guard::refuse_host(const Request& head, bool open) const {
  if (head.count("Host") != 1) return refusal(400, "a request needs one Host header");
  const auto host = parse_authority(head.header("Host"));
  if (!host || !knows_host(*host)) {
    return refusal(403, "the Host header does not name this server",
                   "use the address that 'loci serve' printed");
  }
  if (head.count("Origin") > 1) return refusal(400, "a request can have only one Origin header");
  if (head.count("Origin") == 1 && !is_own_origin(head)) {
    return refusal(403, "pages of other sites cannot use this server",
                   "a forwarded port must have the same number on both sides");
  }
  // What a browser says of a request that has no Origin, such as an image's. A link to the page
  // may stand anywhere; a form that signs in may not.
  const std::string_view site = head.header("Sec-Fetch-Site");
  const bool followed = open && (head.method == "GET" || head.method == "HEAD");
  if (!followed && (site == "cross-site" || site == "same-site")) {
    return refusal(403, "pages of other sites cannot use this server");
  }
  return std::nullopt;
}

std::optional<Response> Guard::brake(Brake::Time now) {
  if (brake_.allows(now)) return std::nullopt;
  Response slow = refusal(429, "too many wrong tokens", "wait a second");
  slow.set("Retry-After", "1");
  return slow;
}

std::optional<Response> Guard::refuse_token(const Request& head, Brake::Time now) {
  if (options_.token.empty()) return std::nullopt;
  constexpr std::string_view kBearer = "bearer ";
  const std::string_view given = head.header("Authorization");
  const bool bearer =
      head.count("Authorization") == 1 && same_name(given.substr(0, kBearer.size()), kBearer);
  if (bearer && same_secret(trim(given.substr(kBearer.size())), options_.token)) {
    return std::nullopt;
  }
  constexpr std::string_view kHint =
      "send 'Authorization: Bearer TOKEN' with the token in state/http-token of the home";
  // Whoever sends none is no guesser.
  if (!given.empty()) {
    if (auto slow = brake(now)) return slow;
  }
  Response response =
      refusal(401, given.empty() ? "this needs a token" : "the token is wrong", kHint);
  response.set("WWW-Authenticate", "Bearer realm=\"loci\"");
  return response;
}

std::optional<Response> Guard::refuse_body(const Request& head) const {
  if (!has_body(head)) return std::nullopt;
  if (head.method == "GET" || head.method == "HEAD") {
    return refusal(400, fmt::format("{} takes no body", head.method));
  }
  const std::string_view given = head.header("Content-Type");
  const std::string_view type = trim(given.substr(0, given.find(';')));
  if (head.count("Content-Type") != 1 || !same_name(type, "application/json")) {
    return refusal(415, "the body must be application/json",
                   "send 'Content-Type: application/json'");
  }
  if (head.count("Content-Encoding") > 0) {
    return refusal(415, "the body must not be compressed");
  }
  return std::nullopt;
}

std::optional<Response> Guard::refuse(const Request& head, bool open, Brake::Time now,
                                      bool signed_in) {
  if (auto refused = refuse_host(head, open)) return refused;
  const bool reads = head.method == "GET" || head.method == "HEAD";
  if (!open && signed_in && head.count("Authorization") == 0) {
    if (!reads && head.count("X-Loci") != 1) {
      return refusal(403, "a change by cookie needs the header 'X-Loci'",
                     "programs send 'Authorization: Bearer TOKEN'");
    }
  } else if (!open) {
    if (auto refused = refuse_token(head, now)) return refused;
  }
  return refuse_body(head);
}

void add_security_headers(Response& response) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kHeaders{{
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cache-Control", "no-store"},
  }};
  response.headers.reserve(response.headers.size() + kHeaders.size() + 1);
  const auto has = [&](std::string_view name) {
    return std::any_of(response.headers.begin(), response.headers.end(),
                       [&](const Header& header) { return same_name(header.name, name); });
  };
  for (const auto& [name, value] : kHeaders) {
    if (!has(name)) response.headers.push_back({std::string(name), std::string(value)});
  }
  if (!has("Content-Security-Policy")) {
    response.headers.push_back(
        {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"});
  }
}

}  // namespace loci::http
