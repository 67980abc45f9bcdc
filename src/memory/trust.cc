// Trust in what a repository ships, and what agents may see of it.

#include <fmt/format.h>

#include <algorithm>

#include "memory/memory.h"
#include "memory/survey.h"
#include "store/identity.h"

namespace loci::memory {

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
      log_.warn(fmt::format("cannot tell whether this repository is trusted: {}",
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
  if (place.kind == store::Place::Kind::Inbox) return true;
  if (!place.in_workspace()) return false;
  const bool here =
      scopes_.workspace() && store::split_key(place.key).base == scopes_.workspace()->root;
  return !here || !trusts_repository().value_or(false);
}

Result<> Memory::check_trust() {
  const std::optional<store::Workspace>& workspace = scopes_.workspace();
  if (!workspace || !(workspace->has_loci || workspace->has_xcaf)) return {};
  LOCI_TRY(trusts_repository());
  return {};
}

Result<> Memory::need_person(std::string_view what) const {
  if (session_.audience == Audience::Person) return {};
  const std::string known =
      session_.sign.empty() ? "" : fmt::format("; this is an agent's session: {}", session_.sign);
  return fail(denied(fmt::format("only a person can {}{}", what, known),
                     "ask a person to run it in their own terminal"));
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
  LOCI_ASSIGN(const std::size_t kept_back, shipped_notes(*this));
  if (kept_back > 0) {
    seen.notice = fmt::format("this repository ships {} memory note{}: 'loci trust' to use them",
                              kept_back, kept_back == 1 ? "" : "s");
  }
  return seen;
}

}  // namespace loci::memory
