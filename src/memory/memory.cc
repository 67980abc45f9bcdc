#include "memory/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "memory/admission.h"
#include "memory/allowances.h"
#include "memory/holding.h"
#include "memory/kept.h"
#include "memory/standing_record.h"
#include "memory/standings_file.h"
#include "memory/unsettled.h"
#include "store/doubt.h"
#include "store/identity.h"

namespace loci::memory {
namespace {

// The changes of a plan that say where a note was before, without their texts.
std::vector<store::FileChange> renamed_in(const store::Plan& plan) {
  std::vector<store::FileChange> renamed;
  for (const store::FileChange& change : plan.changes) {
    if (!change.from) continue;
    renamed.push_back({change.place, change.file, std::nullopt, {}, change.from});
  }
  return renamed;
}

NewNotes new_notes(const Config& config) {
  return config.shares_new_notes() ? NewNotes::Shared : NewNotes::Private;
}

}  // namespace

std::string_view status_name(Status status) {
  static constexpr std::array<std::string_view, 8> kNames{
      "created", "updated", "deleted", "renamed", "moved", "copied", "unchanged", "held"};
  return kNames.at(static_cast<std::size_t>(status));
}

Memory::Memory(store::Store& store, const Config& config, Log& log, Session session,
               SeenFiles* seen)
    : store_(store),
      config_(config),
      log_(log),
      session_(std::move(session)),
      scopes_(session_.workspace, session_.agent, session_.ephemeral, new_notes(config)),
      word_table_(store_.files(), config_, log_),
      catalogs_(store_, log_, session_.lives_long ? Following::Watching : Following::Sweeping,
                &word_table_),
      activity_(store_),
      seen_(seen) {
  store_.when_purging(forgets_everything_of(store_));
}

void Memory::continue_project(std::string slug) {
  session_.workspace->slug = std::move(slug);
  scopes_ = Scopes(session_.workspace, session_.agent, session_.ephemeral, new_notes(config_));
  look_again();
}

std::string Memory::actor() const {
  if (!session_.actor.empty()) return session_.actor;
  if (!session_.agent.empty()) return fmt::format("agent:{}", session_.agent);
  if (session_.audience == Audience::Person) return "user";
  return client_.empty() ? "agent" : fmt::format("agent:{}", client_);
}

void Memory::serve_client(std::string_view name) { client_ = client_name(name); }

bool Memory::is_person() const {
  return session_.audience == Audience::Person &&
         (session_.origin == "cli" || session_.origin == "page") && actor() == "user";
}

bool Memory::is_agent() const {
  return session_.audience == Audience::Agent || actor().starts_with("agent");
}

store::Request Memory::request(std::string operation, std::vector<store::Place> places,
                               bool dry_run) const {
  store::Request request;
  request.operation = std::move(operation);
  request.origin = session_.origin;
  request.actor = actor();
  request.session = session_.conversation;
  request.workspace = scopes_.slug();
  request.places = std::move(places);
  request.dry_run = dry_run;
  return request;
}

Result<> Memory::need_enabled() const {
  if (config_.disabled().empty()) return {};
  return fail(denied(fmt::format("memory is off: {}", config_.disabled()),
                     "turn it on to write; reading still works"));
}

Result<store::Workspace> Memory::need_workspace() const {
  if (scopes_.workspace()) return *scopes_.workspace();
  return fail(invalid_input("not in a workspace",
                            "name one with --workspace, over HTTP with workspace=PROJECT"));
}

Result<bool> Memory::has_missing(const std::vector<store::Place>& places) {
  for (const store::Place& place : places) {
    if (present_.contains(place.key)) continue;
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store_.open_place(place));
    if (!root) return true;
    present_.insert(place.key);
  }
  return false;
}

// Every change of every use case comes through here, and so through the door.
Result<Committed> Memory::commit(store::Request request, const store::Planner& planner) {
  LOCI_TRY(need_enabled());
  for (const store::Place& place : request.places) {
    if (session_.audience == Audience::Person) break;
    // A sync takes out what has no purpose any more, whoever runs it.
    const bool syncs = place.kind == store::Place::Kind::Inbox && request.operation == "sync";
    if (syncs || !kept_from_agents(place)) continue;
    return fail(denied("agents cannot write to a repository that is not trusted",
                       "use the private part, or let a person run 'loci trust' there"));
  }
  const bool of_project =
      std::any_of(request.places.begin(), request.places.end(),
                  [](const store::Place& place) { return place.key.starts_with("projects/"); });
  if (of_project && scopes_.workspace()) {
    LOCI_TRY(store::check_project(store_.files(), store_.home(), *scopes_.workspace()));
  }
  std::vector<store::FileChange> planned;
  std::vector<store::Noticed> noticed;
  std::vector<InboxEntry> waiting;
  const auto noting = [&](store::View& view) -> Result<store::Plan> {
    LOCI_ASSIGN(store::Plan plan, planner(view));
    LOCI_TRY(refuse_unsettled(*this, request, view, plan));
    LOCI_ASSIGN(waiting, take_waiting(*this, request, view, plan));
    LOCI_TRY(put_indexes_in_order(view, plan));
    planned = renamed_in(plan);
    noticed = plan.noticed;
    return plan;
  };
  const auto standings = [&](const std::vector<store::Changed>& changed) {
    return standing_edits(store_, writer_of(request, is_person(), !planned.empty()), request,
                          planned, changed);
  };
  request.companion = {std::string(kStandingsDirectory), standings};
  Committed outcome;
  LOCI_ASSIGN(const bool fresh, has_missing(request.places));
  if (fresh && !request.dry_run) {
    // To be locked a place must be there; so that what is refused, or waits, leaves no empty
    // directory behind, it is first asked for as a dry run.
    LOCI_TRY(look(request.places, false));
    store::Request trial = request;
    trial.dry_run = true;
    LOCI_ASSIGN(static_cast<store::Outcome&>(outcome), store_.commit(trial, noting));
  }
  if (!fresh || request.dry_run || !outcome.unchanged()) {
    LOCI_ASSIGN(static_cast<store::Outcome&>(outcome), store_.commit(request, noting));
  }
  // Behind what goes on, whose locks it must not wait for. An import that is stopped between
  // the two is run again.
  LOCI_ASSIGN(outcome.held, hold(store_, request, waiting));
  if (outcome.id != 0) {
    // The change is made; without this a person is asked to accept what they wrote.
    const auto recorded = outcome.accompanied
                              ? Result<>()
                              : standings(outcome.changed).and_then([&](const auto& edits) {
                                  return record_standings(store_, edits);
                                });
    if (!recorded) log_.warn(recorded.error().message);
    const auto looked = record_noticed(store_, noticed);
    if (!looked) log_.warn(looked.error().message);
    for (const store::FileChange& change : planned) {
      if (change.from->place != change.place.key) continue;  // other readers: allowed anew
      const auto moved = move_allowances(store_, change.place.key, change.from->file, change.file);
      if (!moved) log_.warn(moved.error().message);
    }
  }
  if (of_project && outcome.id != 0 && scopes_.workspace()) {
    // The change is made; without this file only the workspace's path is unknown.
    const auto recorded = store::record_workspace(store_, *scopes_.workspace());
    if (!recorded) log_.warn(recorded.error().message);
  }
  return outcome;
}

Result<std::unique_ptr<store::View>> Memory::look(const std::vector<store::Place>& places,
                                                  bool dry_run) {
  return store_.view(places, dry_run ? store::Recovery::No : store::Recovery::Yes);
}

Result<ChangeReply> Memory::change(store::Request request, const store::Planner& planner) {
  ChangeReply reply;
  reply.dry_run = request.dry_run;
  std::optional<std::string> text;  // of the first file, which the reply is about
  const auto noting = [&](store::View& view) -> Result<store::Plan> {
    LOCI_ASSIGN(store::Plan plan, planner(view));
    if (plan.changes.empty()) return plan;
    reply.place = plan.changes.front().place;
    reply.file = plan.changes.front().file;
    text = plan.changes.front().text;
    return plan;
  };
  LOCI_ASSIGN(Committed outcome, commit(std::move(request), noting));
  reply.id = outcome.id;
  reply.held = std::move(outcome.held);
  reply.changed = std::move(outcome.changed);
  reply.untrusted = untrusted(reply.place);
  if (reply.changed.empty() && !reply.held.empty()) {
    reply.status = Status::Held;
    return reply;
  }
  if (reply.changed.empty()) {
    if (text) reply.hash = sha256(*text);
    reply.text = std::move(text).value_or("");
    return reply;
  }
  const store::Changed& first = reply.changed.front();
  reply.status = !first.after ? Status::Deleted : first.before ? Status::Updated : Status::Created;
  reply.place = first.place;
  reply.file = first.file;
  reply.hash = first.hash;
  reply.text = first.after.value_or("");
  reply.untrusted = std::any_of(reply.changed.begin(), reply.changed.end(),
                                [&](const store::Changed& file) { return untrusted(file.place); });
  return reply;
}

}  // namespace loci::memory
