#include "upkeep/consolidate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "prompt/session_state.h"
#include "store/history.h"
#include "upkeep/material.h"
#include "upkeep/model.h"
#include "upkeep/proposals_file.h"

namespace loci::upkeep {
namespace {

using memory::Memory;

// A file that is read whole must stay one that can be.
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

Result<GateState> gate_state(Memory& memory) {
  LOCI_ASSIGN(const LastRun last, read_last_run(memory.store(), memory.scopes().slug()));
  LOCI_ASSIGN(const prompt::SessionCount count, prompt::count_sessions(memory.store()));
  GateState state;
  state.last_run = last.at;
  state.sessions_then = last.sessions;
  state.sessions_now = count.ended;
  return state;
}

Result<std::set<std::uint64_t>> undone_operations(Memory& memory,
                                                  const std::vector<Proposal>& proposals) {
  std::set<std::uint64_t> asked;
  for (const Proposal& proposal : proposals) {
    for (const Application& done : proposal.applied) asked.insert(done.operation);
  }
  std::set<std::uint64_t> undone;
  if (asked.empty()) return undone;
  store::OperationScan scan;
  LOCI_TRY(memory.store().journal().visit([&](const store::Record& record) {
    const auto verdict = scan.add(record);
    if (verdict.undone && asked.contains(record.sequence)) undone.insert(record.sequence);
    return record.sequence > *asked.begin();
  }));
  return undone;
}

std::string state_of(const Proposal& proposal, const std::set<std::uint64_t>& undone) {
  if (!proposal.replaced_by.empty()) return "replaced";
  if (proposal.steps.empty()) return "empty";
  std::set<std::string> done;
  bool taken_back = false;
  for (const Application& one : proposal.applied) {
    if (undone.contains(one.operation)) {
      taken_back = true;
      continue;
    }
    done.insert(one.done.begin(), one.done.end());
    for (const auto& [id, why] : one.dropped) done.insert(id);
  }
  if (done.size() >= proposal.steps.size()) return "applied";
  return taken_back && done.empty() ? "undone" : "open";
}

bool waits(std::string_view state) { return state == "open" || state == "undone"; }

// As many operations as a file takes; the next run proposes the rest.
void keep_small(std::vector<ProposedStep>& steps) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const FileStep& file : steps[i].files) {
      bytes += 300 + file.file.size() + (file.text ? 2 * file.text->size() : 0);
    }
    if (bytes > kMostBytes) return steps.resize(i);
  }
}

}  // namespace

Result<ConsolidateStatus> consolidate_status(Memory& memory) {
  ConsolidateStatus status;
  LOCI_ASSIGN(GateState state, gate_state(memory));
  LOCI_ASSIGN(state.running, running_now(memory.store()));
  status.gates = gates(state, memory.now(), memory.config().consolidation());
  status.may_run = may_run(status.gates, false);
  LOCI_ASSIGN(const memory::SettingValue automatic, memory.config().get("consolidate.auto"));
  status.automatic = automatic.value;
  LOCI_ASSIGN(std::vector<Proposal> proposals,
              read_proposals(memory.store(), memory.scopes().slug(), status.unread));
  LOCI_ASSIGN(const auto undone, undone_operations(memory, proposals));
  for (auto proposal = proposals.rbegin(); proposal != proposals.rend(); ++proposal) {
    std::string of = state_of(*proposal, undone);
    status.proposals.push_back({std::move(*proposal), std::move(of)});
  }
  return status;
}

namespace {

Result<std::optional<Proposal>> waiting_proposal(Memory& memory) {
  LOCI_ASSIGN(ConsolidateStatus status, consolidate_status(memory));
  for (ProposalRow& row : status.proposals) {
    if (waits(row.state)) return std::optional(std::move(row.proposal));
  }
  return std::nullopt;
}

Result<Proposal> made_proposal(Memory& memory, const ProposeRequest& request) {
  LOCI_ASSIGN(const std::vector<store::Place> places,
              consolidated_places(memory, request.selector));
  std::vector<store::Place> seen = places;
  const std::string& scope = request.selector.scope;
  const bool with_logs = memory.scopes().workspace() && !request.selector.in_shared &&
                         (scope.empty() || scope == "workspace" || scope == "private");
  if (with_logs) {
    LOCI_ASSIGN(const store::Place daily, memory.scopes().daily());
    seen.push_back(daily);
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(seen, request.dry_run));
  LOCI_ASSIGN(const Material material, gather(memory, places, with_logs, *view));
  Proposal proposal;
  proposal.made = format_utc(memory.now());
  proposal.workspace = memory.scopes().slug();
  proposal.engine = request.engine;
  if (request.ask) {
    LOCI_ASSIGN(ModelSteps asked, ask_model(material, request.ask));
    proposal.steps = std::move(asked.steps);
    proposal.refused = std::move(asked.refused);
  } else {
    proposal.steps = propose_steps(material);
  }
  keep_small(proposal.steps);
  return proposal;
}

}  // namespace

Result<ProposeReply> propose(Memory& memory, const ProposeRequest& request) {
  LOCI_TRY(memory.need_enabled());
  LOCI_TRY(memory.readable(request.selector));  // a scope that is none, before any gate
  ProposeReply reply;
  LOCI_ASSIGN(GateState state, gate_state(memory));
  const auto settings = memory.config().consolidation();
  if (request.dry_run) {
    LOCI_ASSIGN(state.running, running_now(memory.store()));
    reply.gates = gates(state, memory.now(), settings);
    LOCI_ASSIGN(reply.proposal, made_proposal(memory, request));
    return reply;
  }
  reply.gates = gates(state, memory.now(), settings);
  reply.blocked = what_blocks(reply.gates, request.force);
  if (!reply.blocked.empty()) {
    LOCI_ASSIGN(reply.proposal, waiting_proposal(memory));
    return reply;
  }
  LOCI_ASSIGN(const std::unique_ptr<RunLock> lock, RunLock::take(memory.store(), memory.log()));
  LOCI_ASSIGN(Proposal proposal, made_proposal(memory, request));
  LOCI_ASSIGN(const ConsolidateStatus before, consolidate_status(memory));
  LOCI_TRY(add_proposal(memory.store(), proposal));
  for (const ProposalRow& row : before.proposals) {
    if (!waits(row.state)) continue;
    Proposal old = row.proposal;
    old.replaced_by = proposal.id;
    LOCI_TRY(write_proposal(memory.store(), old));
  }
  LOCI_TRY(
      write_last_run(memory.store(), memory.scopes().slug(), {memory.now(), state.sessions_now}));
  reply.proposal = std::move(proposal);
  return reply;
}

Result<std::vector<std::vector<ShownFile>>> shown_steps(Memory& memory, const Proposal& proposal) {
  std::vector<store::Place> places;
  for (const ProposedStep& step : proposal.steps) {
    for (const FileStep& file : step.files) {
      if (std::find(places.begin(), places.end(), file.place) == places.end()) {
        places.push_back(file.place);
      }
    }
  }
  // What an agent may not see it is not shown here either.
  if (memory.session().audience == memory::Audience::Agent) {
    for (const store::Place& place : places) {
      if (memory.kept_from_agents(place)) {
        return fail(denied("the proposal has notes of a repository that is not trusted"));
      }
    }
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, true));
  std::vector<std::vector<ShownFile>> steps;
  for (const ProposedStep& step : proposal.steps) {
    std::vector<ShownFile>& files = steps.emplace_back();
    for (const FileStep& file : step.files) {
      LOCI_ASSIGN(std::optional<std::string> text, view->read(file.place, file.file));
      ShownFile shown{file.place, file.file, "", std::nullopt, file.text, false};
      if (file.is_witness()) shown.after = text;
      const std::string hash = text ? sha256(*text) : "";
      shown.changed = hash != file.expected;
      shown.before = std::move(text);
      if (!file.archived.empty()) {
        shown.to = fmt::format(
            "{}/{}", store::archive_of(file.place, memory.scopes().slug()).label(), file.archived);
      }
      files.push_back(std::move(shown));
    }
  }
  return steps;
}

Result<std::string> consolidate_by_itself(Memory& memory) {
  if (!memory.config().may_consolidate() || !memory.config().disabled().empty() ||
      memory.session().ephemeral) {
    return std::string();
  }
  LOCI_ASSIGN(const ProposeReply made, propose(memory, {}));
  if (!made.blocked.empty() || !made.proposal || made.proposal->steps.empty()) {
    return std::string();
  }
  if (!memory.config().applies_consolidation()) {
    return fmt::format("proposal {} has {} operations: 'loci consolidate --proposal {}'",
                       made.proposal->id, made.proposal->steps.size(), made.proposal->id);
  }
  ApplyRequest request;
  request.proposal = made.proposal->id;
  request.by_itself = true;
  LOCI_ASSIGN(const ApplyReply done, apply_proposal(memory, request));
  return fmt::format("proposal {}: {} operations applied as operation {}", made.proposal->id,
                     done.done.size(), done.change.id);
}

}  // namespace loci::upkeep
