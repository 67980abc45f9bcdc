#include "remote/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "note/index_file.h"
#include "note/slug.h"

namespace loci::remote {
namespace {

constexpr std::size_t kReadable = 60;

// A text as part of a directory's name.
std::string readable(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_';
    if (plain && !(name.empty() && c == '.')) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  if (name.size() > kReadable) name.erase(0, name.size() - kReadable);
  while (!name.empty() && (name.front() == '-' || name.front() == '.')) name.erase(0, 1);
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "project" : name;
}

bool is_daily_file(std::string_view file) {
  return file.size() == std::string_view("2026-11-17.md").size() && file.ends_with(".md") &&
         file.find_first_not_of("0123456789-") == file.size() - 3;
}

// A directory that is called after the project in it, which has a name that can be shown.
bool is_sound(const RemoteProject& project) {
  const std::string& identity = project.origin.empty() ? project.name : project.origin;
  return project.directory == project_directory(project.origin, project.name) &&
         !trim(identity).empty() && trim(identity) == identity &&
         printable(identity, true) == identity;
}

// "NAME.md" that a note may be called, or the index of its notes.
bool is_note_name(std::string_view file) {
  return file == note::kIndexFile || (file.ends_with(".md") && !note::file_name_fault(file));
}

}  // namespace

std::string project_directory(std::string_view origin, std::string_view name) {
  const std::string identity =
      origin.empty() ? fmt::format("name:{}", name) : fmt::format("origin:{}", origin);
  return fmt::format("{}-{}", readable(origin.empty() ? name : origin),
                     sha256(identity).substr(0, 8));
}

bool is_index(std::string_view name) { return last_component(name) == note::kIndexFile; }

bool is_disguised(std::string_view name) { return printable(name, true) != name; }

std::string origin_of_project(const store::Project& project) {
  for (auto seen = project.paths.rbegin(); seen != project.paths.rend(); ++seen) {
    if (!seen->origin.empty()) return seen->origin;
  }
  return "";
}

namespace {

bool has_project(const Chosen& chosen, std::string_view directory) {
  const auto& only = chosen.only;
  return chosen.projects || std::find(only.begin(), only.end(), directory) != only.end();
}

}  // namespace

bool is_chosen(const Chosen& chosen, std::string_view name) {
  const std::string_view kind = take_component(name);
  if (kind == "global") return chosen.global;
  if (kind == "agents") return chosen.agents;
  if (!has_project(chosen, take_component(name))) return false;
  if (name == store::kScratchpadFile) return chosen.scratchpad;
  const std::string_view part = take_component(name);
  if (part == "daily") return chosen.daily;
  return part != "agents" || chosen.agents;
}

bool is_wider(const Chosen& chosen, const Chosen& before) {
  const bool of_kinds = (chosen.global && !before.global) || (chosen.agents && !before.agents) ||
                        (chosen.projects && !before.projects) ||
                        (chosen.scratchpad && !before.scratchpad) ||
                        (chosen.daily && !before.daily);
  return of_kinds || std::any_of(chosen.only.begin(), chosen.only.end(),
                                 [&](const auto& one) { return !has_project(before, one); });
}

std::set<std::string> part_by_choice(SavedState& saved, const Chosen& chosen) {
  std::set<std::string> rejoined;
  if (!saved.chosen || *saved.chosen == chosen) return rejoined;
  sync::Agreement apart;
  for (auto* const all : {&saved.replica.agreed, &saved.unchosen}) {
    for (auto& [name, agreed] : *all) {
      if (!is_chosen(chosen, name)) apart.emplace(name, std::move(agreed));
    }
    std::erase_if(*all, [&](const auto& one) { return apart.contains(one.first); });
  }
  for (const auto& [name, agreed] : saved.unchosen) rejoined.insert(name);
  saved.replica.agreed.merge(saved.unchosen);
  saved.unchosen = std::move(apart);
  // What was under way may have notes that travel no more. Whether it counted is seen from what the
  // remote says of the notes.
  saved.replica.sending.reset();
  if (is_wider(chosen, *saved.chosen)) saved.hears_all = true;
  if (saved.apart_since == 0) saved.apart_since = saved.journal;
  saved.chosen = chosen;
  return rejoined;
}

bool Names::wants(const std::string& directory) const { return has_project(chosen_, directory); }

bool Names::is_known(const std::string& directory) const {
  return std::any_of(projects_.begin(), projects_.end(),
                     [&](const Project& project) { return project.remote.directory == directory; });
}

// One that was agreed on, unless a person gave it another name since.
void Names::keep(const Remote& remote, const store::Project& project,
                 const std::vector<RemoteProject>& there, const Slugs& agreed) {
  const auto named = remote.names.find(project.slug);
  for (const RemoteProject& identity : there) {
    const auto one = agreed.find(identity.directory);
    const bool is_this = one != agreed.end() && one->second == project.slug &&
                         (named == remote.names.end() || named->second == identity.name);
    if (!is_this || !is_sound(identity)) continue;
    if (wants(identity.directory) && !is_known(identity.directory)) {
      projects_.push_back({project.slug, identity, false});
    }
    return;
  }
}

void Names::add(const Remote& remote, const store::Project& project, const Slugs* agreed) {
  if (by_slug(project.slug) != nullptr) return;
  RemoteProject identity;
  const auto named = remote.names.find(project.slug);
  if (named != remote.names.end()) {
    identity.name = named->second;
  } else {
    identity.origin = origin_of_project(project);
  }
  if (identity.name.empty() && identity.origin.empty()) return;
  identity.directory = project_directory(identity.origin, identity.name);
  if (agreed != nullptr) {
    const auto one = agreed->find(identity.directory);
    if (one == agreed->end() || one->second != project.slug) return;
  }
  if (wants(identity.directory) && !is_known(identity.directory)) {
    projects_.push_back({project.slug, std::move(identity), false});
  }
}

Names::Names(const Remote& remote, const std::vector<store::Project>& here,
             const std::vector<RemoteProject>& there, const Slugs& agreed)
    : chosen_(remote.chosen) {
  for (const store::Project& project : here) keep(remote, project, there, agreed);
  for (const store::Project& project : here) add(remote, project, &agreed);
  for (const store::Project& project : here) add(remote, project, nullptr);
  for (const RemoteProject& project : there) {
    const std::string& directory = project.directory;
    if (!is_sound(project) || !wants(directory) || is_known(directory)) continue;
    if (project.origin.empty()) {
      unmatched_.push_back(project.name);
      continue;
    }
    std::string slug = fmt::format("{}-{}", readable(last_component(project.origin)),
                                   directory.substr(directory.size() - 8));
    const bool taken = std::any_of(here.begin(), here.end(),
                                   [&](const store::Project& one) { return one.slug == slug; });
    if (taken) slug += "-2";
    // Its project.json cannot be read now, and its notes are where they were.
    const auto before = agreed.find(directory);
    if (before != agreed.end() && by_slug(before->second) == nullptr) slug = before->second;
    projects_.push_back({std::move(slug), project, true});
  }
}

Slugs Names::slugs() const {
  Slugs all;
  for (const Project& project : projects_) all[project.remote.directory] = project.slug;
  return all;
}

std::vector<RemoteProject> Names::identities() const {
  std::vector<RemoteProject> all;
  for (const Project& project : projects_) all.push_back(project.remote);
  return all;
}

const Names::Project* Names::by_slug(std::string_view slug) const {
  const auto found = std::find_if(projects_.begin(), projects_.end(),
                                  [&](const Project& project) { return project.slug == slug; });
  return found == projects_.end() ? nullptr : &*found;
}

const Names::Project* Names::project_of(std::string_view name) const {
  if (take_component(name) != "projects") return nullptr;
  const std::string_view directory = take_component(name);
  const auto found = std::find_if(projects_.begin(), projects_.end(), [&](const Project& project) {
    return project.remote.directory == directory;
  });
  return found == projects_.end() ? nullptr : &*found;
}

std::optional<NotePlace> Names::here(std::string_view name) const {
  std::string_view rest = name;
  const std::string_view kind = take_component(rest);
  if (kind == "global") {
    if (!chosen_.global || !is_note_name(rest)) return std::nullopt;
    return NotePlace{store::global_place(), std::string(rest)};
  }
  if (kind == "agents") {
    const std::string_view id = take_component(rest);
    if (!chosen_.agents || !note::agent_id(id) || !is_note_name(rest)) return std::nullopt;
    return NotePlace{store::agent_user_place(id), std::string(rest)};
  }
  const Project* const project = project_of(name);
  if (project == nullptr) return std::nullopt;
  (void)take_component(rest);
  if (rest == store::kScratchpadFile && chosen_.scratchpad) {
    return NotePlace{store::project_place(project->slug), std::string(rest)};
  }
  const std::string_view part = take_component(rest);
  if (part == "memory" && is_note_name(rest)) {
    return NotePlace{store::private_place(project->slug), std::string(rest)};
  }
  if (part == "daily" && chosen_.daily && is_daily_file(rest)) {
    return NotePlace{store::daily_place(project->slug), std::string(rest)};
  }
  if (part != "agents" || !chosen_.agents) return std::nullopt;
  const std::string_view id = take_component(rest);
  if (!note::agent_id(id) || !is_note_name(rest)) return std::nullopt;
  return NotePlace{store::agent_private_place(project->slug, id), std::string(rest)};
}

std::optional<std::string> Names::there(const store::Place& place, std::string_view file) const {
  using Kind = store::Place::Kind;
  std::string name;
  if (place.kind == Kind::Global) {
    name = fmt::format("global/{}", file);
  } else if (place.kind == Kind::AgentUser) {
    name = fmt::format("agents/{}/{}", place.agent, file);
  } else {
    std::string_view key = place.key;
    if (take_component(key) != store::kProjectsDirectory) return std::nullopt;
    const Project* const project = by_slug(take_component(key));
    if (project == nullptr) return std::nullopt;
    const std::string base = fmt::format("projects/{}", project->remote.directory);
    if (place.kind == Kind::Private) name = fmt::format("{}/memory/{}", base, file);
    if (place.kind == Kind::Daily) name = fmt::format("{}/daily/{}", base, file);
    if (place.kind == Kind::Project) name = fmt::format("{}/{}", base, file);
    if (place.kind == Kind::AgentPrivate) {
      name = fmt::format("{}/agents/{}/{}", base, place.agent, file);
    }
  }
  // What the way back does not know does not travel.
  if (name.empty() || !here(name)) return std::nullopt;
  return name;
}

}  // namespace loci::remote
