#include "memory/checks.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "note/validate.h"

namespace loci::memory {
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
    return fail(invalid_input(fmt::format("'{}' is not a hash", *wanted),
                              "give 8 or more digits of what 'loci read --json' shows"));
  }
  if (!text) {
    return fail(conflict(fmt::format("note '{}' was deleted since you read it", file),
                         fmt::format("run 'loci log {}' to see what happened", file)));
  }
  if (sha256(*text).starts_with(digits)) return {};
  return fail(conflict(fmt::format("note '{}' changed since you read it", file),
                       fmt::format("run 'loci read {}' and try again", file)));
}

Result<> check_text(Memory& memory, const store::Place& place, std::string_view file,
                    std::string_view text, const std::optional<std::string>& before,
                    TextChecks& checks) {
  if (text.size() > kFileBytes) {
    return fail(invalid_input(
        fmt::format("'{}' would have {} bytes; the limit is {}", file, text.size(), kFileBytes),
        "nothing was written: start a new note with another title"));
  }
  const note::Requirements needs = place.is_agent() ? note::requirements_for_agent_scope()
                                                    : note::requirements_for_shared_scope();
  const std::vector<note::Fault> faults = note::validate(note::parse_note(text), needs);
  std::vector<note::Fault> old;
  if (before) old = note::validate(note::parse_note(*before), needs);
  const std::vector<note::Fault> fresh = note::new_faults(old, faults);
  if (!fresh.empty()) {
    std::string described = note::describe_faults(file, fresh);
    while (described.ends_with('\n')) described.pop_back();
    return fail(invalid_input(std::move(described), "nothing was written"));
  }
  for (const note::Fault& fault : faults) {
    checks.warnings.push_back(fmt::format("{}:{}: {}", file, fault.line, fault.message));
  }
  return scan_text(memory, place, file, text, before, checks);
}

}  // namespace loci::memory
