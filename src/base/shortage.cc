#include "base/shortage.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>

namespace loci {
namespace {

constexpr std::array kShortages{EMFILE, ENFILE, ENOMEM, EAGAIN, ENOBUFS};

}  // namespace

bool is_shortage(const Error& error) {
  return std::find(kShortages.begin(), kShortages.end(), error.system_number) != kShortages.end();
}

bool is_shortage(const std::exception& fault) {
  if (dynamic_cast<const std::bad_alloc*>(&fault) != nullptr) return true;
  const auto* failed = dynamic_cast<const std::system_error*>(&fault);
  return failed != nullptr && std::any_of(kShortages.begin(), kShortages.end(), [&](int number) {
           return failed->code() == std::error_code(number, std::generic_category()) ||
                  failed->code() == std::error_code(number, std::system_category());
         });
}

Error no_thread(const std::system_error& fault) {
  Error error = io_error("cannot start a thread: " + fault.code().message(),
                         "too many processes or threads are running: see 'ulimit -u'");
  error.system_number = fault.code().value();
  return error;
}

}  // namespace loci
