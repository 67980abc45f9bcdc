// The rules of `check`. docs/format.md says what each finds.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace loci::upkeep {

enum class Severity : std::uint8_t { Warning, Error };

struct CheckRule {
  std::string_view id;
  Severity severity;
  std::string_view about;  // one line, no final stop
  bool fixable;            // `check --fix` mends it
};

[[nodiscard]] std::span<const CheckRule> check_rules();
// nullptr: there is no such rule.
[[nodiscard]] const CheckRule* find_check_rule(std::string_view id);
// One that there is.
[[nodiscard]] const CheckRule& check_rule(std::string_view id);

}  // namespace loci::upkeep
