// Trust in what a repository ships, and what agents may see of it.

#include <fmt/format.h>

#include <algorithm>

#include "app/memory.h"
#include "store/identity.h"

namespace loci::app {

Result<bool> Memory::trusts_repository() {
  const auto look = [&]() -> Result<bool> {
    const store::Workspace& workspace = *scopes_.workspace();
    LOCI_ASSIGN(const store::Project project,
                store::read_project(store_.files(), store_.home(), workspace.slug));
    LOCI_ASSIGN(const store::Evidence evidence,
                store::gather_evidence(store_.files(), workspace.root));
    return project.trusts(evidence.seen, evidence.sources);
  };
  if (!trusted_) {
    trusted_ = look();
    if (!*trusted_) {
      log_.warn(fmt::format("whether this repository is trusted cannot be read: {}",
                            trusted_->error().message));
    }
  }
  return *trusted_;
}

bool Memory::untrusted(const store::Place& place) {
  if (!place.in_workspace() || !scopes_.workspace()) return false;
  // Another workspace's place, in a history: nothing is known of it here.
  if (store::split_key(place.key).base != scopes_.workspace()->root) return false;
  return !trusts_repository().value_or(false);
}

bool Memory::kept_from_agents(const store::Place& place) {
  if (!place.in_workspace()) return false;
  const bool here =
      scopes_.workspace() && store::split_key(place.key).base == scopes_.workspace()->root;
  return !here || !trusts_repository().value_or(false);
}

Result<> Memory::need_person(std::string_view what) const {
  if (session_.audience == Audience::Person) return {};
  const std::string known =
      session_.sign.empty() ? "" : fmt::format("; this is an agent's session: {}", session_.sign);
  return fail(denied(fmt::format("only a person can {}{}", what, known),
                     "a person does it in a terminal of their own"));
}

Result<std::vector<store::Place>> Memory::readable(const Selector& selector) {
  return readable(selector, session_.audience);
}

Result<std::vector<store::Place>> Memory::readable(const Selector& selector, Audience audience) {
  if (audience == Audience::Person) return scopes_.readable(selector);
  LOCI_ASSIGN(AgentView seen, what_agents_see(selector));
  return std::move(seen.places);
}

Result<AgentView> Memory::what_agents_see(const Selector& selector) {
  AgentView seen;
  LOCI_ASSIGN(seen.places, scopes_.readable(selector));
  std::erase_if(seen.places, [&](const store::Place& place) { return kept_from_agents(place); });
  const std::optional<store::Workspace>& workspace = scopes_.workspace();
  const bool ships = workspace && (workspace->has_loci || workspace->has_xcaf);
  if (!ships) return seen;
  // Kept back is what is known not to be trusted; a damaged file says so itself.
  const auto trusted = trusts_repository();
  if (!trusted && trusted.error().kind != ErrorKind::Corrupt) return fail(trusted.error());
  if (trusted.value_or(false)) return seen;
  LOCI_ASSIGN(const std::size_t kept_back, shipped_notes());
  if (kept_back > 0) {
    seen.notice = fmt::format("this repository ships {} memory note{}: 'loci trust' to use them",
                              kept_back, kept_back == 1 ? "" : "s");
  }
  return seen;
}

// Counted by name; a directory that is not as it should be has none.
Result<std::size_t> Memory::shipped_notes() {
  std::size_t count = 0;
  LOCI_ASSIGN(const std::vector<store::Place> places, repository_places());
  std::vector<Refused> refused;
  const std::vector<store::Place> present = present_places(places, refused);
  LOCI_TRY(need_readable(refused));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view(present, store::Recovery::No));
  for (const store::Place& place : present) {
    LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
    count += notes.size();
  }
  return count;
}

Result<TrustReply> Memory::trust(bool wanted, bool dry_run) {
  LOCI_ASSIGN(const store::Workspace workspace, need_workspace());
  LOCI_TRY(need_person(wanted ? "trust a repository" : "take trust back"));
  if (session_.ephemeral) {
    return fail(denied("an ephemeral session leaves the workspace alone"));
  }
  LOCI_TRY(need_enabled());
  LOCI_ASSIGN(const store::Project project,
              store::read_project(store_.files(), store_.home(), workspace.slug));
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(store_.files(), workspace.root));
  const store::SeenPath& seen = evidence.seen;
  TrustReply reply;
  reply.path = workspace.root;
  reply.origin = seen.origin;
  reply.trusted = wanted;
  reply.changed = project.trusts(seen, evidence.sources) != wanted;
  reply.dry_run = dry_run;
  LOCI_ASSIGN(reply.notes, shipped_notes());
  if (!reply.changed || dry_run) return reply;
  if (wanted) LOCI_TRY(store::record_workspace(store_, workspace));
  LOCI_TRY(store::update_project(store_, workspace.slug, [&](store::Project& change) {
    std::erase_if(change.trusted, [&](const store::Trust& trust) {
      return trust.origin == seen.origin &&
             (!seen.origin.empty() || trust.id == seen.id || trust.path == seen.path);
    });
    if (wanted) {
      change.trusted.push_back(
          {seen.origin, seen.id, seen.path, evidence.sources, format_utc(now())});
    }
  }));
  trusted_.emplace(wanted);
  return reply;
}

}  // namespace loci::app
