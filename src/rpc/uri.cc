#include "rpc/uri.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/text.h"

namespace loci::rpc {
namespace {

constexpr std::string_view kScheme = "loci://";
constexpr std::array<std::string_view, 6> kScopes{"global", "workspace",  "private",
                                                  "shared", "scratchpad", "daily"};
constexpr std::array<std::string_view, 4> kParts{"user", "private", "shared", "xcaf"};
constexpr std::size_t kShownMethod = 100;

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (is_unreserved(c)) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size() || digit(text[i + 1]) < 0 || digit(text[i + 2]) < 0) {
      return std::nullopt;
    }
    result += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
    i += 2;
  }
  return result;
}

bool is_component(std::string_view text) {
  return !text.empty() && text != "." && text != ".." && is_valid_utf8(text) &&
         text.find('/') == std::string_view::npos && text.find('\0') == std::string_view::npos;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  for (const std::string_view known : words) {
    if (known == word) return true;
  }
  return false;
}

}  // namespace

std::string to_text(const MemoryUri& uri) {
  if (uri.scope == "agent") {
    return fmt::format("{}agent/{}/{}/{}", kScheme, escaped(uri.agent), uri.part,
                       escaped(uri.file));
  }
  return fmt::format("{}{}/{}", kScheme, uri.scope, escaped(uri.file));
}

std::optional<MemoryUri> parse_memory_uri(std::string_view uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  std::vector<std::string> parts;
  while (true) {
    const std::size_t slash = uri.find('/');
    const auto part = unescaped(uri.substr(0, slash));
    if (!part || !is_component(*part)) return std::nullopt;
    parts.push_back(*part);
    if (slash == std::string_view::npos) break;
    uri.remove_prefix(slash + 1);
    if (parts.size() == 4) return std::nullopt;
  }
  MemoryUri result;
  if (parts.size() == 2 && is_one_of(kScopes, parts[0])) {
    result.scope = parts[0];
    result.file = parts[1];
    return result;
  }
  if (parts.size() == 4 && parts[0] == "agent" && is_one_of(kParts, parts[2])) {
    return MemoryUri{"agent", parts[1], parts[2], parts[3]};
  }
  return std::nullopt;
}

std::string first_root(const Json& result) {
  constexpr std::string_view kFile = "file://";
  const auto roots = result.is_object() ? result.find("roots") : result.end();
  if (roots == result.end() || !roots->is_array()) return {};
  for (const Json& root : *roots) {
    if (!root.is_object()) continue;
    const auto uri = root.find("uri");
    if (uri == root.end() || !uri->is_string()) continue;
    const auto& text = uri->get_ref<const std::string&>();
    if (!text.starts_with(kFile)) continue;
    // A host may stand before the path: file://localhost/home/u.
    const std::size_t path = text.find('/', kFile.size());
    if (path == std::string::npos) continue;
    const auto plain = unescaped(std::string_view(text).substr(path));
    if (plain && plain->find('\0') == std::string::npos) return *plain;
  }
  return {};
}

std::string cut_method(std::string_view method) {
  return printable(cut_bytes(method, kShownMethod), true);
}

}  // namespace loci::rpc
