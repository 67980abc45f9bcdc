// From what a user names (a note, a scope, an agent) to places. The rules of
// docs/format.md S9–S16 live here.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "note/note.h"
#include "store/store.h"
#include "store/workspace.h"

namespace loci::memory {

// How a user narrows down where a note is.
struct Selector {
  // "", "global", "workspace", "private", "shared", "agent", "agent:<id>", "archive",
  // "archive:global", "archive:workspace"
  std::string scope;
  bool in_private = false;
  bool in_shared = false;
  bool in_user = false;  // an agent's user-wide notes
};

// The part of a workspace's scopes that new notes go to: sharing with a repository is a
// decision.
enum class NewNotes : std::uint8_t { Private, Shared };

class Scopes {
 public:
  // No workspace: workspace scopes are refused. `agent` may be empty. Ephemeral:
  // nothing of the workspace's own directories is read or written.
  Scopes(std::optional<store::Workspace> workspace, std::string agent, bool ephemeral,
         NewNotes new_notes = NewNotes::Private);

  [[nodiscard]] const std::optional<store::Workspace>& workspace() const { return workspace_; }
  [[nodiscard]] const std::string& agent() const { return agent_; }
  [[nodiscard]] std::string slug() const { return workspace_ ? workspace_->slug : ""; }

  // Every place a selector allows, in the order they are read: shared before
  // private, workspace before global, then the agent's.
  [[nodiscard]] Result<std::vector<store::Place>> readable(const Selector& selector) const;

  // Where a new note goes; `type` decides when the selector names no scope.
  [[nodiscard]] Result<store::Place> target(const Selector& selector,
                                            std::optional<note::Type> type) const;
  // What `--to` names.
  [[nodiscard]] Result<store::Place> destination(std::string_view to) const;

  [[nodiscard]] Result<store::Place> scratchpad() const;
  [[nodiscard]] Result<store::Place> daily() const;

 private:
  [[nodiscard]] Result<> need_workspace() const;
  [[nodiscard]] Result<> check_parts(const Selector& selector) const;
  [[nodiscard]] bool has_shared() const;
  [[nodiscard]] std::vector<store::Place> workspace_places() const;
  [[nodiscard]] std::vector<store::Place> agent_places(std::string_view id) const;
  [[nodiscard]] store::Place for_new_notes(const std::vector<store::Place>& places) const;
  [[nodiscard]] Result<std::string> agent_of(const Selector& selector) const;

  std::optional<store::Workspace> workspace_;
  std::string agent_;
  bool ephemeral_;
  NewNotes new_notes_;
};

// A note that is there.
struct Found {
  store::Place place;
  std::string file;
};

// What to type to mean exactly this place: "--scope private".
[[nodiscard]] std::string flags_for(const store::Place& place);

// The one of `places` that has exactly this file; InvalidInput naming the places
// when several have.
[[nodiscard]] Result<std::optional<Found>> find_exact(store::View& view,
                                                      const std::vector<store::Place>& places,
                                                      const std::string& file);
// The one note of `places` called `name` (with or without ".md"): exact names
// first, then folded ones. NotFound with a near name as a hint; InvalidInput
// naming the places when it is in several.
[[nodiscard]] Result<Found> find_note(store::View& view, const std::vector<store::Place>& places,
                                      std::string_view name);

}  // namespace loci::memory
