// What consolidation would do, as data: operations on files, each with its reason. A proposal is
// kept in a file, shown as a diff, and done whole or in part. Pure.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "store/place.h"

namespace loci::upkeep {

// What becomes of one file.
struct FileStep {
  store::Place place;
  std::string file;
  std::string expected;             // the hash it must have; "" = there must be none
  std::optional<std::string> text;  // what it is to be
  std::string archived;             // the name it gets in the archive, where it goes there

  // Stays as it is: the operation rests on what it says.
  [[nodiscard]] bool is_witness() const { return !text && archived.empty(); }

  bool operator==(const FileStep&) const = default;
};

enum class StepKind : std::uint8_t {
  Merge,      // a note that another one says already
  Supersede,  // a note that another one says it replaces
  Expire,     // a note whose time is over
  Date,       // "yesterday" as a date
  Describe,   // a description that says what the note says
  Index,      // MEMORY.md in step with its notes
  Fold,       // lines that many daily logs repeat, as a note
  Log,        // an old daily log, or summaries in it
  Stale,      // a note that what it cites has left behind
  Rewrite,    // what a model proposes
};
[[nodiscard]] std::string_view kind_name(StepKind kind);

struct ProposedStep {
  std::string id;  // "1", "2" … in the proposal
  StepKind kind = StepKind::Merge;
  std::string why;  // a sentence
  std::vector<FileStep> files;
  // The note that stands for those that go: links to them lead to it. "" = none.
  std::string into;
  // Puts aside lines that a person confirmed: only a person does it.
  bool confirmed = false;
  // A guess: done only when a person names it.
  bool likely = false;

  bool operator==(const ProposedStep&) const = default;
};

// One time a proposal was applied.
struct Application {
  std::string at;
  std::uint64_t operation = 0;                                 // in the journal
  std::vector<std::string> done;                               // ids
  std::vector<std::pair<std::string, std::string>> dropped{};  // ids, and why

  bool operator==(const Application&) const = default;
};

struct Proposal {
  std::string id;
  std::string made;       // when
  std::string workspace;  // slug, or ""
  std::string engine;     // "loci", or the model's name
  std::vector<ProposedStep> steps;
  std::vector<std::string> refused;  // of a model: what was not taken, and why
  std::vector<Application> applied;
  std::string replaced_by;  // the id of a newer one, or ""

  bool operator==(const Proposal&) const = default;
};

inline constexpr int kProposalVersion = 1;
[[nodiscard]] std::string format_proposal(const Proposal& proposal);
// Corrupt for what is none; Denied for one of a later version.
[[nodiscard]] Result<Proposal> parse_proposal(std::string_view text, std::string_view name);

}  // namespace loci::upkeep
