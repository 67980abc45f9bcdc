// The words for what goes wrong with files, the same for every FileSystem.
// Internal to fs.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::fs {

// InvalidInput unless `name` is one path component.
Result<> check_name(std::string_view name);
// InvalidInput unless `path` is absolute.
Result<> check_absolute(std::string_view path);

[[nodiscard]] std::string child_path(std::string_view directory, std::string_view name);

[[nodiscard]] Error link_error(std::string_view path);
[[nodiscard]] Error not_regular_error(std::string_view path);
[[nodiscard]] Error too_large_error(std::string_view path, std::size_t limit);
[[nodiscard]] Error lock_held_error(std::string_view path);
[[nodiscard]] Error lock_replaced_error(std::string_view path);

// system_error() with the kinds that matter for files: a taken name is a
// Conflict, a file in a directory's place (or the reverse) is Denied.
[[nodiscard]] Error file_error(int number, std::string_view action, std::string_view path);

}  // namespace loci::fs
