// Workspaces that moved or were cloned: the `projects` commands but rescue.

#include "projects/projects.h"

#include <fmt/format.h>

#include <algorithm>

#include "fs/absent.h"
#include "fs/walk.h"
#include "memory/memory.h"
#include "note/slug.h"

namespace loci::projects {

using memory::Memory;
using memory::Session;

using store::Project;

namespace {

// The log of HEAD where it has them, else git, which is asked about a directory of
// the user's only.
Result<std::vector<std::string>> first_commits(fs::FileSystem& files, const std::string& root,
                                               const store::Evidence& evidence,
                                               const Session& session) {
  const store::Repository& repository = evidence.repository;
  if (!evidence.owned || repository.shallow) return std::vector<std::string>();
  if (!repository.first_commit.empty()) return std::vector<std::string>{repository.first_commit};
  LOCI_ASSIGN(const auto head, store::read_head(files, root));
  return head && session.first_commits ? session.first_commits(*head) : std::vector<std::string>();
}

// By name, in the directory that was seen last.
Result<std::size_t> count_shared(store::Store& store, const Project& project) {
  const store::Place place = store::shared_place(project.newest_path());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store.view({place}, store::Recovery::No));
  LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
  return notes.size();
}

}  // namespace

Result<std::vector<ProjectRow>> list_projects(Memory& memory) {
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  for (const std::string& message : damaged) memory.log().warn(message);
  std::vector<ProjectRow> rows;
  for (const Project& project : all) {
    LOCI_ASSIGN(const bool gone, store::is_gone(memory.store().files(), project));
    ProjectRow row;
    row.project = project;
    row.gone = gone;
    row.current = project.slug == memory.scopes().slug();
    const store::Place place = store::private_place(project.slug);
    LOCI_ASSIGN(const std::unique_ptr<store::View> view,
                memory.store().view({place}, store::Recovery::No));
    LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
    row.notes = notes.size();
    if (!gone && !project.paths.empty()) {
      const auto shared = count_shared(memory.store(), project);
      if (!shared) row.unread = shared.error().message;
      row.shared = shared.value_or(0);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<> record_attachment(Memory& memory) {
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  return store::record_workspace(memory.store(), workspace);
}

Result<std::optional<store::Attachment>> attach_by_commit(Memory& memory, bool dry_run) {
  if (!memory.scopes().workspace()) return std::nullopt;
  store::Workspace workspace = *memory.scopes().workspace();
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(memory.store().files(), workspace.root));
  if (!evidence.seen.origin.empty() || evidence.repository.doubtful_url) return std::nullopt;
  LOCI_ASSIGN(const Project own,
              store::read_project(memory.store().files(), memory.store().home(), workspace.slug));
  const bool known = own.has_path(evidence.seen.path);
  if (known && (!own.root_commit.empty() || dry_run || !memory.need_enabled())) return std::nullopt;
  LOCI_ASSIGN(const std::vector<std::string> commits,
              first_commits(memory.store().files(), workspace.root, evidence, memory.session()));
  if (commits.empty()) return std::nullopt;
  if (known) {  // no new path: only better known now
    LOCI_TRY(store::update_project(memory.store(), workspace.slug, [&](Project& project) {
      project.root_commit = commits.back();
    }));
    return std::nullopt;
  }
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  LOCI_ASSIGN(
      store::Attachment found,
      store::attach_by_commit(memory.store().files(), workspace.slug, evidence, commits, all));
  if (!found.fresh()) return std::nullopt;
  memory.continue_project(found.slug);
  if (!dry_run && memory.need_enabled()) LOCI_TRY(record_attachment(memory));
  return found;
}

namespace {

// Takes a path out of every project that lists it but one; it does not attach
// there again by itself.
Result<> leave_projects(Memory& memory, const std::string& path, std::string_view but) {
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  for (const Project& listed : all) {
    const bool current = listed.slug == memory.scopes().slug();
    if (listed.slug == but || (!listed.has_path(path) && !current)) continue;
    LOCI_TRY(store::update_project(memory.store(), listed.slug, [&](Project& project) {
      std::erase_if(project.paths, [&](const store::SeenPath& seen) { return seen.path == path; });
      std::erase(project.detached, path);
      project.detached.push_back(path);
    }));
  }
  return {};
}

}  // namespace

Result<ProjectChange> relink(Memory& memory, std::string_view slug, bool dry_run) {
  LOCI_TRY(memory.need_enabled());
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(memory.store().files(), memory.store().home(), damaged));
  const bool known = std::any_of(all.begin(), all.end(),
                                 [&](const Project& project) { return project.slug == slug; });
  if (!known) {
    return fail(not_found(fmt::format("there is no project '{}'", slug),
                          "run 'loci projects' to see them"));
  }
  return continue_as(memory, slug, dry_run);
}

Result<ProjectChange> detach(Memory& memory, bool dry_run) {
  LOCI_TRY(memory.need_enabled());
  LOCI_ASSIGN(const store::Workspace workspace, memory.need_workspace());
  const std::string own = note::workspace_slug(workspace.root);
  if (own == memory.scopes().slug()) {
    return fail(invalid_input(fmt::format("'{}' is this workspace's own project", own),
                              "it is not linked to another project"));
  }
  return continue_as(memory, own, dry_run);
}

Result<ProjectChange> continue_as(Memory& memory, std::string_view slug, bool dry_run) {
  LOCI_ASSIGN(store::Workspace workspace, memory.need_workspace());
  ProjectChange change{workspace.root, memory.scopes().slug(), std::string(slug), 0, dry_run};
  if (change.before == change.after) return change;
  LOCI_ASSIGN(const std::vector<ProjectFile> files, project_files(memory, change.before));
  change.left = files.size();
  if (dry_run) return change;
  workspace.slug = slug;
  LOCI_TRY(store::record_workspace(memory.store(), workspace));
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(memory.store().files(), workspace.root));
  LOCI_TRY(leave_projects(memory, evidence.seen.path, slug));
  return change;
}

Result<std::vector<ProjectFile>> project_files(Memory& memory, std::string_view slug) {
  std::vector<store::Place> places{store::private_place(slug), store::daily_place(slug)};
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> project,
              memory.store().open_place(store::project_place(slug)));
  if (project) {
    LOCI_ASSIGN(const auto agents, fs::if_there(project->open(store::kAgentsDirectory)));
    std::vector<std::string> names;
    if (agents) {
      LOCI_ASSIGN(names, fs::sorted_names(**agents, fs::Kind::Directory));
    }
    for (const std::string& agent : names) {
      if (note::agent_id(agent)) places.push_back(store::agent_private_place(slug, agent));
    }
  }
  const store::Place pad = store::project_place(slug);
  places.push_back(pad);
  LOCI_ASSIGN(const std::unique_ptr<store::View> view,
              memory.store().view(places, store::Recovery::No));
  std::vector<ProjectFile> files;
  for (const store::Place& place : places) {
    if (place == pad) continue;
    LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
    for (const std::string& file : notes) files.push_back({place, file});
  }
  LOCI_ASSIGN(const bool has_pad, view->exists(pad, store::kScratchpadFile));
  if (has_pad) files.push_back({pad, std::string(store::kScratchpadFile)});
  return files;
}

Result<std::string> own_first_commit(Memory& memory) {
  LOCI_ASSIGN(store::Evidence evidence,
              store::gather_evidence(memory.store().files(), memory.scopes().workspace()->root));
  return std::move(evidence.repository.first_commit);
}

}  // namespace loci::projects
