// Remotes are added, set up and changed by a person.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "pipe/helper_url.h"
#include "remote/git_remote.h"
#include "remote/names.h"
#include "remote/sync.h"
#include "store/identity.h"

namespace loci::remote {
namespace {

using memory::Memory;

Result<std::string> workspace_identity(Memory& memory, const Remote& remote) {
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  const auto named = remote.names.find(workspace.slug);
  if (named != remote.names.end()) return project_directory("", named->second);
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(memory.store().files(), workspace.root));
  if (!evidence.seen.origin.empty()) return project_directory(evidence.seen.origin, "");
  return fail(invalid_input("this workspace has no origin by which other machines could know it",
                            "give its name there with --as NAME"));
}

// The slug without the mark that tells projects of one name apart: "app" of "app-1a2b3c4d".
std::string_view short_slug(std::string_view slug) {
  constexpr std::size_t kMark = 9;
  return slug.size() > kMark && slug[slug.size() - kMark] == '-'
             ? slug.substr(0, slug.size() - kMark)
             : slug;
}

// By its slug, in short where only one project has that name, or by a folder of it.
Result<store::Project> find_project(Memory& memory, std::string_view given) {
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<store::Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  std::string_view path = given;
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  std::vector<const store::Project*> named;
  std::vector<std::string> slugs;
  for (const store::Project& project : all) {
    if (project.slug == given || (path.starts_with('/') && project.has_path(path))) return project;
    if (short_slug(project.slug) != given) continue;
    named.push_back(&project);
    slugs.push_back(project.slug);
  }
  if (named.size() == 1) return *named.front();
  if (!named.empty()) {
    return fail(
        invalid_input(fmt::format("several projects are called '{}'", printable(given, true)),
                      fmt::format("give the whole slug: {}", join(slugs, ", "))));
  }
  return fail(not_found(fmt::format("there is no project '{}'", printable(given, true)),
                        "give its slug, as 'loci projects list' shows it, or the whole path of its "
                        "folder"));
}

// What a project was called at the remote it stays.
Result<std::string> identity_of(Memory& memory, const Remote& remote, std::string_view given) {
  LOCI_ASSIGN(const store::Project project, find_project(memory, given));
  const auto named = remote.names.find(project.slug);
  if (named != remote.names.end()) return project_directory("", named->second);
  LOCI_ASSIGN(const SavedState saved, read_state(memory.store(), remote));
  for (const auto& [directory, slug] : saved.slugs) {
    if (slug == project.slug) return directory;
  }
  const std::string origin = origin_of_project(project);
  if (!origin.empty()) return project_directory(origin, "");
  return fail(invalid_input(
      fmt::format("the project '{}' has no origin by which other machines could know it",
                  project.slug),
      fmt::format("run 'loci remote match {} NAME' in its workspace first", remote.name)));
}

Result<> name_project(Memory& memory, Remote& remote, const std::string& given) {
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  if (trim(given).empty() || given.size() > 100 || printable(given, true) != given) {
    return fail(invalid_input("a project's name is a short text of one line"));
  }
  for (const auto& [slug, name] : remote.names) {
    if (name == given && slug != workspace.slug) {
      return fail(conflict(fmt::format("'{}' is the project '{}' here", given, slug),
                           "choose another name"));
    }
  }
  remote.names[workspace.slug] = given;
  return {};
}

// So that the project is known though nothing was written in it yet.
Result<> record_project(Memory& memory) {
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  return store::record_workspace(memory.store(), workspace);
}

Result<std::string> whole_url(const std::string& url) {
  if (!pipe::helper_kind(url).empty()) {
    LOCI_TRY(pipe::check_helper_url(url));
    return url;
  }
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  if (error) return fail(io_error("the working directory cannot be found", "give a whole path"));
  return whole_git_url(url, here);
}

// Before remote.json says so: whatever dies in between, a sync never takes notes that do not travel
// for deleted ones.
Result<> expect_choice(Memory& memory, const Remote& before) {
  LOCI_ASSIGN(SavedState saved, read_state(memory.store(), before));
  if (saved.chosen) return {};
  saved.chosen = before.chosen;
  return write_state(memory.store(), before, saved);
}

// That it is the same store is known from how far it was heard.
Result<> can_be_checked(Memory& memory, const Remote& remote) {
  LOCI_ASSIGN(const SavedState saved, read_state(memory.store(), remote));
  if (!saved.replica.cursor.empty() || saved.replica.agreed.empty()) return {};
  return fail(conflict(
      fmt::format("the last sync with '{0}' did not end, so that another store at the new URL "
                  "could not be told from it",
                  remote.name),
      fmt::format("run 'loci sync {0}' first; or 'loci remote remove {0}' and 'loci remote add'",
                  remote.name)));
}

}  // namespace

Result<> choose(Memory& memory, Remote& remote, const Choice& choice) {
  std::vector<std::string> words = choice.scopes;
  const bool workspace = std::erase(words, "workspace") > 0;
  if (!choice.scopes.empty()) {
    LOCI_ASSIGN(remote.chosen, parse_chosen(words));
  }
  const bool some = workspace || !choice.projects.empty();
  if (!some) return {};
  if (!choice.scopes.empty() && remote.chosen.projects) {
    return fail(invalid_input("all projects and single ones cannot be chosen together",
                              "leave out --scope projects, or the others"));
  }
  std::set<std::string> only;
  if (workspace) {
    LOCI_ASSIGN(std::string identity, workspace_identity(memory, remote));
    only.insert(std::move(identity));
  }
  for (const std::string& project : choice.projects) {
    LOCI_ASSIGN(std::string identity, identity_of(memory, remote, project));
    only.insert(std::move(identity));
  }
  remote.chosen.projects = false;
  remote.chosen.only.assign(only.begin(), only.end());
  return {};
}

Result<Remote> add_remote(Memory& memory, NewRemote wanted) {
  LOCI_TRY(memory.need_person("add a remote"));
  Remote& remote = wanted.remote;
  LOCI_TRY(check_remote_name(remote.name));
  LOCI_ASSIGN(remote.url, whole_url(remote.url));
  if (pipe::helper_kind(remote.url).empty()) LOCI_TRY(check_git_branch(remote.branch));
  LOCI_ASSIGN(const Remotes known, read_remotes(memory.store()));
  std::vector<std::string> names;
  for (const Remote& other : known.all) names.push_back(other.name);
  for (const UnreadRemote& other : known.unread) names.push_back(other.name);
  for (const std::string& other : names) {
    if (fold(other) != fold(remote.name)) continue;
    return fail(conflict(fmt::format("a remote '{}' already exists", other),
                         "choose another name, or run 'loci remote remove' first"));
  }
  if (!wanted.given.empty()) LOCI_TRY(name_project(memory, remote, wanted.given));
  LOCI_TRY(choose(memory, remote, wanted.choice));
  if (wanted.dry_run) return remote;
  if (!wanted.given.empty() || wanted.choice.has_workspace()) LOCI_TRY(record_project(memory));
  LOCI_TRY(write_remote(memory.store(), remote));
  return remote;
}

Result<> init_remote(Memory& memory, const Remote& remote, const InitRequest& request) {
  LOCI_TRY(memory.need_person("set up a remote"));
  LOCI_ASSIGN(const SyncLock held, lock_remote(memory.store(), remote));
  LOCI_ASSIGN(const std::unique_ptr<Transport> transport, open_remote(memory, remote, {}));
  return transport->init(request);
}

Result<Remote> change_remote(Memory& memory, Remote changed, const Choice& choice, bool dry_run) {
  LOCI_TRY(memory.need_person("change a remote"));
  LOCI_ASSIGN(const SyncLock held, lock_remote(memory.store(), changed));
  LOCI_ASSIGN(const Remote before, find_remote(memory.store(), changed.name));
  if (changed.url != before.url) {
    LOCI_ASSIGN(changed.url, whole_url(changed.url));
  }
  if (changed.url != before.url) LOCI_TRY(can_be_checked(memory, before));
  LOCI_TRY(choose(memory, changed, choice));
  if (dry_run) return changed;
  if (choice.has_workspace()) LOCI_TRY(record_project(memory));
  if (changed.chosen != before.chosen) LOCI_TRY(expect_choice(memory, before));
  LOCI_TRY(write_remote(memory.store(), changed));
  return changed;
}

Result<Remote> match_project(Memory& memory, const Remote& remote, const std::string& given,
                             bool dry_run) {
  LOCI_TRY(memory.need_person("match a project with a remote's"));
  LOCI_ASSIGN(const SyncLock held, lock_remote(memory.store(), remote));
  Remote changed = remote;
  LOCI_TRY(name_project(memory, changed, given));
  if (dry_run) return changed;
  LOCI_TRY(record_project(memory));
  LOCI_TRY(write_remote(memory.store(), changed));
  // What was passed over until now is looked at by the next sync.
  LOCI_ASSIGN(SavedState saved, read_state(memory.store(), remote));
  saved.replica.cursor.clear();
  LOCI_TRY(write_state(memory.store(), remote, saved));
  return changed;
}

}  // namespace loci::remote
