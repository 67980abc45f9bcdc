#include "app/checks.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"

namespace loci::app {
namespace {

constexpr std::size_t kShortestHash = 8;
constexpr std::string_view kPrefix = "sha256:";

}  // namespace

Result<> check_hash(const std::optional<std::string>& wanted,
                    const std::optional<std::string>& text, std::string_view file) {
  if (!wanted) return {};
  std::string digits = ascii_lower(*wanted);
  if (digits.starts_with(kPrefix)) digits.erase(0, kPrefix.size());
  const bool hex = digits.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (digits.size() < kShortestHash || !hex) {
    return fail(invalid_input(fmt::format("'{}' is no hash", *wanted),
                              "give 8 or more digits of what 'loci read --json' shows"));
  }
  if (!text) {
    return fail(conflict(fmt::format("note '{}' is gone since you read it", file),
                         fmt::format("run 'loci log {}' to see what happened", file)));
  }
  if (sha256(*text).starts_with(digits)) return {};
  return fail(conflict(fmt::format("note '{}' changed since you read it", file),
                       fmt::format("run 'loci read {}' and try again", file)));
}

}  // namespace loci::app
