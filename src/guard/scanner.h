// Looks at text before it is stored, and at files that others wrote: secrets, characters
// that hide something, orders to the model that reads it, whole conversations, merge
// conflicts. Pure, no state, nothing prepared at start; linear in the size of the text
// whatever it holds.
//
// It says what a text holds. Who may write it all the same is memory/scanning.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loci::guard {

enum class Severity : std::uint8_t { Warn, Quarantine, Block };
[[nodiscard]] std::string_view severity_name(Severity severity);

enum class RuleKind : std::uint8_t { Secret, Hidden, Injection, Transcript, Conflict };
[[nodiscard]] std::string_view kind_name(RuleKind kind);

// One row of the table in rule_table.h. The vectors that each must find, and those that it must
// let pass, are in tests/fixtures/scanner.
struct Rule {
  std::string_view id;
  RuleKind kind;
  Severity severity;
  std::string_view about;  // what it looks for: "a GitHub token"
  std::string_view why;    // what is wrong with it
  // Forms of a token with blanks between them (shapes.h), "" where code looks for it.
  std::string_view shapes = {};
};

// Raised with every change of what is found or passes: what was remembered of a text with
// another one has to be looked at again.
inline constexpr std::uint32_t kRulesVersion = 5;

[[nodiscard]] std::span<const Rule> rules();
[[nodiscard]] const Rule* find_rule(std::string_view id);

// Names the rule and the line, never the matched text.
struct Finding {
  const Rule* rule;
  std::size_t line;   // 1-based
  std::string mark;   // SHA-256 of what matched: the same in another text and at another line
  Severity severity;  // the rule's, unless somebody configured another
  // The thousandth of its rule stands for all behind it, too: its mark changes with them.
  bool and_more = false;
};

// The same thing once on a line; by line.
[[nodiscard]] std::vector<Finding> scan(std::string_view text);
// Those of the second text that the first has not, by rule and mark, each as often as it is
// there: what a change brings in.
[[nodiscard]] std::vector<Finding> new_findings(const std::vector<Finding>& before,
                                                const std::vector<Finding>& after);

}  // namespace loci::guard
