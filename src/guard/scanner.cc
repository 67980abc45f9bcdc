#include "guard/scanner.h"

#include <array>
#include <atomic>
#include <map>

#include "base/parallel.h"
#include "guard/commands.h"
#include "guard/dumps.h"
#include "guard/encoded.h"
#include "guard/findings.h"
#include "guard/hidden.h"
#include "guard/injection.h"
#include "guard/logins.h"
#include "guard/markers.h"
#include "guard/pairs.h"
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

// What stands beside a name, in a sentence or a command.
void look_for_values(std::string_view text, Findings& findings) {
  const std::array made{value_matcher(text, findings), login_matcher(text, findings),
                        told_matcher(text, findings), pair_matcher(text, findings),
                        command_matcher(text, findings)};
  const std::array<Matcher*, 5> matchers{made[0].get(), made[1].get(), made[2].get(), made[3].get(),
                                         made[4].get()};
  static const Sieve kSieve(matchers);
  match_all(text, matchers, kSieve);
}

// What lines are known by: who speaks in them, whose version they are.
void look_at_lines(std::string_view text, Findings& findings) {
  find_turns(text, findings);
  find_conflict(text, findings);
}

// What has a form of its own.
void look_for_forms(std::string_view text, Findings& findings) {
  EncodedFinder encoded(text);
  const std::array made{shape_matcher(text, findings), hidden_matcher(text, findings),
                        marker_matcher(text, findings), private_key_matcher(text, findings)};
  const std::array<Matcher*, 5> matchers{made[0].get(), made[1].get(), made[2].get(), made[3].get(),
                                         &encoded};
  static const Sieve kSieve(matchers);
  match_all(text, matchers, kSieve);
  encoded.report(findings);
}

}  // namespace

std::vector<Finding> scan(std::string_view text) {
  constexpr std::size_t kWorthThreads = 64 * 1024;
  constexpr std::array kLooks{look_for_values, find_orders, look_at_lines, look_for_forms};
  std::array<Findings, kLooks.size()> found;
  std::atomic<std::size_t> next = 0;
  const auto look = [&](std::size_t /*begin*/, std::size_t /*end*/) {
    for (std::size_t i = next++; i < kLooks.size(); i = next++) kLooks[i](text, found[i]);
  };
  if (text.size() < kWorthThreads) {
    look(0, 1);
  } else {
    in_parallel(kLooks.size(), look, 1);
  }
  Findings& all = found.back();
  for (std::size_t i = 0; i + 1 < found.size(); ++i) all.join(std::move(found[i]));
  return all.take();
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
