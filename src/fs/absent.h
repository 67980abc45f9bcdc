// Absent is one answer, unreadable another. A look that finds nothing is
// NotFound; every other error says nothing of what is there, and whoever takes
// it for "not there" deletes or leaves out what is.

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

// Whether the system refused a look, rather than loci what it found there: a link,
// a directory in a file's place, too much of it. loci's own refusals name the
// thing first.
[[nodiscard]] inline bool is_refused_by_system(const Error& error) {
  return error.kind == ErrorKind::Io ||
         (error.kind == ErrorKind::Denied && error.message.starts_with("cannot "));
}

}  // namespace loci::fs
