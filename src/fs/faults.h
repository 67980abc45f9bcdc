// The words for what goes wrong with files, the same for every FileSystem.
// Internal to fs.

#pragma once

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::fs {

inline constexpr int kMostInterruptions = 1'000;

// InvalidInput unless `name` is one path component.
Result<> check_name(std::string_view name);
// InvalidInput unless `path` is absolute.
Result<> check_absolute(std::string_view path);

[[nodiscard]] Error link_error(std::string_view path);
[[nodiscard]] Error not_regular_error(std::string_view path);
[[nodiscard]] Error too_large_error(std::string_view path, std::size_t limit);
[[nodiscard]] Error lock_held_error(std::string_view path);
[[nodiscard]] Error lock_replaced_error(std::string_view path);

// system_error() with the kinds that matter for files: a taken name is a
// Conflict, a file in a directory's place (or the reverse) is Denied.
[[nodiscard]] Error file_error(int number, std::string_view action, std::string_view path);

// Whether the number says that the file system has no such call.
[[nodiscard]] bool lacks_call(int number);

// A call that answers 0 or an error number may have worked all the same: a
// network's server did it and its answer was lost, or a signal came between.
// So after an error what is there is looked at. It is repeated when a signal
// kept it from happening, and an error stays one when nobody can tell.
enum class Effect : std::uint8_t { None, Done, Unknown };

template <typename Call, typename Look>
int certainly(Call call, Look look) {
  for (int round = 0;; ++round) {
    const int number = call();
    if (number == 0) return 0;
    const Effect effect = look();
    if (effect == Effect::Done) return 0;
    if (effect == Effect::Unknown || number != EINTR || round == kMostInterruptions) return number;
  }
}

}  // namespace loci::fs
