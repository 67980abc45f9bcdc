#include "store/place.h"

#include <fmt/format.h>

#include "note/index_file.h"

namespace loci::store {
namespace {

constexpr std::string_view kAgents = kAgentsDirectory;
constexpr std::string_view kProjects = kProjectsDirectory;
constexpr std::string_view kMemory = "memory";

// "…agents/<id>/memory": the id, or "". `.loci` is no id.
std::string agent_of(std::string_view key) {
  const std::size_t end = key.rfind('/');
  const std::size_t begin = key.rfind('/', end - 1);
  const std::string_view parent = begin == std::string_view::npos ? "" : key.substr(0, begin);
  const std::string_view id = key.substr(begin + 1, end - begin - 1);
  if (parent != kAgents && !parent.ends_with("/agents")) return {};
  return id.starts_with('.') ? std::string() : std::string(id);
}

}  // namespace

std::string Place::scope() const {
  switch (kind) {
    case Kind::Global:
      return "global";
    case Kind::Private:
    case Kind::Shared:
      return "workspace";
    case Kind::Project:
      return "scratchpad";
    case Kind::Daily:
      return "daily";
    case Kind::Inbox:
      return "inbox";
    case Kind::Archive:
      return "archive";
    case Kind::AgentUser:
    case Kind::AgentPrivate:
    case Kind::AgentShared:
    case Kind::AgentXcaf:
      break;
  }
  return fmt::format("agent:{}", agent);
}

std::string Place::label() const {
  switch (kind) {
    case Kind::Archive:
      return key == kArchiveDirectory ? "archive:global" : "archive:workspace";
    case Kind::Private:
      return "private";
    case Kind::Shared:
      return "shared";
    case Kind::AgentUser:
      return fmt::format("agent:{} (user)", agent);
    case Kind::AgentPrivate:
      return fmt::format("agent:{} (private)", agent);
    case Kind::AgentShared:
      return fmt::format("agent:{} (shared)", agent);
    case Kind::AgentXcaf:
      return fmt::format("agent:{} (xcaf)", agent);
    default:
      return scope();
  }
}

bool Place::is_agent() const { return !agent.empty(); }

bool Place::indexed() const {
  return kind != Kind::Project && kind != Kind::Daily && kind != Kind::Inbox &&
         kind != Kind::Archive;
}

fs::Modes Place::modes() const { return in_workspace() ? fs::Modes::Umask : fs::Modes::Private; }

Place global_place() { return {Place::Kind::Global, "", std::string(kMemory)}; }

Place private_place(std::string_view slug) {
  return {Place::Kind::Private, "", fmt::format("{}/{}/{}", kProjects, slug, kMemory)};
}

Place shared_place(std::string_view workspace) {
  return {Place::Kind::Shared, "",
          fmt::format("{}/{}/{}", workspace == "/" ? "" : workspace, kWorkspaceDirectory, kMemory)};
}

Place agent_user_place(std::string_view id) {
  return {Place::Kind::AgentUser, std::string(id), fmt::format("{}/{}/{}", kAgents, id, kMemory)};
}

Place agent_private_place(std::string_view slug, std::string_view id) {
  return {Place::Kind::AgentPrivate, std::string(id),
          fmt::format("{}/{}/{}/{}/{}", kProjects, slug, kAgents, id, kMemory)};
}

Place agent_shared_place(std::string_view workspace, std::string_view id) {
  return {Place::Kind::AgentShared, std::string(id),
          fmt::format("{}/{}/{}/{}/{}", workspace == "/" ? "" : workspace, kWorkspaceDirectory,
                      kAgents, id, kMemory)};
}

Place agent_xcaf_place(std::string_view workspace, std::string_view id) {
  return {Place::Kind::AgentXcaf, std::string(id),
          fmt::format("{}/{}/{}/{}/{}", workspace == "/" ? "" : workspace, kXcafDirectory, kAgents,
                      id, kMemory)};
}

Place project_place(std::string_view slug) {
  return {Place::Kind::Project, "", fmt::format("{}/{}", kProjects, slug)};
}

Place daily_place(std::string_view slug) {
  return {Place::Kind::Daily, "", fmt::format("{}/{}/daily", kProjects, slug)};
}

Place inbox_place() { return {Place::Kind::Inbox, "", std::string(kInboxKey)}; }

Place archive_place(std::string_view slug) {
  if (slug.empty()) return {Place::Kind::Archive, "", std::string(kArchiveDirectory)};
  return {Place::Kind::Archive, "", fmt::format("{}/{}/{}", kProjects, slug, kArchiveDirectory)};
}

Place archive_of(const Place& place, std::string_view slug) {
  const bool of_home = place.is_common();
  return archive_place(of_home ? std::string_view() : slug);
}

bool is_note_file(std::string_view name) {
  return name.ends_with(".md") && !name.starts_with('.') && name != note::kIndexFile;
}

bool is_note_entry(const fs::Entry& entry) {
  return entry.kind == fs::Kind::File && is_note_file(entry.name);
}

SplitKey split_key(std::string_view key) {
  if (!key.starts_with('/')) return {"", key};
  // Read from its end: the workspace above may have a directory of any name.
  const std::size_t parts = agent_of(key).empty() ? 2 : 4;  // "xcaf/agents/<id>/memory"
  std::size_t at = key.size();
  for (std::size_t i = 0; i < parts && at != 0; ++i) at = key.rfind('/', at - 1);
  return {at == 0 ? key.substr(0, 1) : key.substr(0, at), key.substr(at + 1)};
}

Place place_of_key(std::string_view key) {
  using Kind = Place::Kind;
  const SplitKey split = split_key(key);
  const std::string agent = agent_of(key);
  const auto make = [&](Kind kind) { return Place{kind, agent, std::string(key)}; };
  if (key.starts_with('/')) {
    if (agent.empty()) return make(Kind::Shared);
    return make(split.below.starts_with(kXcafDirectory) ? Kind::AgentXcaf : Kind::AgentShared);
  }
  if (key == kMemory) return make(Kind::Global);
  if (key == kInboxKey) return inbox_place();
  if (key == kArchiveDirectory) return make(Kind::Archive);
  if (key.starts_with(kAgents)) return make(Kind::AgentUser);
  if (!agent.empty()) return make(Kind::AgentPrivate);
  if (key.ends_with("/daily")) return make(Kind::Daily);
  if (key.ends_with("/archive")) return make(Kind::Archive);
  if (key.ends_with("/memory")) return make(Kind::Private);
  return make(Kind::Project);
}

}  // namespace loci::store
