#include "base/error.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace loci {
namespace {

constexpr std::array<ErrorInfo, 8> kErrors{{
    {ErrorKind::InvalidInput, "invalid_input", 2, 400, -32602},
    {ErrorKind::NotFound, "not_found", 3, 404, -32010},
    {ErrorKind::Conflict, "conflict", 4, 409, -32011},
    {ErrorKind::Denied, "denied", 5, 403, -32012},
    {ErrorKind::Locked, "locked", 6, 423, -32013},
    {ErrorKind::Corrupt, "corrupt", 7, 500, -32014},
    {ErrorKind::Io, "io", 8, 500, -32015},
    {ErrorKind::Internal, "internal", 70, 500, -32603},
}};

ErrorKind kind_of(int number) {
  switch (number) {
    case ENOENT:
      return ErrorKind::NotFound;
    case EEXIST:
    case ENOTEMPTY:
      return ErrorKind::Conflict;
    case EACCES:
    case EPERM:
    case ELOOP:
    case EROFS:
      return ErrorKind::Denied;
    case ENAMETOOLONG:
      return ErrorKind::InvalidInput;
    default:
      return ErrorKind::Io;
  }
}

std::string hint_for(int number) {
  switch (number) {
    case ENOSPC:
      return "free some space on that disk and try again; nothing was lost";
    case EDQUOT:
      return "your disk quota is used up: free some space and try again; nothing was lost";
    case EFBIG:
      return "files may not grow any further here: raise the limit with 'ulimit -f', or use "
             "another disk; nothing was lost";
    case EROFS:
      return "the file system is mounted read-only";
    case EACCES:
    case EPERM:
      return "check who owns it and its permissions";
    case EMFILE:
    case ENFILE:
      return "too many open files: raise the limit with 'ulimit -n'";
    default:
      return {};
  }
}

}  // namespace

const ErrorInfo& error_info(ErrorKind kind) { return kErrors.at(static_cast<std::size_t>(kind)); }

Error invalid_input(std::string message, std::string hint) {
  return {ErrorKind::InvalidInput, std::move(message), std::move(hint), false};
}
Error not_found(std::string message, std::string hint) {
  return {ErrorKind::NotFound, std::move(message), std::move(hint), false};
}
Error conflict(std::string message, std::string hint) {
  return {ErrorKind::Conflict, std::move(message), std::move(hint), false};
}
Error denied(std::string message, std::string hint) {
  return {ErrorKind::Denied, std::move(message), std::move(hint), false};
}
Error locked(std::string message, std::string hint) {
  return {ErrorKind::Locked, std::move(message), std::move(hint), false};
}
Error corrupt(std::string message, std::string hint) {
  return {ErrorKind::Corrupt, std::move(message), std::move(hint), false};
}
Error io_error(std::string message, std::string hint) {
  return {ErrorKind::Io, std::move(message), std::move(hint), false};
}
Error internal_error(std::string message, std::string hint) {
  return {ErrorKind::Internal, std::move(message), std::move(hint), false};
}

Error system_error(int number, std::string_view action, std::string_view subject) {
  Error error;
  error.kind = kind_of(number);
  error.message =
      fmt::format("cannot {} '{}': {}", action, subject, std::generic_category().message(number));
  error.hint = hint_for(number);
  error.system_number = number;
  return error;
}

}  // namespace loci
