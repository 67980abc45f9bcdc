#include "base/path.h"

#include <algorithm>
#include <filesystem>

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
  std::string path(directory);
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

}  // namespace loci
