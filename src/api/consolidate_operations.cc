// consolidate, and its other name, dream.

#include <fmt/format.h>

#include <algorithm>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/diff.h"
#include "base/text.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "upkeep/consolidate.h"

namespace loci::api {
namespace {

constexpr std::array kConsolidate = params(
    std::array{
        Param::list("ids", "OPERATION", "with --apply: which operations (default: all but guesses)")
            .by_place(),
        Param::flag("apply", "apply the proposal as one operation; 'loci undo' takes it back"),
        Param::flag("why", "show the reason for each operation"),
        Param::flag("status", "show whether a run is due, and earlier proposals"),
        Param::text("proposal", "N", "an earlier proposal (default: the open one)"),
        Param::flag("force", "make a new proposal even if the last run was recent"),
        Param::text("with", "MODEL", "ask claude, codex, gemini or a command for a proposal")},
    kSelect, kDryRun);
constexpr std::array kConsolidateStatus = std::array<Param, 0>{};

Json gates_json(const std::vector<upkeep::Gate>& gates) {
  Json all = Json::array();
  for (const upkeep::Gate& gate : gates) {
    all.push_back({{"gate", gate.name}, {"open", gate.open}, {"reason", gate.reason}});
  }
  return all;
}

Json applied_json(const upkeep::Proposal& proposal) {
  Json all = Json::array();
  for (const upkeep::Application& done : proposal.applied) {
    Json dropped = Json::array();
    for (const auto& [id, why] : done.dropped) dropped.push_back({{"id", id}, {"why", why}});
    all.push_back({{"at", done.at},
                   {"operation", done.operation},
                   {"done", done.done},
                   {"dropped", std::move(dropped)}});
  }
  return all;
}

std::string shown_diff(const upkeep::ShownFile& file) {
  const std::string name = fmt::format("{}/{}", file.place.label(), file.file);
  if (file.changed) return fmt::format("{} has changed since: this will be left out\n", name);
  if (!file.to.empty()) {
    return fmt::format("{} moves to {}\n", name, file.to) +
           unified_diff(file.before.value_or(""), "", name, file.to + " (as it is)");
  }
  return unified_diff(file.before.value_or(""), file.after.value_or(""),
                      file.before ? name : "/dev/null", name);
}

Result<Reply> show_proposal(memory::Memory& memory, const upkeep::Proposal& proposal, bool why) {
  LOCI_ASSIGN(const auto steps, upkeep::shown_steps(memory, proposal));
  Reply reply;
  Json operations = Json::array();
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const upkeep::ProposedStep& step = proposal.steps[i];
    Json files = Json::array();
    std::string diff;
    for (const upkeep::ShownFile& file : steps[i]) {
      diff += shown_diff(file);
      Json one = place_fields(file.place);
      one["file"] = file.file;
      if (!file.to.empty()) one["to"] = file.to;
      if (file.changed) one["changed"] = true;
      files.push_back(std::move(one));
    }
    text += fmt::format("\n[{}] {}", step.id, upkeep::kind_name(step.kind));
    if (!step.into.empty()) text += fmt::format(" into {}", step.into);
    if (step.likely) text += " (a guess: applied only when named)";
    text += "\n";
    if (why) text += fmt::format("why: {}\n", step.why);
    text += diff;
    Json one = {{"id", step.id},
                {"kind", upkeep::kind_name(step.kind)},
                {"why", step.why},
                {"files", std::move(files)},
                {"diff", diff}};
    if (!step.into.empty()) one["into"] = step.into;
    if (step.confirmed) one["confirmed"] = true;
    if (step.likely) one["likely"] = true;
    operations.push_back(std::move(one));
  }
  reply.data = {{"proposal", proposal.id.empty() ? Json(nullptr) : Json(proposal.id)},
                {"made", proposal.made},
                {"engine", proposal.engine},
                {"operations", std::move(operations)},
                {"refused", proposal.refused},
                {"applied", applied_json(proposal)}};
  reply.text =
      printable(fmt::format("proposal {}: {}\n", proposal.id.empty() ? "(not kept)" : proposal.id,
                            count(steps.size(), "operation")) +
                text);
  for (const std::string& refused : proposal.refused) {
    reply.notes.push_back(fmt::format("not accepted: {}", printable(refused, true)));
  }
  return reply;
}

Result<Reply> consolidation_status(memory::Memory& memory, const Json& /*arguments*/) {
  LOCI_ASSIGN(const upkeep::ConsolidateStatus state, upkeep::consolidate_status(memory));
  Reply reply;
  reply.data = {{"due", state.may_run},
                {"auto", state.automatic},
                {"gates", gates_json(state.gates)},
                {"proposals", Json::array()}};
  reply.text = fmt::format("{}; auto = {}\n", state.may_run ? "due" : "not due", state.automatic);
  for (const upkeep::Gate& gate : state.gates) {
    reply.text += fmt::format("  {:<9} {}: {}\n", gate.name, gate.open ? "open" : "shut",
                              printable(gate.reason, true));
  }
  std::vector<std::vector<std::string>> rows{
      {"PROPOSAL", "AGE", "BY", "OPERATIONS", "STATE", "APPLIED AS"}};
  for (const upkeep::ProposalRow& row : state.proposals) {
    std::vector<std::string> applied;
    for (const upkeep::Application& done : row.proposal.applied) {
      applied.push_back(std::to_string(done.operation));
    }
    rows.push_back({row.proposal.id, ago(row.proposal.made, memory.now()), row.proposal.engine,
                    std::to_string(row.proposal.steps.size()), row.state, join(applied, ", ")});
    reply.data["proposals"].push_back({{"proposal", row.proposal.id},
                                       {"made", row.proposal.made},
                                       {"engine", row.proposal.engine},
                                       {"operations", row.proposal.steps.size()},
                                       {"state", row.state},
                                       {"applied", applied_json(row.proposal)}});
  }
  if (!state.proposals.empty()) reply.text += "\n" + table(rows, memory.session().columns);
  for (const std::string& why : state.unread) reply.notes.push_back(printable(why, true));
  return reply;
}

Result<Reply> apply_consolidation(memory::Memory& memory, const Json& arguments) {
  upkeep::ApplyRequest request;
  request.ids = list_of(arguments, "ids");
  request.proposal = text_or(arguments, "proposal");
  request.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const upkeep::ApplyReply done, upkeep::apply_proposal(memory, request));
  Reply reply;
  reply.data = to_json(done.change);
  reply.data["proposal"] = done.proposal.id;
  reply.data["done"] = done.done;
  reply.data["relinked"] = done.relinked;
  reply.data["dropped"] = Json::array();
  for (const auto& [id, why] : done.dropped) {
    reply.data["dropped"].push_back({{"id", id}, {"why", why}});
    reply.notes.push_back(fmt::format("[{}] left out: {}", id, printable(why, true)));
  }
  const std::string what =
      fmt::format("{} of proposal {}", count(done.done.size(), "operation"), done.proposal.id);
  if (done.change.dry_run) {
    reply.text = fmt::format("would apply {}\n", what) + diffs(done.change.changed);
  } else if (done.change.id == 0) {
    reply.text = fmt::format("nothing to apply in proposal {}\n", done.proposal.id);
  } else {
    reply.text = fmt::format("applied {} as operation {}; 'loci undo {}' takes it back\n", what,
                             done.change.id, done.change.id);
  }
  if (done.relinked > 0) {
    reply.notes.push_back(
        fmt::format("updated {}", count(done.relinked, "note with a link", "notes with links")));
  }
  return reply;
}

// The command that a model's name stands for. Only a person at the command line may give one.
Result<std::string> command_of(memory::Memory& memory, const std::string& with) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kPresets{
      // It is asked for a text: no tools, no servers, and no transcript of the notes.
      std::pair("claude", "claude -p --tools '' --strict-mcp-config --no-session-persistence"),
      std::pair("codex", "codex exec --sandbox read-only --skip-git-repo-check --ephemeral -"),
      std::pair("gemini", "gemini -p 'Do what standard input asks for.'")};
  if (trim(with).empty()) {
    return fail(invalid_input(
        "'--with' needs a name",
        "give claude, codex, gemini, a name from [consolidate.commands], or a command line"));
  }
  if (auto command = memory.config().consolidate_command(with)) return std::move(*command);
  if (!memory.is_person()) {
    return fail(denied(fmt::format("there is no command '{}' in [consolidate.commands]", with),
                       "a person can define it in config.toml"));
  }
  for (const auto& [name, command] : kPresets) {
    if (name == with) return std::string(command);
  }
  return with;
}

// Flags that want different things at once.
Result<> check_flags(const Json& arguments) {
  const bool fresh = flag(arguments, "force") || arguments.contains("with");
  if (flag(arguments, "status") && (flag(arguments, "apply") || fresh)) {
    return fail(invalid_input("--status cannot be combined with other flags",
                              "leave out --status, or the other flags"));
  }
  if (flag(arguments, "apply") && fresh) {
    return fail(invalid_input(
        "--apply cannot be combined with --force or --with, which make a new proposal",
        "make the proposal first, look at it, then run 'loci consolidate --apply'"));
  }
  return {};
}

Result<Reply> consolidate(memory::Memory& memory, const Json& arguments) {
  LOCI_TRY(check_flags(arguments));
  if (flag(arguments, "status")) return consolidation_status(memory, arguments);
  if (flag(arguments, "apply")) return apply_consolidation(memory, arguments);
  if (!list_of(arguments, "ids").empty()) {
    return fail(invalid_input("operations can only be named with --apply",
                              "for example: loci consolidate --apply 1 3"));
  }
  const bool why = flag(arguments, "why");
  if (const auto wanted = text_if(arguments, "proposal")) {
    LOCI_ASSIGN(const upkeep::ConsolidateStatus state, upkeep::consolidate_status(memory));
    for (const upkeep::ProposalRow& row : state.proposals) {
      if (row.proposal.id == *wanted) return show_proposal(memory, row.proposal, why);
    }
    return fail(not_found(fmt::format("there is no proposal '{}' here", *wanted),
                          "'loci consolidate --status' lists them"));
  }
  upkeep::ProposeRequest request;
  request.selector = selector(arguments);
  request.force = flag(arguments, "force");
  request.dry_run = flag(arguments, "dry-run");
  if (const auto with = text_if(arguments, "with")) {
    LOCI_ASSIGN(const std::string command, command_of(memory, *with));
    if (!memory.session().run_command) return fail(denied("programs cannot be started from here"));
    request.engine = *with;
    request.ask = [&memory, command](const std::string& prompt) {
      const std::chrono::seconds time(memory.config().consolidation().answer_seconds);
      return memory.session().run_command(command, prompt, time);
    };
  }
  LOCI_ASSIGN(const upkeep::ProposeReply made, upkeep::propose(memory, request));
  Reply reply;
  if (made.proposal) {
    LOCI_ASSIGN(reply, show_proposal(memory, *made.proposal, why));
  } else {
    reply.data = {{"proposal", nullptr}, {"operations", Json::array()}};
    reply.nothing = true;
  }
  reply.data["gates"] = gates_json(made.gates);
  reply.data["blocked"] = made.blocked.empty() ? Json(nullptr) : Json(made.blocked);
  if (!made.blocked.empty()) {
    reply.notes.push_back(fmt::format("no new proposal: {}; --force makes one", made.blocked));
  } else if (made.proposal && !made.proposal->steps.empty() && !made.proposal->id.empty()) {
    reply.notes.emplace_back("'loci consolidate --apply' applies it, '--apply 1 3' only a part");
  } else if (made.proposal && made.proposal->steps.empty()) {
    reply.notes.emplace_back("nothing to tidy");
  }
  return reply;
}

constexpr std::array kConsolidateRoutes{Route{"POST", "/api/memory/consolidate"}};
constexpr std::array kConsolidateStatusRoutes{Route{"GET", "/api/memory/consolidate"}};

constexpr std::array kConsolidateOperations{
    Operation{Group::Upkeep, "consolidate", "Propose how to tidy memory; --apply does it",
              Effect::Writes, kConsolidate, "loci consolidate --why", consolidate}
        .at(kConsolidateRoutes)
        .answering("Answer"),
    Operation{Group::Upkeep, "consolidate status",
              "Show whether tidying is due, and earlier proposals", Effect::Reads,
              kConsolidateStatus, "loci consolidate status", consolidation_status}
        .at(kConsolidateStatusRoutes)
        .answering("Answer"),
    Operation{Group::Upkeep, "dream", "The same as 'loci consolidate'", Effect::Writes,
              kConsolidate, "loci dream --apply", consolidate},
};

}  // namespace

std::span<const Operation> consolidate_operations() { return kConsolidateOperations; }

}  // namespace loci::api
