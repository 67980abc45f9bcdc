#include "guard/scanner.h"

#include <map>

#include "base/parallel.h"
#include "guard/commands.h"
#include "guard/dumps.h"
#include "guard/encoded.h"
#include "guard/findings.h"
#include "guard/hidden.h"
#include "guard/injection.h"
#include "guard/markers.h"
#include "guard/rule_table.h"
#include "guard/shapes.h"
#include "guard/told.h"
#include "guard/turns.h"
#include "guard/values.h"

namespace loci::guard {

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

namespace {

void look_as_written(std::string_view text, EncodedFinder& encoded, Findings& findings) {
  const std::array made{shape_matcher(text, findings),  value_matcher(text, findings),
                        told_matcher(text, findings),   command_matcher(text, findings),
                        hidden_matcher(text, findings), marker_matcher(text, findings)};
  std::array<Matcher*, made.size() + 1> matchers{};
  std::transform(made.begin(), made.end(), matchers.begin(),
                 [](const auto& one) { return one.get(); });
  matchers.back() = &encoded;
  match_all(text, matchers);
  find_private_keys(text, findings);
}

void look_as_read(std::string_view text, Findings& findings) {
  find_orders(text, findings);
  find_turns(text, findings);
  find_conflict(text, findings);
}

}  // namespace

std::vector<Finding> scan(std::string_view text) {
  constexpr std::size_t kWorthTwoThreads = 64 * 1024;
  EncodedFinder encoded(text);
  Findings written;
  Findings read;
  const auto look = [&](std::size_t begin, std::size_t end) {
    if (begin == 0) look_as_written(text, encoded, written);
    if (end == 2) look_as_read(text, read);
  };
  if (text.size() < kWorthTwoThreads) {
    look(0, 2);
  } else {
    in_parallel(2, look, 1);
  }
  encoded.report(read);
  written.join(std::move(read));
  return written.take();
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
