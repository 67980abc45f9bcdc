#include "memory/scanning.h"
#include "note/markers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/named.h"
#include "base/text.h"

namespace loci::memory {
namespace {

using guard::Finding;
using guard::Severity;

Result<const guard::Rule*> rule_called(std::string_view id) {
  if (const guard::Rule* rule = guard::find_rule(id)) return rule;
  std::vector<std::string_view> ids;
  for (const guard::Rule& rule : guard::rules()) ids.push_back(rule.id);
  return fail(invalid_input(fmt::format("the scanner has no rule '{}'", id),
                            did_you_mean(id, ids, "run 'loci check --rules' to see all rules")));
}

// As the user configured it; what is off is left out.
std::vector<Finding> configured(const Config& config, std::vector<Finding> findings) {
  std::erase_if(findings, [&](Finding& finding) {
    const ScanLevel* level = config.scan_level(finding.rule->id);
    if (level == nullptr) return false;
    if (!level->severity) return true;
    finding.severity = *level->severity;
    return false;
  });
  return findings;
}

void drop_allowed(const Allowances& known, const store::Place& place, std::string_view file,
                  std::vector<Finding>& findings) {
  std::erase_if(findings, [&](const Finding& finding) {
    return known.contains(
        {place.key, std::string(file), std::string(finding.rule->id), finding.mark});
  });
}

// Twenty of a rule are named, the others counted: who reads it has enough to do.
std::vector<std::string> finding_lines(std::string_view file, const std::vector<Finding>& findings,
                                       Severity least = Severity::Warn) {
  constexpr std::size_t kMostNamed = 20;
  std::vector<std::string> lines;
  std::map<const guard::Rule*, std::size_t> counts;
  for (const Finding& finding : findings) {
    if (finding.severity < least) continue;
    if (++counts[finding.rule] <= kMostNamed) lines.push_back(finding_text(file, finding));
  }
  for (const auto& [rule, count] : counts) {
    if (count <= kMostNamed) continue;
    lines.push_back(
        fmt::format("{}: {} more of {} ({})", file, count - kMostNamed, rule->about, rule->id));
  }
  return lines;
}

Error refusal(const Memory& memory, std::string_view file, const ScanVerdict& verdict) {
  const auto first =
      std::find_if(verdict.fresh.begin(), verdict.fresh.end(),
                   [](const Finding& one) { return one.severity == Severity::Block; });
  return denied(join(finding_lines(file, verdict.fresh, Severity::Block), "\n"),
                memory.is_person()
                    ? fmt::format("nothing was written: store it with --private, or use --allow {}",
                                  first->rule->id)
                    : "nothing was written: leave it out, and write where it is kept instead");
}

}  // namespace

std::string finding_text(std::string_view file, const Finding& finding) {
  return fmt::format("{}:{}: {} ({})", file, finding.line, finding.rule->about, finding.rule->id);
}

Result<std::vector<Finding>> ScanFilter::left(const store::Place& place, std::string_view file,
                                              std::vector<Finding> findings) {
  findings = configured(memory_.config(), std::move(findings));
  if (findings.empty()) return findings;
  if (!allowed_) {
    LOCI_ASSIGN(allowed_, read_allowances(memory_.store()));
  }
  drop_allowed(*allowed_, place, file, findings);
  return findings;
}

Result<std::vector<Finding>> findings_in(Memory& memory, const store::Place& place,
                                         std::string_view file, std::string_view text) {
  return ScanFilter(memory).left(place, file, guard::scan(text));
}

Result<ScanVerdict> scan_verdict(Memory& memory, const store::Place& place, std::string_view file,
                                 std::string_view text, const std::optional<std::string>& before,
                                 const std::vector<std::string>& allow) {
  if (!allow.empty()) LOCI_TRY(memory.need_person("allow what the scanner finds"));
  for (const std::string& id : allow) LOCI_TRY(rule_called(id));
  ScanVerdict verdict;
  LOCI_ASSIGN(std::vector<Finding> findings, findings_in(memory, place, file, text));
  if (findings.empty()) return verdict;
  std::vector<Finding> known;
  if (before) known = configured(memory.config(), guard::scan(*before));
  verdict.fresh = guard::new_findings(known, findings);
  verdict.old = guard::new_findings(verdict.fresh, findings);
  std::erase_if(verdict.fresh, [&](const Finding& finding) {
    if (std::find(allow.begin(), allow.end(), finding.rule->id) == allow.end()) return false;
    verdict.allowed.push_back(
        {place.key, std::string(file), std::string(finding.rule->id), finding.mark});
    return true;
  });
  for (const Finding& finding : verdict.fresh) {
    if (!verdict.worst || finding.severity > *verdict.worst) verdict.worst = finding.severity;
  }
  return verdict;
}

std::vector<Finding> held_back_in(Memory& memory, std::string_view text) {
  std::vector<Finding> findings = configured(memory.config(), guard::scan(text));
  std::erase_if(findings, [](const Finding& one) { return one.severity != Severity::Block; });
  if (findings.empty()) return findings;
  // Which note a line is from is not known here. Unreadable allowances allow nothing.
  const Allowances known = read_allowances(memory.store()).value_or(Allowances());
  std::erase_if(findings, [&](const Finding& finding) {
    return std::any_of(known.begin(), known.end(), [&](const Allowance& one) {
      return one.rule == finding.rule->id && one.mark == finding.mark;
    });
  });
  return findings;
}

std::string without_blocked(Memory& memory, std::string text) {
  text = note::without_conflicts(std::move(text));
  const std::vector<Finding> findings = held_back_in(memory, text);
  if (findings.empty()) return text;
  std::string shown;
  std::size_t number = 0;
  std::string_view key;      // of a private key: all of its lines
  std::string_view further;  // a rule with more findings than were counted: all lines behind it
  auto next = findings.begin();
  for (const std::string_view line : split_lines(text)) {
    ++number;
    std::string_view rule = key.empty() ? further : key;
    if (!key.empty() && line.find("-----END") != std::string_view::npos) key = {};
    while (next != findings.end() && next->line == number) {
      rule = next->rule->id;
      const bool whole = line.find("-----END") == std::string_view::npos;
      if (rule == "private-key" && whole) key = rule;
      if (next->and_more) further = rule;
      ++next;
    }
    if (rule.empty()) {
      shown += line;
    } else {
      shown += fmt::format("[held back: {}]\n", rule);
    }
  }
  return shown;
}

void TextChecks::begin() {
  warnings.clear();
  allowed.clear();
}

void TextChecks::finish(Memory& memory, ChangeReply& reply) {
  if (!reply.dry_run && !allowed.empty()) {
    // The change is made; without this `check` names what was allowed.
    const auto kept = add_allowances(memory.store(), allowed);
    if (!kept) warnings.push_back(kept.error().message);
  }
  reply.warnings = std::move(warnings);
}

Result<> scan_text(Memory& memory, const store::Place& place, std::string_view file,
                   std::string_view text, const std::optional<std::string>& before,
                   TextChecks& checks) {
  // A person's private notes are theirs: `check` names what is in them.
  const bool scanned = !memory.is_person() || place.in_workspace() || !checks.allow.empty();
  if (!scanned) return {};
  LOCI_ASSIGN(ScanVerdict verdict,
              scan_verdict(memory, place, file, text, checks.all_is_new ? std::nullopt : before,
                           checks.allow));
  const bool own = memory.is_person() && !place.in_workspace();
  if (!own && verdict.worst == Severity::Block) return fail(refusal(memory, file, verdict));
  checks.allowed.insert(checks.allowed.end(), verdict.allowed.begin(), verdict.allowed.end());
  if (own) return {};
  for (const auto* list : {&verdict.fresh, &verdict.old}) {
    std::vector<Finding> said = *list;
    // Of anybody else's text it says why that waits for a person (memory/admission.h).
    if (list == &verdict.fresh && !memory.is_person()) {
      std::erase_if(said, [](const Finding& one) { return one.severity == Severity::Quarantine; });
    }
    for (std::string& line : finding_lines(file, said)) checks.warnings.push_back(std::move(line));
  }
  return {};
}

Result<AllowReply> allow(Memory& memory, const NoteRequest& request, std::string_view rule,
                         bool take_back) {
  LOCI_TRY(memory.need_enabled());
  LOCI_TRY(memory.need_person("allow what the scanner finds"));
  LOCI_ASSIGN(const guard::Rule* const wanted, rule_called(rule));
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  LOCI_ASSIGN(const std::optional<std::string> text, located.view->read(found.place, found.file));
  AllowReply reply{found.place, found.file};
  std::vector<Allowance> allowances;
  for (const Finding& finding : guard::scan(text.value_or(""))) {
    if (finding.rule != wanted) continue;
    ++reply.findings;
    allowances.push_back({found.place.key, found.file, std::string(rule), finding.mark});
  }
  if (request.dry_run) return reply;
  if (take_back) {
    LOCI_TRY(drop_allowances(memory.store(), found.place.key, found.file, rule));
    return reply;
  }
  if (reply.findings == 0) {
    return fail(not_found(fmt::format("'{}' finds nothing in '{}'", rule, found.file),
                          "run 'loci check' to see what the scanner finds"));
  }
  LOCI_TRY(add_allowances(memory.store(), allowances));
  return reply;
}

}  // namespace loci::memory
