#include "upkeep/health.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/limits.h"
#include "base/text.h"
#include "memory/activity.h"
#include "memory/inbox.h"
#include "memory/index_view.h"
#include "memory/search.h"
#include "memory/verdicts.h"
#include "note/index_file.h"
#include "note/index_hooks.h"
#include "note/note.h"
#include "note/validate.h"
#include "remote/last_sync.h"
#include "remote/remotes.h"
#include "store/doubt.h"
#include "store/journal_line.h"
#include "upkeep/consolidate.h"

namespace loci::upkeep {
namespace {

using memory::CatalogHealth;
using memory::flags_for;
using memory::Memory;
using memory::searched_places;
using past::HistoryRequest;

constexpr std::size_t kLatest = 5;

// Names that meet after folding.
std::vector<std::pair<std::string, std::string>> colliding(const std::vector<std::string>& files) {
  std::map<std::string, std::string> seen;
  std::vector<std::pair<std::string, std::string>> result;
  for (const std::string& file : files) {
    const auto [other, fresh] = seen.emplace(fold(file), file);
    if (!fresh) result.emplace_back(other->second, file);
  }
  return result;
}

Problem stale_index(const note::IndexState& state, const store::Place& place) {
  const std::string behind =
      state.behind.empty() ? "" : fmt::format(", {} behind their notes", state.behind.size());
  return {
      fmt::format("the index of {} is stale: {} missing, {} dangling, {} doubled{}", place.label(),
                  state.missing.size(), state.dangling.size(), state.doubled.size(), behind),
      fmt::format("loci reindex {}", flags_for(place))};
}

Problem problem_of(const Error& error, std::string_view otherwise) {
  return {error.message, error.hint.empty() ? std::string(otherwise) : error.hint};
}

// Too large, or not for this user's eyes: two different things to do.
Problem unread_note(const Error& error, const std::string& path) {
  if (error.kind == ErrorKind::InvalidInput) {
    return {error.message, fmt::format("make '{}' smaller, or move it away", path)};
  }
  return problem_of(error,
                    fmt::format("find out why '{}' cannot be read: 'ls -l' shows its mode", path));
}

// How many operations there are, and when the indexes were last brought in step.
Result<> count_operations(Memory& memory, HealthReply& reply) {
  std::size_t aborted = 0;
  const auto wanted = [&](std::string_view line) {
    const auto head = store::parse_head(line);
    if (!head) return false;
    if (head->kind == store::Record::Kind::Begin) ++reply.operations;
    if (head->kind == store::Record::Kind::Abort) ++aborted;
    return reply.last_reindex.empty() && head->kind == store::Record::Kind::Begin &&
           line.find(R"("operation":"reindex")") != std::string_view::npos;
  };
  LOCI_TRY(memory.store().journal().visit_some(wanted, [&](const store::Record& record) {
    if (record.operation == "reindex") reply.last_reindex = record.time;
    return true;
  }));
  reply.operations -= std::min(aborted, reply.operations);
  LOCI_ASSIGN(const std::vector<memory::Activity> asked, memory::recent_activity(memory.store()));
  for (const memory::Activity& row : asked) {
    if (row.operation == "reindex") reply.last_reindex = std::max(reply.last_reindex, row.time);
  }
  return {};
}

}  // namespace

Result<HealthReply> health(Memory& memory) {
  HealthReply reply;
  reply.disabled = memory.config().disabled();
  reply.home = memory.store().home();
  if (const auto& workspace = memory.scopes().workspace()) {
    reply.workspace = workspace->root;
    const auto sound =
        store::check_project(memory.store().files(), memory.store().home(), *workspace);
    if (!sound) reply.problems.push_back(problem_of(sound.error(), "loci projects list"));
  }
  LOCI_ASSIGN(const std::vector<store::Unfinished> unfinished,
              memory.store().unfinished(store::Recovery::No));
  for (const store::Unfinished& one : unfinished) {
    reply.problems.push_back({store::unfinished_text(one), store::way_out(one)});
  }
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable({}));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view,
              memory.store().view(places, store::Recovery::No));
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    LOCI_ASSIGN(const std::optional<std::string> index, view->read(place, note::kIndexFile));
    ScopeHealth scope{place, memory.store().path_of(place), files.size(), 0,
                      0,     memory.untrusted(place)};
    const auto first = static_cast<std::ptrdiff_t>(reply.problems.size());
    if (index) {
      std::vector<std::string_view> lines = split_lines(*index);
      for (const note::IndexEntry& entry : note::parse_index(*index)) {
        ++scope.index_lines;
        scope.index_bytes += lines[entry.line].size();
      }
    } else if (!files.empty()) {
      reply.problems.push_back({fmt::format("{} has no index", place.label()),
                                fmt::format("loci reindex {}", flags_for(place))});
    }
    if (scope.index_lines > kIndexEntryLines || scope.index_bytes > kIndexEntryBytes) {
      reply.problems.push_back(
          {fmt::format("the index of {} is longer than a prompt shows: {} lines, {} bytes",
                       place.label(), scope.index_lines, scope.index_bytes),
           fmt::format("loci list {}, then delete or merge notes", flags_for(place))});
    }
    for (const auto& [one, other] : colliding(files)) {
      reply.problems.push_back(
          {fmt::format("the names '{}' and '{}' in {} differ only in case or form", one, other,
                       place.label()),
           fmt::format("loci rename {} NEW {}", other, flags_for(place))});
    }
    const note::Requirements needs = place.is_agent() ? note::requirements_for_agent_scope()
                                                      : note::requirements_for_shared_scope();
    std::vector<note::NoteLine> lines;
    memory::KnownVerdicts known(memory);
    for (const std::string& file : files) {
      const auto text = view->read(place, file);
      if (!text) {
        reply.problems.push_back(unread_note(text.error(), fmt::format("{}/{}", scope.path, file)));
        continue;
      }
      if (const auto mark = known.mark_of(place, file, text->value_or("")); !mark.empty()) {
        reply.problems.push_back(
            {fmt::format("'{}' in {} cites something {}", file, place.label(), mark),
             fmt::format("loci verify {} {}", file, flags_for(place))});
      }
      const note::Note parsed = note::parse_note(text->value_or(""));
      if (auto line = note::readable_line(parsed, file)) lines.push_back(std::move(*line));
      const auto faults = note::validate(parsed, needs);
      if (faults.empty()) continue;
      reply.problems.push_back({fmt::format("{}/{}:{}: {}", scope.path, file, faults.front().line,
                                            faults.front().message),
                                fmt::format("loci edit {} {}", file, flags_for(place))});
    }
    if (index) {
      note::IndexState state = note::compare_index(*index, files);
      LOCI_ASSIGN(const std::vector<memory::LineApart> apart,
                  memory::lines_apart(memory, place, *index, lines));
      for (note::LineHook& line : memory::own_hooks(apart)) {
        state.behind.push_back(std::move(line.file));
      }
      if (state.stale()) {
        reply.problems.insert(reply.problems.begin() + first, stale_index(state, place));
      }
    }
    reply.scopes.push_back(std::move(scope));
  }
  LOCI_ASSIGN(const std::vector<store::Place> searched,
              searched_places(memory, {}, memory.session().audience));
  for (const store::Place& place : searched) {
    LOCI_ASSIGN(CatalogHealth catalog, memory.catalogs().examine(place));
    if (!catalog.fault.empty()) {
      reply.problems.push_back(
          {fmt::format("the search catalog of {} is damaged: {}", place.label(), catalog.fault),
           "nothing to do: the next search rebuilds it"});
    }
    reply.catalogs.push_back(std::move(catalog));
  }
  LOCI_ASSIGN(reply.journal, memory.store().journal().size());
  if (reply.journal.damaged > 0) {
    reply.problems.push_back(
        {fmt::format("the journal has {} damaged line{}", reply.journal.damaged,
                     reply.journal.damaged == 1 ? "" : "s"),
         "nothing to do: they are skipped, and the notes are not affected"});
  }
  LOCI_ASSIGN(const remote::Remotes remotes, remote::read_remotes(memory.store()));
  for (const remote::UnreadRemote& unread : remotes.unread) {
    reply.problems.push_back(
        problem_of(unread.fault, fmt::format("loci remote remove {}", unread.name)));
  }
  for (const remote::Remote& one : remotes.all) {
    const remote::LastSync last = remote::read_last_sync(memory.store(), one.name);
    auto needed = remote::needs_attention(one, last, memory.now());
    if (needed) reply.problems.push_back({std::move(needed->what), std::move(needed->fix)});
  }
  LOCI_ASSIGN(reply.inbox, memory::count_waiting(memory));
  LOCI_ASSIGN(const ConsolidateStatus consolidation, consolidate_status(memory));
  reply.gates = consolidation.gates;
  for (const ProposalRow& row : consolidation.proposals) {
    const bool waits = row.state == "open" || row.state == "undone";
    if (waits && reply.open_proposal.empty()) reply.open_proposal = row.proposal.id;
  }
  LOCI_TRY(count_operations(memory, reply));
  reply.slug = memory.scopes().slug();
  HistoryRequest latest;
  latest.limit = kLatest;
  LOCI_ASSIGN(reply.latest, history(memory, latest));
  return reply;
}

}  // namespace loci::upkeep
