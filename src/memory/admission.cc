#include "memory/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "guard/redact.h"
#include "guard/scanner.h"
#include "memory/memory.h"
#include "memory/origins.h"
#include "memory/scanning.h"

namespace loci::memory {
namespace {

// What a person decided, what only follows from notes, and what takes texts away for good.
bool is_beyond_review(const store::Request& request, const store::Plan& plan) {
  static constexpr std::array<std::string_view, 4> kDecided{"accept", "reject", "inbox edit",
                                                            "reindex"};
  return plan.purge ||
         std::find(kDecided.begin(), kDecided.end(), request.operation) != kDecided.end();
}

bool is_scanned(const Memory& memory, const store::Request& request) {
  return !memory.is_person() || !memory.session().agent.empty() ||
         comes_from_outside(request.origin);
}

// The text that a change was made on: of a renamed note that of its old name.
Result<std::optional<std::string>> text_before(store::View& view, const store::Plan& plan,
                                               const store::FileChange& change) {
  if (!change.from) return view.read(change.place, change.file);
  for (const store::FileChange& other : plan.changes) {
    if (other.place.key == change.from->place && other.file == change.from->file) {
      return view.read(other.place, other.file);
    }
  }
  return view.read(change.place, change.file);
}

Result<HeldChange> held_change(store::View& view, const store::FileChange& change) {
  HeldChange held;
  held.place = change.place.key;
  held.file = change.file;
  held.text = change.text;
  LOCI_ASSIGN(held.base, view.read(change.place, change.file));
  if (change.from) {
    held.from = change.from->file;
    held.from_place = change.from->place;
  }
  return held;
}

InboxEntry entry_for(const Memory& memory, const store::Request& request, const store::Plan& plan) {
  InboxEntry entry;
  entry.time = format_utc(memory.now());
  entry.operation = request.operation;
  entry.origin = request.origin;
  entry.actor = request.actor;
  entry.session = request.session;
  entry.workspace = request.workspace;
  entry.summary = guard::redact(plan.summary);
  return entry;
}

// What the scanner finds in a change that its note did not have. Whoever reads a repository
// reads all of a note that comes there from elsewhere for the first time.
Result<std::vector<guard::Finding>> new_findings(Memory& memory, const store::Plan& plan,
                                                 const store::FileChange& change,
                                                 const std::optional<std::string>& before) {
  if (!change.text || change.text == before) return std::vector<guard::Finding>();
  const bool arrives =
      change.place.in_workspace() && change.from && change.from->place != change.place.key;
  LOCI_ASSIGN(ScanVerdict verdict, scan_verdict(memory, change.place, change.file, *change.text,
                                                arrives ? std::nullopt : before, plan.allow));
  return std::move(verdict.fresh);
}

// In which of the changes the scanner finds nothing, whatever their notes had before: of thousands
// that a sync or an import brings that is most, and they are scanned on several threads.
std::vector<char> harmless_changes(const std::vector<store::FileChange>& changes) {
  constexpr std::size_t kWorth = 64;
  std::vector<char> harmless(changes.size());  // not a vector<bool>: several threads write to it
  if (changes.size() < kWorth) {
    for (std::size_t i = 0; i < changes.size(); ++i) harmless[i] = changes[i].harmless ? 1 : 0;
    return harmless;
  }
  in_parallel(
      changes.size(),
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const auto& text = changes[i].text;
          harmless[i] = changes[i].harmless || !text || guard::scan(*text).empty() ? 1 : 0;
        }
      },
      kWorth);
  return harmless;
}

}  // namespace

Admission admit(const store::Place& place, std::string_view file,
                const std::vector<guard::Finding>& found, bool reviewed) {
  Admission admission;
  for (const guard::Finding& finding : found) {
    if (finding.severity == guard::Severity::Warn) continue;
    const bool blocked = finding.severity == guard::Severity::Block;
    admission.course = std::max(admission.course, blocked ? Course::Refuse : Course::Wait);
    admission.reasons.push_back({std::string(finding.rule->id), std::string(file), finding.line,
                                 std::string(finding.rule->about)});
  }
  if (reviewed) {
    admission.course = std::max(admission.course, Course::Wait);
    const std::string_view scope =
        place.is_agent() ? std::string_view("agents' memory") : std::string_view("");
    admission.reasons.push_back(
        {std::string(kByPolicy), std::string(file), 0,
         fmt::format("agents' writes to {} wait for a person's review",
                     scope.empty() ? fmt::format("{} notes", place.label()) : std::string(scope))});
  }
  return admission;
}

Result<std::vector<InboxEntry>> take_waiting(Memory& memory, const store::Request& request,
                                             store::View& view, store::Plan& plan) {
  std::vector<InboxEntry> entries;
  if (is_beyond_review(request, plan)) return entries;
  // Who takes something back brings no new text.
  if (request.undoes != 0 && !memory.is_agent()) return entries;
  const bool scanned = is_scanned(memory, request);
  if (!scanned && !memory.is_agent()) return entries;
  InboxEntry whole = entry_for(memory, request, plan);
  std::vector<store::FileChange> going_on;
  bool wait = false;
  const std::vector<char> harmless = scanned && plan.allow.empty()
                                         ? harmless_changes(plan.changes)
                                         : std::vector<char>(plan.changes.size());
  for (std::size_t i = 0; i < plan.changes.size(); ++i) {
    const store::FileChange& change = plan.changes[i];
    const bool reviewed = memory.is_agent() && memory.config().reviews_agents(change.place);
    if (plan.separable && harmless[i] != 0 && !reviewed) {
      going_on.push_back(change);
      continue;
    }
    LOCI_ASSIGN(const std::optional<std::string> before, text_before(view, plan, change));
    const bool unchanged = !change.from && change.text == before;
    Admission admission;
    if (!unchanged) {
      LOCI_ASSIGN(const std::vector<guard::Finding> found,
                  scanned&& harmless[i] == 0 ? new_findings(memory, plan, change, before)
                                             : Result<std::vector<guard::Finding>>());
      admission = admit(change.place, change.file, found, reviewed);
    }
    if (admission.course == Course::Refuse) {
      return fail(denied(reasons_text(admission.reasons), "nothing was written"));
    }
    const bool waits = admission.course == Course::Wait;
    wait = wait || waits;
    if (plan.separable && !waits) {
      going_on.push_back(change);
      continue;
    }
    LOCI_ASSIGN(HeldChange held, held_change(view, change));
    if (plan.separable) {
      InboxEntry& entry = entries.emplace_back(entry_for(memory, request, plan));
      entry.reasons = std::move(admission.reasons);
      entry.changes.push_back(std::move(held));
      continue;
    }
    for (HoldReason& reason : admission.reasons) {
      const bool said =
          reason.rule == kByPolicy &&
          std::any_of(whole.reasons.begin(), whole.reasons.end(),
                      [&](const HoldReason& other) { return other.message == reason.message; });
      if (!said) whole.reasons.push_back(std::move(reason));
    }
    if (!unchanged) whole.changes.push_back(std::move(held));
  }
  if (!wait) return std::vector<InboxEntry>();
  if (request.undoes != 0) {
    return fail(denied(reasons_text(whole.reasons),
                       fmt::format("a person can undo it with 'loci undo {}'", request.undoes)));
  }
  if (!plan.separable) entries.push_back(std::move(whole));
  plan.changes = std::move(going_on);
  return entries;
}

}  // namespace loci::memory
