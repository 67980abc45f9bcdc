// Whether something failed because the machine had too little of something that
// it may have again in a moment: memory, threads, processes or open files. A
// server answers that with 503 and goes on; a command says it and ends.

#pragma once

#include <exception>
#include <system_error>

#include "base/error.h"

namespace loci {

// An error that system_error() made of such a failure.
[[nodiscard]] bool is_shortage(const Error& error);
// std::bad_alloc, or a std::system_error of such a failure: what std::thread throws.
[[nodiscard]] bool is_shortage(const std::exception& fault);
// What to tell when std::thread threw.
[[nodiscard]] Error no_thread(const std::system_error& fault);

}  // namespace loci
