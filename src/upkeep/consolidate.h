// Consolidation: a proposal is made, looked at, and done as one operation that one undo takes
// back. docs/consolidate.md tells users of it.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "upkeep/gates.h"
#include "upkeep/proposal.h"

namespace loci::upkeep {

// Asks a model: the prompt in, what it answered out.
using Ask = std::function<Result<std::string>(const std::string& prompt)>;

struct ProposeRequest {
  memory::Selector selector = {};
  bool force = false;  // however short ago the last run was
  bool dry_run = false;
  std::string engine = "loci";
  Ask ask = {};  // of a model that proposes instead
};

struct ProposeReply {
  std::vector<Gate> gates;
  std::string blocked;               // why nothing was proposed, or ""
  std::optional<Proposal> proposal;  // the new one; when blocked, the one that is open
};

// Makes a proposal and keeps it, if the gates are open. Changes no note.
Result<ProposeReply> propose(memory::Memory& memory, const ProposeRequest& request);

struct ApplyRequest {
  std::vector<std::string> ids;  // of operations; none: all
  std::string proposal;          // none: the newest that is open
  bool dry_run = false;
  bool by_itself = false;  // as the user's configuration says, so nobody is asked
};

struct ApplyReply {
  Proposal proposal;
  memory::ChangeReply change;
  std::vector<std::string> done;                             // ids
  std::vector<std::pair<std::string, std::string>> dropped;  // ids, and why
  std::size_t relinked = 0;                                  // notes whose links followed
};

// Does the operations of a proposal whose files are as they were, as one operation; the others are
// dropped with their reason. Denied for agents, and Conflict when too many sentences would be
// found nowhere afterwards.
Result<ApplyReply> apply_proposal(memory::Memory& memory, const ApplyRequest& request);

// Whether a proposal waits for somebody: not replaced, and not applied but for what was undone.
struct ProposalRow {
  Proposal proposal;
  std::string state;  // "open", "applied", "undone", "replaced", "empty"
};
struct ConsolidateStatus {
  std::vector<Gate> gates;
  bool may_run = false;
  std::string automatic;               // "propose", "apply", "off"
  std::vector<ProposalRow> proposals;  // newest first
  std::vector<std::string> unread;
};
Result<ConsolidateStatus> consolidate_status(memory::Memory& memory);

// The texts of an operation, for a diff.
struct ShownFile {
  store::Place place;
  std::string file;
  std::string to;  // where in the archive it goes, or ""
  std::optional<std::string> before;
  std::optional<std::string> after;
  bool changed = false;  // since the proposal was made, so that it will be dropped
};
Result<std::vector<std::vector<ShownFile>>> shown_steps(memory::Memory& memory,
                                                        const Proposal& proposal);

// What `serve` and the end of a session do, as the configuration says; gates are asked. Answers
// what was done in a sentence, "" for nothing.
Result<std::string> consolidate_by_itself(memory::Memory& memory);

}  // namespace loci::upkeep
