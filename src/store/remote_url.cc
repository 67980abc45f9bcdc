#include "store/remote_url.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/path.h"
#include "base/text.h"

namespace loci::store {
namespace {

// What git speaks to a host of its own accord. It knows these names in lower case
// only; any other scheme is a program `git remote-<scheme>`.
enum class Transport { Http, Git, Ssh };
struct Scheme {
  std::string_view name;
  Transport transport;
  int port;
};
constexpr std::array kSchemes{
    Scheme{"http", Transport::Http, 80}, Scheme{"https", Transport::Http, 443},
    Scheme{"ssh", Transport::Ssh, 22},   Scheme{"git+ssh", Transport::Ssh, 22},
    Scheme{"git", Transport::Git, 9418}, Scheme{"ssh+git", Transport::Ssh, 22},
};
constexpr std::string_view kOwnAccount = "git";  // of the server, not of a person

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool has(std::string_view text, std::string_view any_of) {
  return text.find_first_of(any_of) != std::string_view::npos;
}

// The character that "%2F" at the start of `text` stands for.
std::optional<char> escaped(std::string_view text) {
  if (text.size() < 3) return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 3, value, 16);
  if (error != std::errc() || end != text.data() + 3) return std::nullopt;
  return static_cast<char>(value);
}

// Whether every "%XX" stands for a character that is none of `but` and no control.
bool escapes_are_clear(std::string_view text, std::string_view but) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const auto c = escaped(text.substr(at));
    if (!c || is_control(*c) || has({&*c, 1}, but)) return false;
  }
  return true;
}
// A path's say nothing else to whoever decodes them early, and are needed at all.
bool path_is_clear(std::string_view path) {
  constexpr std::string_view kPlain =
      "/\\?#%.:-_~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return escapes_are_clear(path, kPlain);
}

bool is_address(std::string_view host) {
  std::array<unsigned char, 4> bytes{};
  return ::inet_pton(AF_INET, std::string(host).c_str(), bytes.data()) == 1;
}

// "1", "017" or "0x7f", as the last part of an address may be.
bool is_number(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return is_digit(c) || (hexadecimal && has({&c, 1}, "abcdefABCDEF"));
  });
}

// A name as DNS and ssh's configuration have them. Other alphabets are not
// compared: what they turn into depends on who turns them. "127.1", "0x7f.1" and
// their like are numbers to some and names to others.
bool is_host_name(std::string_view host) {
  constexpr std::size_t kLongest = 253;
  if (host.empty() || host.size() > kLongest || host.starts_with('-')) return false;
  if (host.starts_with('.') || host.ends_with('.')) return false;
  if (host.find("..") != std::string_view::npos) return false;
  const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
    return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
  });
  if (!plain) return false;
  return !is_number(host.substr(host.rfind('.') + 1)) || is_address(host);
}

// "[::1]" in its one spelling, or "".
std::string bracketed_address(std::string_view host) {
  if (host.size() < 2 || !host.ends_with(']')) return {};
  std::array<unsigned char, 16> bytes{};
  const std::string inside(host.substr(1, host.size() - 2));
  if (::inet_pton(AF_INET6, inside.c_str(), bytes.data()) != 1) return {};
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
  return fmt::format("[{}]", text.data());
}

// ":8443", "" for the scheme's own, nothing when it is no port.
std::optional<std::string> port_suffix(std::string_view digits, int own) {
  int port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || port < 1 || port > 65'535 || digits.front() == '0') return std::nullopt;
  return port == own ? std::string() : fmt::format(":{}", port);
}

// "host" or "host:port" in one spelling, or "".
std::string host_and_port(std::string_view text, int own_port) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return {};
  const std::size_t colon = text.find(':', bracket);
  const std::string_view name = text.substr(0, colon);
  std::string host = text.starts_with('[') ? bracketed_address(name)
                     : is_host_name(name)  ? ascii_lower(name)
                                           : std::string();
  if (host.empty() || colon == std::string_view::npos) return host;
  const auto port = port_suffix(text.substr(colon + 1), own_port);
  return port ? host + *port : std::string();
}

bool is_account(std::string_view name) {
  return !name.empty() && !name.starts_with('-') &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_alphanumeric(c) || c == '.' || c == '_' || c == '-' || c == '+';
         });
}

// Whether a user and password in front of a host leave no doubt where the host
// begins. To ssh they are an account; git knows none for its own protocol.
bool is_clear_user(std::string_view user, Transport transport) {
  if (has(user, "@[]\\ ")) return false;
  if (transport == Transport::Http) return escapes_are_clear(user, "");
  return transport == Transport::Ssh && is_account(user);
}

bool has_dot_segment(std::string_view path) {
  while (!path.empty()) {
    const std::string_view segment = take_component(path);
    if (segment == "." || segment == "..") return true;
  }
  return false;
}

// The name that is left is still one.
std::string_view without_suffixes(std::string_view path) {
  constexpr std::string_view kSuffix = ".git";
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const bool longer = path.size() > kSuffix.size() && path.ends_with(kSuffix);
  if (longer && !has(path.substr(path.size() - kSuffix.size() - 1, 1), "/.")) {
    path.remove_suffix(kSuffix.size());
  }
  return path;
}

// "host/path", with the account in front where the path is below its home.
std::string at_host(const std::string& host, std::string_view account, std::string_view path,
                    bool below_home) {
  while (path.starts_with('/')) path.remove_prefix(1);
  path = without_suffixes(path);
  if (host.empty() || path.empty() || path == "/") return {};
  if (has_dot_segment(path) || has(path, "?#\\[]") || path.starts_with('-')) return {};
  const bool named = below_home && !account.empty() && account != kOwnAccount;
  return fmt::format("{}{}{}/{}", named ? account : "", named ? "@" : "", host, path);
}

// Behind "scheme://". As curl has it, host and port end at the first of "/?#";
// git takes them to the first "/", and decodes "%2F" before that.
std::string network_identity(const Scheme& scheme, std::string_view rest) {
  const std::size_t end = rest.find_first_of("/?#");
  if (end == std::string_view::npos || rest[end] != '/' || has(rest, " ")) return {};
  std::string_view host = rest.substr(0, end);
  std::string_view account;
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = host.substr(0, at);
    if (!is_clear_user(user, scheme.transport)) return {};
    if (scheme.transport == Transport::Ssh) account = user;
    host.remove_prefix(at + 1);
  }
  const std::string_view path = rest.substr(end);
  if (!path_is_clear(path)) return {};
  return at_host(host_and_port(host, scheme.port), account, path, path.starts_with("/~/"));
}

// "user@host:path", which git hands to ssh as it is.
std::string ssh_identity(std::string_view where, std::string_view path) {
  std::string_view account;
  if (const std::size_t at = where.rfind('@'); at != std::string_view::npos) {
    account = where.substr(0, at);
    if (!is_account(account)) return {};
    where.remove_prefix(at + 1);
  }
  if (!is_host_name(where) || has(path, "%") || path.starts_with(':')) return {};
  const bool below_home =
      path.starts_with("~/") || (!path.starts_with('/') && !path.starts_with('~'));
  return at_host(ascii_lower(where), account, path, below_home);
}

Remote directory(std::string_view base, std::string_view path) {
  Remote remote;
  // To git a bracket may begin a host anywhere, and a dash an option.
  if (has(path, "[]") || path.starts_with('-')) return remote;
  remote.path = path.starts_with('/') ? std::string(path) : fmt::format("{}/{}", base, path);
  const std::string normal = joined_path("/", remote.path);
  if (normal != "/") remote.identity = fmt::format("file:{}", without_suffixes(normal));
  return remote;
}

// "file:///srv/app" and with "localhost"; versions of git differ over other hosts.
Remote file_url(std::string_view rest) {
  constexpr std::string_view kHere = "localhost/";
  if (rest.starts_with(kHere)) rest.remove_prefix(kHere.size() - 1);
  if (!rest.starts_with('/') || has(rest, "%")) return {};
  return directory("/", rest);
}

}  // namespace

Remote parse_remote(std::string_view url, std::string_view base) {
  if (url.empty() || !is_valid_utf8(url) || std::any_of(url.begin(), url.end(), is_control)) {
    return {};
  }
  const std::size_t colon = url.find(':');
  const std::size_t slash = url.find('/');
  // Wherever "://" stands, git takes what comes before for a scheme.
  const std::size_t mark = url.find("://");
  if (mark != std::string_view::npos && mark != colon) return {};
  if (colon == std::string_view::npos || slash < colon) {
    return mark == std::string_view::npos ? directory(base, url) : Remote();
  }
  const std::string_view before = url.substr(0, colon);
  const std::string_view rest = url.substr(colon + 1);
  if (rest.starts_with(':')) return {};  // "helper::address"
  if (mark == std::string_view::npos) return {ssh_identity(before, rest), ""};
  if (before == "file") return file_url(rest.substr(2));
  for (const Scheme& scheme : kSchemes) {
    if (before == scheme.name) return {network_identity(scheme, rest.substr(2)), ""};
  }
  return {};
}

}  // namespace loci::store
