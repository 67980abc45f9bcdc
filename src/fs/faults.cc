#include "fs/faults.h"

#include <fmt/format.h>

#include <cerrno>

#include "base/text.h"

namespace loci::fs {

namespace {

// Names come from disks that others write to, and the message goes to a terminal.
std::string quoted(std::string_view path) { return fmt::format("'{}'", printable(path, true)); }

}  // namespace

Result<> check_name(std::string_view name) {
  const bool one_component = !name.empty() && name != "." && name != ".." &&
                             name.find('/') == std::string_view::npos &&
                             name.find('\0') == std::string_view::npos;
  if (one_component) return {};
  return fail(invalid_input(fmt::format("{} is not a file name", quoted(name)),
                            "a name has no '/' and is neither '.' nor '..'"));
}

Result<> check_absolute(std::string_view path) {
  if (path.starts_with('/') && path.find('\0') == std::string_view::npos) return {};
  return fail(invalid_input(fmt::format("{} is not an absolute path", quoted(path)),
                            "give a path that starts with '/'"));
}

Error link_error(std::string_view path) {
  return denied(
      fmt::format("{} is a symbolic link", quoted(path)),
      "loci does not follow links inside memory; replace it with a regular file or directory");
}

Error not_regular_error(std::string_view path) {
  return denied(fmt::format("{} is not a regular file", quoted(path)),
                "move it away, or replace it with a regular file");
}

Error too_large_error(std::string_view path, std::size_t limit) {
  return invalid_input(fmt::format("{} is larger than {} bytes", quoted(path), limit),
                       "split it into smaller files");
}

Error lock_held_error(std::string_view path) {
  return locked(fmt::format("{} is locked by another process", quoted(path)),
                "wait until it has finished and try again");
}

Error lock_replaced_error(std::string_view path) {
  return conflict(fmt::format("{} was moved or replaced while loci had it open", quoted(path)),
                  "run the command again");
}

bool lacks_call(int number) {
  return number == EINVAL || number == ENOSYS || number == ENOTSUP;  // EOPNOTSUPP is ENOTSUP
}

Error file_error(int number, std::string_view action, std::string_view path) {
  switch (number) {
    case EEXIST:
      return conflict(fmt::format("{} already exists", quoted(path)), "choose another name");
    case ENOTEMPTY:
      return conflict(fmt::format("{} is not empty", quoted(path)), "remove its contents first");
    case EISDIR:
      return denied(fmt::format("{} is a directory", quoted(path)),
                    "move it away, or choose another name");
    case ENOTDIR:
      return denied(fmt::format("{} is not a directory", quoted(path)),
                    "move it away, or choose another path");
    case ENXIO:  // a FIFO or a socket, opened without waiting for its other end
      return not_regular_error(path);
    case ENAMETOOLONG:
      return invalid_input(fmt::format("the name {} is too long", quoted(path)),
                           "choose a shorter one");
    default:
      return system_error(number, action, printable(path, true));
  }
}

}  // namespace loci::fs
