// Looks at text before it is stored. Every write by an agent or an import
// passes through scan(); what it finds decides whether the write goes on.
//
// The rule list is empty for now: secrets, injection phrases and invisible
// characters come with it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loci::guard {

enum class Severity : std::uint8_t { Warn, Quarantine, Block };

// Names the rule and the line, never the matched text.
struct Finding {
  std::string rule;
  std::size_t line;
  Severity severity;
  std::string message;
};

struct Rule {
  std::string_view name;
  Severity severity;
  std::vector<Finding> (*find)(std::string_view text);
};

[[nodiscard]] std::span<const Rule> rules();

// All findings of all rules, by line.
[[nodiscard]] std::vector<Finding> scan(std::string_view text,
                                        std::span<const Rule> with = rules());

}  // namespace loci::guard
