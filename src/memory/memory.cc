#include "memory/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "memory/kept.h"
#include "store/doubt.h"
#include "store/identity.h"

namespace loci::memory {

std::string_view status_name(Status status) {
  static constexpr std::array<std::string_view, 7> kNames{
      "created", "updated", "deleted", "renamed", "moved", "copied", "unchanged"};
  return kNames.at(static_cast<std::size_t>(status));
}

Memory::Memory(store::Store& store, const Config& config, Log& log, Session session)
    : store_(store),
      config_(config),
      log_(log),
      session_(std::move(session)),
      scopes_(session_.workspace, session_.agent, session_.ephemeral),
      catalogs_(store_, log_, session_.lives_long ? Following::Watching : Following::Sweeping),
      activity_(store_) {
  store_.when_purging(forgets_everything_of(store_));
}

void Memory::continue_project(std::string slug) {
  session_.workspace->slug = std::move(slug);
  scopes_ = Scopes(session_.workspace, session_.agent, session_.ephemeral);
  look_again();
}

std::string Memory::actor() const {
  if (!session_.actor.empty()) return session_.actor;
  if (!session_.agent.empty()) return fmt::format("agent:{}", session_.agent);
  return session_.audience == Audience::Agent ? "agent" : "user";
}

store::Request Memory::request(std::string operation, std::vector<store::Place> places,
                               bool dry_run) const {
  store::Request request;
  request.operation = std::move(operation);
  request.origin = session_.origin;
  request.actor = actor();
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
  return fail(invalid_input("there is no workspace here", "name one with --workspace"));
}

// Every change of every use case comes through here, and so through the door.
Result<store::Outcome> Memory::commit(store::Request request, const store::Planner& planner) {
  LOCI_TRY(need_enabled());
  for (const store::Place& place : request.places) {
    if (session_.audience == Audience::Person) break;
    if (!kept_from_agents(place)) continue;
    return fail(denied("agents cannot write to a repository that is not trusted",
                       "use the private part, or let a person run 'loci trust' there"));
  }
  const bool of_project =
      std::any_of(request.places.begin(), request.places.end(),
                  [](const store::Place& place) { return place.key.starts_with("projects/"); });
  if (of_project && scopes_.workspace()) {
    LOCI_TRY(store::check_project(store_.files(), store_.home(), *scopes_.workspace()));
  }
  LOCI_ASSIGN(store::Outcome outcome, store_.commit(request, planner));
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
  LOCI_ASSIGN(store::Outcome outcome, commit(std::move(request), noting));
  reply.id = outcome.id;
  reply.changed = std::move(outcome.changed);
  reply.untrusted = untrusted(reply.place);
  if (reply.changed.empty()) {
    if (text) reply.hash = sha256(*text);
    return reply;
  }
  const store::Changed& first = reply.changed.front();
  reply.status = !first.after ? Status::Deleted : first.before ? Status::Updated : Status::Created;
  reply.place = first.place;
  reply.file = first.file;
  reply.hash = first.hash;
  reply.untrusted = std::any_of(reply.changed.begin(), reply.changed.end(),
                                [&](const store::Changed& file) { return untrusted(file.place); });
  return reply;
}

}  // namespace loci::memory
