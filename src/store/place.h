// A place: one directory that holds notes (or the scratchpad, or the daily
// logs), and what loci calls it. Every path below the home and below a
// workspace is made here and nowhere else.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fs/root.h"

namespace loci::store {

struct Place {
  enum class Kind : std::uint8_t {
    Global,        // $LOCI_HOME/memory
    Private,       // $LOCI_HOME/projects/<slug>/memory
    Shared,        // <workspace>/.loci/memory
    AgentUser,     // $LOCI_HOME/agents/<id>/memory
    AgentPrivate,  // $LOCI_HOME/projects/<slug>/agents/<id>/memory
    AgentShared,   // <workspace>/.loci/agents/<id>/memory
    AgentXcaf,     // <workspace>/xcaf/agents/<id>/memory
    Project,       // $LOCI_HOME/projects/<slug>: the scratchpad
    Daily,         // $LOCI_HOME/projects/<slug>/daily
    Inbox,         // $LOCI_HOME/state/inbox: writes that wait for review, no notes
    Archive,       // $LOCI_HOME/archive, $LOCI_HOME/projects/<slug>/archive: read when asked for
  };

  Kind kind = Kind::Global;
  std::string agent;  // of an agent place
  // The directory: relative to the home, or absolute in a workspace. This is
  // what the journal calls it, so a home that moves keeps its history.
  std::string key;

  bool operator==(const Place&) const = default;

  // "global", "workspace", "agent:<id>", "scratchpad", "daily", "archive", "inbox".
  [[nodiscard]] std::string scope() const;
  // What `--to` and messages call it: "global", "private", "shared", "agent:<id>" …
  [[nodiscard]] std::string label() const;
  [[nodiscard]] bool is_agent() const;
  // Belongs to no project: what all of them have in common.
  [[nodiscard]] bool is_common() const { return kind == Kind::Global || kind == Kind::AgentUser; }
  // Comes with a repository, so it has the repository's file modes.
  [[nodiscard]] bool in_workspace() const { return key.starts_with('/'); }
  // Has a MEMORY.md that follows its notes.
  [[nodiscard]] bool indexed() const;
  [[nodiscard]] fs::Modes modes() const;
};

inline constexpr std::string_view kScratchpadFile = "SCRATCHPAD.md";
inline constexpr std::string_view kProjectFile = "project.json";
inline constexpr std::string_view kConfigFile = "config.toml";
inline constexpr std::string_view kProjectsDirectory = "projects";
inline constexpr std::string_view kAgentsDirectory = "agents";
inline constexpr std::string_view kArchiveDirectory = "archive";
inline constexpr std::string_view kWorkspaceDirectory = ".loci";
inline constexpr std::string_view kXcafDirectory = "xcaf";
inline constexpr std::string_view kStateDirectory = "state";
inline constexpr std::string_view kJournalDirectory = "journal";
inline constexpr std::string_view kObjectsDirectory = "objects";
inline constexpr std::string_view kEditDirectory = "edit";
inline constexpr std::string_view kCatalogDirectory = "catalog";
inline constexpr std::string_view kInboxKey = "state/inbox";

[[nodiscard]] Place global_place();
[[nodiscard]] Place private_place(std::string_view slug);
[[nodiscard]] Place shared_place(std::string_view workspace);
[[nodiscard]] Place agent_user_place(std::string_view id);
[[nodiscard]] Place agent_private_place(std::string_view slug, std::string_view id);
[[nodiscard]] Place agent_shared_place(std::string_view workspace, std::string_view id);
[[nodiscard]] Place agent_xcaf_place(std::string_view workspace, std::string_view id);
[[nodiscard]] Place project_place(std::string_view slug);
[[nodiscard]] Place daily_place(std::string_view slug);
[[nodiscard]] Place inbox_place();
// Of a workspace; without a slug that of the global scope and of agents' user-wide notes.
[[nodiscard]] Place archive_place(std::string_view slug);
// Where notes of a place go that are put aside: never into a repository. `slug` is the
// workspace's, for places that lie in it.
[[nodiscard]] Place archive_of(const Place& place, std::string_view slug);

// Whether a regular file, or an entry, of a place is a note.
[[nodiscard]] bool is_note_file(std::string_view name);
[[nodiscard]] bool is_note_entry(const fs::Entry& entry);

// The place a journal key names; the inverse of `key`.
[[nodiscard]] Place place_of_key(std::string_view key);

// A key in two parts: the directory that may be reached through links (the home
// as "", or the workspace), and the components below it, which may not.
struct SplitKey {
  std::string_view base;
  std::string_view below;  // "projects/app-…/memory", ".loci/memory"
};
[[nodiscard]] SplitKey split_key(std::string_view key);

}  // namespace loci::store
