// A value or an Error. Nothing in loci throws across a module; what can fail
// returns a Result, and [[nodiscard]] makes ignoring one a warning.
//
// It is tl::expected for now: std::expected of the compilers we build with
// confuses clang-tidy 14. The two are the same to the caller.

#pragma once

#include <tl/expected.hpp>
#include <utility>

#include "base/error.h"

namespace loci {

template <typename T = void>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

// Passes the error of `result` on to a caller with another value type.
template <typename T>
[[nodiscard]] tl::unexpected<Error> fail(Result<T>&& result) {
  return tl::unexpected<Error>(std::move(result).error());
}

}  // namespace loci

#define LOCI_CONCAT_INNER(a, b) a##b
#define LOCI_CONCAT(a, b) LOCI_CONCAT_INNER(a, b)

// LOCI_TRY(expression): returns the error of a Result<>, or goes on.
#define LOCI_TRY(expression)                                                      \
  do {                                                                            \
    if (auto loci_try_result = (expression); !loci_try_result) {                  \
      return ::tl::unexpected<::loci::Error>(std::move(loci_try_result).error()); \
    }                                                                             \
  } while (false)

// LOCI_ASSIGN(auto value, expression): the value of a Result<T>, or returns its error.
#define LOCI_ASSIGN_INNER(name, declaration, expression)                      \
  auto name = (expression);                                                   \
  if (!name) return ::tl::unexpected<::loci::Error>(std::move(name).error()); \
  declaration = std::move(*name)
#define LOCI_ASSIGN(declaration, expression) \
  LOCI_ASSIGN_INNER(LOCI_CONCAT(loci_assign_, __LINE__), declaration, expression)
