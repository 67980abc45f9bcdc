#include "base/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/text.h"

namespace loci {
namespace {

// The root keeps its slash.
std::string_view without_last_slashes(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path;
}

}  // namespace

std::string_view parent_path(std::string_view path) {
  path = without_last_slashes(path);
  return without_last_slashes(path.substr(0, path.rfind('/') + 1));  // npos + 1 == 0
}

std::string_view last_component(std::string_view path) {
  path = without_last_slashes(path);
  return path.substr(path.rfind('/') + 1);
}

std::string child_path(std::string_view directory, std::string_view name) {
  std::string path;
  path.reserve(directory.size() + 1 + name.size());
  path += directory;
  if (!path.ends_with('/')) path += '/';
  return path.append(name);
}

std::string_view take_component(std::string_view& path) {
  const std::string_view first = path.substr(0, path.find('/'));
  path.remove_prefix(std::min(path.size(), first.size() + 1));
  return first;
}

std::string joined_path(std::string_view base, std::string_view path) {
  const std::filesystem::path full = path.starts_with('/')
                                         ? std::filesystem::path(path)
                                         : std::filesystem::path(base) / std::string(path);
  std::string normal = full.lexically_normal().string();
  if (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

std::string text_of_path(std::string_view path) {
  if (is_valid_utf8(path)) return std::string(path);
  std::string text;
  while (!path.empty()) {
    const Decoded decoded = decode_utf8(path);
    const auto byte = static_cast<unsigned char>(path[0]);
    if (decoded.length == 1 && byte >= 0x80) {
      text += fmt::format("{}{:02x}", '\0', byte);
    } else {
      text += path.substr(0, decoded.length);
    }
    path.remove_prefix(decoded.length);
  }
  return text;
}

std::string path_of_text(std::string_view text) {
  constexpr std::size_t kEscape = 3;  // U+0000 and two digits
  std::string path;
  for (std::size_t at = text.find('\0'); at != std::string_view::npos; at = text.find('\0')) {
    path += text.substr(0, at);
    text.remove_prefix(at);
    const std::string_view digits = text.substr(1, 2);
    unsigned byte = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc() || end != digits.data() + 2) break;
    path += static_cast<char>(byte);
    text.remove_prefix(kEscape);
  }
  return path.append(text);
}

}  // namespace loci
