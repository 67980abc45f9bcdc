// Absent and unreadable are different answers. NotFound says that nothing is there;
// any other error says nothing about it, and code that takes it for "not there"
// deletes or leaves out what is.

#pragma once

#include <optional>
#include <utility>

#include "base/result.h"

namespace loci::fs {

template <typename T>
[[nodiscard]] bool is_absent(const Result<T>& result) {
  return !result && result.error().kind == ErrorKind::NotFound;
}

// What was found, or nothing where nothing is; any other error stays one.
template <typename T>
[[nodiscard]] Result<std::optional<T>> if_there(Result<T> result) {
  if (is_absent(result)) return std::nullopt;
  if (!result) return fail(std::move(result));
  return std::optional<T>(std::move(*result));
}

// Whether it was the system that refused a look. loci itself refuses what it found
// there: a link, a directory in a file's place, too large a file.
[[nodiscard]] inline bool is_refused_by_system(const Error& error) {
  return error.kind == ErrorKind::Io ||
         (error.kind == ErrorKind::Denied && error.system_number != 0);
}

}  // namespace loci::fs
