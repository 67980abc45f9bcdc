#include "fs/temporary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>

#include "fs/platform.h"

namespace loci::fs {
namespace {

constexpr std::string_view kPrefix = ".loci-";
constexpr std::string_view kSuffix = ".tmp";

// The next number of "a-b-c", up to a '-' or the end; nothing else is allowed in it.
template <typename Number>
bool take(std::string_view& rest, Number& number, int base) {
  const std::string_view digits = rest.substr(0, rest.find('-'));
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  if (digits.empty() || digits.front() == '-' || error != std::errc() || stop != end) return false;
  rest.remove_prefix(digits.size());
  if (rest.starts_with('-')) {
    rest.remove_prefix(1);
    return !rest.empty();
  }
  return true;
}

}  // namespace

Writer this_writer() { return platform::writer(::getpid()); }

std::string temporary_name(const Writer& writer, std::size_t number) {
  return fmt::format("{}{}-{:x}-{:08x}-{:08x}-{}{}", kPrefix, writer.pid, writer.start, writer.boot,
                     writer.host, number, kSuffix);
}

std::optional<Writer> writer_of(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  if (name.size() < kSuffix.size()) return std::nullopt;
  name.remove_suffix(kSuffix.size());
  Writer writer;
  std::uint64_t number = 0;
  if (!take(name, writer.pid, 10) || writer.pid <= 0 || name.empty()) return std::nullopt;
  std::string_view old = name;
  if (take(old, number, 10) && old.empty()) return writer;
  const bool whole = take(name, writer.start, 16) && !name.empty() && take(name, writer.boot, 16) &&
                     !name.empty() && take(name, writer.host, 16) && !name.empty() &&
                     take(name, number, 10) && name.empty();
  if (!whole) return std::nullopt;
  return writer;
}

bool is_temporary_name(std::string_view name) { return writer_of(name).has_value(); }

}  // namespace loci::fs
