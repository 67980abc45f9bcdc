#include "base/shortage.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <string_view>

namespace loci {
namespace {

constexpr std::array kShortages{EMFILE, ENFILE, ENOMEM, EAGAIN, ENOBUFS};

}  // namespace

// The number is not kept in an Error; what the system says of it ends the sentence.
bool is_shortage(const Error& error) {
  return error.kind == ErrorKind::Io &&
         std::any_of(kShortages.begin(), kShortages.end(), [&](int number) {
           return std::string_view(error.message)
               .ends_with(": " + std::generic_category().message(number));
         });
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
  return io_error("cannot start a thread: " + fault.code().message(),
                  "too many processes or threads are running: see 'ulimit -u'");
}

}  // namespace loci
