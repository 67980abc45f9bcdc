#include "guard/scanner.h"

#include <map>
#include <set>

#include "guard/dumps.h"
#include "guard/findings.h"
#include "guard/hidden.h"
#include "guard/injection.h"
#include "guard/rule_table.h"
#include "guard/shapes.h"
#include "guard/values.h"

namespace loci::guard {
namespace {

// A token with a form of its own behind a telling name is one secret: the form says more.
std::vector<Finding> said_once(std::vector<Finding> findings) {
  const auto by_name = [](const Finding& finding) { return finding.rule->shapes.empty(); };
  std::set<std::pair<std::size_t, std::string>> by_form;
  for (const Finding& finding : findings) {
    if (!by_name(finding)) by_form.emplace(finding.line, finding.mark);
  }
  std::erase_if(findings, [&](const Finding& finding) {
    return by_name(finding) && by_form.contains({finding.line, finding.mark});
  });
  return findings;
}

}  // namespace

std::string_view severity_name(Severity severity) {
  constexpr std::array<std::string_view, 3> kNames{"warn", "quarantine", "block"};
  return kNames.at(static_cast<std::size_t>(severity));
}

std::string_view kind_name(RuleKind kind) {
  constexpr std::array<std::string_view, 5> kNames{"secret", "hidden", "injection", "transcript",
                                                   "conflict"};
  return kNames.at(static_cast<std::size_t>(kind));
}

std::span<const Rule> rules() { return kRules; }

const Rule* find_rule(std::string_view id) {
  const auto* const found =
      std::find_if(kRules.begin(), kRules.end(), [&](const Rule& rule) { return rule.id == id; });
  return found == kRules.end() ? nullptr : found;
}

std::vector<Finding> scan(std::string_view text) {
  Findings findings;
  find_shapes(text, findings);
  find_values(text, findings);
  find_private_keys(text, findings);
  find_hidden(text, findings);
  find_injection(text, findings);
  find_transcript(text, findings);
  find_conflict(text, findings);
  return said_once(findings.take());
}

std::vector<Finding> new_findings(const std::vector<Finding>& before,
                                  const std::vector<Finding>& after) {
  std::map<std::pair<const Rule*, std::string_view>, std::size_t> known;
  for (const Finding& finding : before) ++known[{finding.rule, finding.mark}];
  std::vector<Finding> fresh;
  for (const Finding& finding : after) {
    std::size_t& left = known[{finding.rule, finding.mark}];
    if (left > 0) {
      --left;
    } else {
      fresh.push_back(finding);
    }
  }
  return fresh;
}

}  // namespace loci::guard
