#include "memory/scopes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/named.h"
#include "base/text.h"
#include "note/slug.h"

namespace loci::memory {
namespace {

using store::Place;
using Kind = store::Place::Kind;

constexpr std::string_view kAgentPrefix = "agent:";

bool is_shared(Kind kind) {
  return kind == Kind::Shared || kind == Kind::AgentShared || kind == Kind::AgentXcaf;
}
bool is_archive(std::string_view scope) {
  return scope == "archive" || scope == "archive:global" || scope == "archive:workspace";
}
bool is_private(Kind kind) { return kind == Kind::Private || kind == Kind::AgentPrivate; }

// Leaves what --private, --shared and --user allow.
std::vector<Place> narrowed(std::vector<Place> places, const Selector& selector) {
  if (!selector.in_private && !selector.in_shared && !selector.in_user) return places;
  std::erase_if(places, [&](const Place& place) {
    return !((selector.in_private && is_private(place.kind)) ||
             (selector.in_shared && is_shared(place.kind)) ||
             (selector.in_user && place.kind == Kind::AgentUser));
  });
  return places;
}

// "shared and private", with the names where they differ.
std::string describe(const std::vector<Found>& found) {
  const bool one_name = std::all_of(found.begin(), found.end(), [&](const Found& note) {
    return note.file == found.front().file;
  });
  std::vector<std::string> names;
  for (const Found& note : found) {
    names.push_back(one_name ? note.place.label()
                             : fmt::format("'{}' in {}", note.file, note.place.label()));
  }
  return join(names, " and ");
}

std::string way_out(const std::vector<Found>& found) {
  const bool one_place = std::all_of(found.begin(), found.end(), [&](const Found& note) {
    return note.place == found.front().place;
  });
  if (one_place) return "write the name exactly as it is spelt";
  const bool one_scope = std::all_of(found.begin(), found.end(), [&](const Found& note) {
    return note.place.scope() == found.front().place.scope();
  });
  if (!one_scope) return "say which with --scope";
  return found.front().place.is_agent() ? "say which with --private, --shared or --user"
                                        : "say which with --private or --shared";
}

Result<Found> only_one(const std::vector<Found>& found, const std::string& file) {
  if (found.size() == 1) return found.front();
  return fail(
      invalid_input(fmt::format("'{}' is ambiguous: {}", file, describe(found)), way_out(found)));
}

}  // namespace

Scopes::Scopes(std::optional<store::Workspace> workspace, std::string agent, bool ephemeral,
               NewNotes new_notes)
    : workspace_(std::move(workspace)),
      agent_(std::move(agent)),
      ephemeral_(ephemeral),
      new_notes_(new_notes) {}

Result<> Scopes::need_workspace() const {
  if (workspace_) return {};
  return fail(invalid_input("not in a workspace",
                            "name one with --workspace, over HTTP with workspace=PROJECT"));
}

bool Scopes::has_shared() const { return workspace_ && workspace_->has_loci && !ephemeral_; }

std::vector<Place> Scopes::workspace_places() const {
  std::vector<Place> places;
  if (!workspace_) return places;
  if (has_shared()) places.push_back(store::shared_place(workspace_->root));
  places.push_back(store::private_place(workspace_->slug));
  return places;
}

std::vector<Place> Scopes::agent_places(std::string_view id) const {
  std::vector<Place> places;
  if (workspace_) {
    if (workspace_->has_xcaf && !ephemeral_) {
      places.push_back(store::agent_xcaf_place(workspace_->root, id));
    }
    if (has_shared()) places.push_back(store::agent_shared_place(workspace_->root, id));
    places.push_back(store::agent_private_place(workspace_->slug, id));
  }
  places.push_back(store::agent_user_place(id));
  return places;
}

// The private one of these, or the first shared one where the user wants that.
Place Scopes::for_new_notes(const std::vector<Place>& places) const {
  const auto found = std::find_if(places.begin(), places.end(), [&](const Place& place) {
    return new_notes_ == NewNotes::Shared ? is_shared(place.kind) : is_private(place.kind);
  });
  return found == places.end() ? places.front() : *found;
}

Result<std::string> Scopes::agent_of(const Selector& selector) const {
  if (selector.scope.starts_with(kAgentPrefix)) {
    return note::agent_id(std::string_view(selector.scope).substr(kAgentPrefix.size()));
  }
  if (!agent_.empty()) return agent_;
  return fail(invalid_input("no agent is named", "name it with --agent ID or --scope agent:ID"));
}

// --private, --shared and --user name parts, and only some scopes have them.
Result<> Scopes::check_parts(const Selector& selector) const {
  const bool agents = selector.scope == "agent" || selector.scope.starts_with(kAgentPrefix);
  if (selector.in_user && !agents && (!selector.scope.empty() || agent_.empty())) {
    return fail(invalid_input("'--user' is for an agent's notes",
                              "name the agent with --agent ID or --scope agent:ID"));
  }
  if (selector.scope == "global" && (selector.in_private || selector.in_shared)) {
    return fail(invalid_input("the global scope has no private or shared part",
                              "leave out --scope, or --private and --shared"));
  }
  return {};
}

Result<std::vector<Place>> Scopes::readable(const Selector& selector) const {
  const std::string& scope = selector.scope;
  std::vector<Place> places;
  LOCI_TRY(check_parts(selector));
  if (scope.empty()) {
    places = workspace_places();
    places.push_back(store::global_place());
    if (!agent_.empty()) {
      for (Place& place : agent_places(agent_)) places.push_back(std::move(place));
    }
  } else if (scope == "global") {
    places.push_back(store::global_place());
  } else if (scope == "workspace" || scope == "private" || scope == "shared") {
    LOCI_TRY(need_workspace());
    places = workspace_places();
    if (scope != "workspace") {
      std::erase_if(places, [&](const Place& place) { return place.label() != scope; });
    }
  } else if (scope == "agent" || scope.starts_with(kAgentPrefix)) {
    LOCI_ASSIGN(const std::string id, agent_of(selector));
    places = agent_places(id);
  } else if (is_archive(scope)) {
    // What was put aside is read when it is asked for by name, and never else.
    if (workspace_) places.push_back(store::archive_place(workspace_->slug));
    places.push_back(store::archive_place(""));
    std::erase_if(places, [&](const Place& place) {
      return scope != place.scope() && scope != place.label();
    });
  } else {
    return fail(invalid_input(
        fmt::format("there is no scope '{}'", scope),
        did_you_mean(scope, {"global", "workspace", "private", "shared", "agent", "archive"},
                     "use global, workspace, private, shared, agent:ID or archive")));
  }
  return narrowed(std::move(places), selector);
}

Result<Place> Scopes::target(const Selector& selector, std::optional<note::Type> type) const {
  if (selector.scope.empty() && !selector.in_private && !selector.in_shared && !selector.in_user) {
    const bool personal = type == note::Type::User || type == note::Type::Feedback;
    if (personal) return store::global_place();
    if (!type && !agent_.empty()) return for_new_notes(agent_places(agent_));
    LOCI_TRY(need_workspace());
    return for_new_notes(workspace_places());
  }
  if (is_archive(selector.scope)) {
    return fail(invalid_input("new notes cannot be put into the archive",
                              "'loci review archive NOTE' archives a note; 'loci move NOTE --scope "
                              "archive --to private' brings one back"));
  }
  Selector wanted = selector;
  if (wanted.scope.empty()) wanted.scope = wanted.in_user ? "agent" : "workspace";
  if (wanted.scope == "private" && workspace_) return store::private_place(workspace_->slug);
  if ((wanted.scope == "shared" || wanted.in_shared) && !has_shared() &&
      !(wanted.scope.starts_with("agent") && workspace_ && workspace_->has_xcaf)) {
    LOCI_TRY(need_workspace());
    if (ephemeral_) {
      return fail(not_found("an ephemeral session has no shared memory", "use --private"));
    }
    return fail(not_found(fmt::format("'{}' has no shared memory", workspace_->root),
                          "run 'loci init' to create it, or use --private"));
  }
  LOCI_ASSIGN(const std::vector<Place> places, readable(wanted));
  if (places.empty()) {
    return fail(invalid_input(fmt::format("scope '{}' has no such part", wanted.scope)));
  }
  return for_new_notes(places);
}

Result<Place> Scopes::destination(std::string_view to) const {
  if (to == "workspace" || to == "global" || to == "private" || to == "shared" || to == "agent" ||
      to.starts_with(kAgentPrefix)) {
    return target({std::string(to), false, false, false}, std::nullopt);
  }
  return fail(invalid_input(fmt::format("there is no scope '{}'", to),
                            "use --to global, private, shared or agent:ID"));
}

std::string flags_for(const Place& place) {
  if (!place.is_agent()) return fmt::format("--scope {}", place.label());
  const std::string_view part = place.kind == Kind::AgentUser ? "--user"
                                : is_private(place.kind)      ? "--private"
                                                              : "--shared";
  return fmt::format("--scope {} {}", place.scope(), part);
}

Result<Place> Scopes::scratchpad() const {
  LOCI_TRY(need_workspace());
  return store::project_place(workspace_->slug);
}

Result<Place> Scopes::daily() const {
  LOCI_TRY(need_workspace());
  return store::daily_place(workspace_->slug);
}

Result<std::optional<Found>> find_exact(store::View& view, const std::vector<Place>& places,
                                        const std::string& file) {
  std::vector<Found> found;
  for (const Place& place : places) {
    LOCI_ASSIGN(const bool there, view.exists(place, file));
    if (there) found.push_back({place, file});
  }
  if (found.empty()) return std::nullopt;
  return only_one(found, file);
}

Result<Found> find_note(store::View& view, const std::vector<Place>& places,
                        std::string_view name) {
  LOCI_ASSIGN(const std::string file, note::note_file_name(name));
  LOCI_ASSIGN(std::optional<Found> exact, find_exact(view, places, file));
  if (exact) return std::move(*exact);
  const std::string folded = fold(file);
  std::vector<Found> similar;
  std::vector<std::string> all;
  for (const Place& place : places) {
    LOCI_ASSIGN(std::vector<std::string> notes, view.notes(place));
    for (std::string& note : notes) {
      if (folds_to(note, folded)) similar.push_back({place, note});
      all.push_back(std::move(note));
    }
  }
  if (!similar.empty()) return only_one(similar, file);
  std::vector<std::string_view> stems;
  for (const std::string& other : all) stems.push_back(note::stem(other));
  const std::string_view near = closest(note::stem(file), stems);
  return fail(not_found(fmt::format("there is no note '{}'", file),
                        near.empty() ? "run 'loci list' to see all notes"
                                     : fmt::format("did you mean '{}.md'?", near)));
}

}  // namespace loci::memory
