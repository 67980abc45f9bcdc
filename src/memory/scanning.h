// What the scanner (guard/scanner.h) means for a change: who is scanned where, what the user
// configured, what a person allowed, and what then becomes of the change.
//
// Scanned is every text of an agent and of an import, wherever it goes, and a person's that
// goes into a repository. Only what a text brings in counts: what its note had already is
// warned about.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard/scanner.h"
#include "memory/allowances.h"
#include "memory/memory.h"
#include "memory/reading.h"

namespace loci::memory {

struct ScanVerdict {
  std::optional<guard::Severity> worst;  // of what is new; none: nothing is
  std::vector<guard::Finding> fresh;     // what the text brings in
  std::vector<guard::Finding> old;       // what the note had before
  std::vector<Allowance> allowed;        // what `allow` let pass
};

// The one judgement on a text: findings as configured, without what a person allowed for this
// note or allows now. `before` is what the note has now. Denied when an agent would allow
// something, InvalidInput for a rule that there is not.
Result<ScanVerdict> scan_verdict(Memory& memory, const store::Place& place, std::string_view file,
                                 std::string_view text, const std::optional<std::string>& before,
                                 const std::vector<std::string>& allow);
// The findings of many notes; what was allowed is read once.
class ScanFilter {
 public:
  explicit ScanFilter(Memory& memory) : memory_(memory) {}
  // Those of a note's text, as configured and without what is allowed there.
  Result<std::vector<guard::Finding>> left(const store::Place& place, std::string_view file,
                                           std::vector<guard::Finding> findings);

 private:
  Memory& memory_;
  std::optional<Allowances> allowed_;
};
// Findings of a note as it is, likewise.
Result<std::vector<guard::Finding>> findings_in(Memory& memory, const store::Place& place,
                                                std::string_view file, std::string_view text);
// "a.md:3: a GitHub token (github-token)": never what matched.
[[nodiscard]] std::string finding_text(std::string_view file, const guard::Finding& finding);

// What a text holds that would have been blocked and that nobody allowed, in whichever note:
// prompts leave it out.
[[nodiscard]] std::vector<guard::Finding> held_back_in(Memory& memory, std::string_view text);
// A text for a prompt. A line that would have been blocked, had it come through loci, is
// "[held back: RULE]": somebody put it into the file by other means. The file stays as it is.
[[nodiscard]] std::string without_blocked(Memory& memory, std::string text);

// What the checks of one change need and leave behind, over every run of its planner.
struct TextChecks {
  TextChecks() = default;
  explicit TextChecks(std::vector<std::string> rules) : allow(std::move(rules)) {}

  std::vector<std::string> allow;  // rules that a person lets pass
  bool all_is_new = false;         // whatever the note had: it goes to other readers
  std::vector<std::string> warnings;
  std::vector<Allowance> allowed;

  // The planner runs, perhaps again.
  void begin();
  // The change is made: its warnings, and what was allowed is kept.
  void finish(Memory& memory, ChangeReply& reply);
};

// Refuses what the scanner does not let pass: Denied, with the way out.
Result<> scan_text(Memory& memory, const store::Place& place, std::string_view file,
                   std::string_view text, const std::optional<std::string>& before,
                   TextChecks& checks);

struct AllowReply {
  store::Place place;
  std::string file;
  std::size_t findings = 0;  // that the rule has in the note
};
// A person lets a note keep what a rule finds in it now; with `take_back`, no longer.
Result<AllowReply> allow(Memory& memory, const NoteRequest& request, std::string_view rule,
                         bool take_back);

}  // namespace loci::memory
