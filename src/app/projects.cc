// Workspaces that moved or were cloned: the `projects` commands but rescue.

#include "app/projects.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/memory.h"
#include "note/slug.h"

namespace loci::app {

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

}  // namespace

Result<std::vector<ProjectRow>> Memory::projects() {
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(store_.files(), store_.home(), damaged));
  for (const std::string& message : damaged) log_.warn(message);
  std::vector<ProjectRow> rows;
  for (const Project& project : all) {
    LOCI_ASSIGN(const bool gone, store::is_gone(store_.files(), project));
    ProjectRow row{project, 0, gone, project.slug == scopes_.slug()};
    const store::Place place = store::private_place(project.slug);
    LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({place}, store::Recovery::No));
    LOCI_ASSIGN(const std::vector<std::string> notes, view->notes(place));
    row.notes = notes.size();
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<> Memory::record_attachment() {
  LOCI_TRY(need_enabled());
  LOCI_ASSIGN(const store::Workspace workspace, need_workspace());
  return store::record_workspace(store_, workspace);
}

Result<std::optional<store::Attachment>> Memory::attach_by_commit(bool dry_run) {
  if (!scopes_.workspace()) return std::nullopt;
  store::Workspace workspace = *scopes_.workspace();
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(store_.files(), workspace.root));
  if (!evidence.seen.origin.empty() || evidence.repository.doubtful_url) return std::nullopt;
  LOCI_ASSIGN(const Project own,
              store::read_project(store_.files(), store_.home(), workspace.slug));
  const bool known = own.has_path(evidence.seen.path);
  if (known && (!own.root_commit.empty() || dry_run || !need_enabled())) return std::nullopt;
  LOCI_ASSIGN(const std::vector<std::string> commits,
              first_commits(store_.files(), workspace.root, evidence, session_));
  if (commits.empty()) return std::nullopt;
  if (known) {  // no new path: only better known now
    LOCI_TRY(store::update_project(
        store_, workspace.slug, [&](Project& project) { project.root_commit = commits.back(); }));
    return std::nullopt;
  }
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(store_.files(), store_.home(), damaged));
  LOCI_ASSIGN(store::Attachment found,
              store::attach_by_commit(store_.files(), workspace.slug, evidence, commits, all));
  if (!found.fresh()) return std::nullopt;
  session_.workspace->slug = found.slug;
  scopes_ = Scopes(session_.workspace, session_.agent, session_.ephemeral);
  if (!dry_run && need_enabled()) LOCI_TRY(record_attachment());
  return found;
}

// Takes a path out of every project that lists it but one; it does not attach
// there again by itself.
Result<> Memory::leave_projects(const std::string& path, std::string_view but) {
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(store_.files(), store_.home(), damaged));
  for (const Project& listed : all) {
    const bool current = listed.slug == scopes_.slug();
    if (listed.slug == but || (!listed.has_path(path) && !current)) continue;
    LOCI_TRY(store::update_project(store_, listed.slug, [&](Project& project) {
      std::erase_if(project.paths, [&](const store::SeenPath& seen) { return seen.path == path; });
      std::erase(project.detached, path);
      project.detached.push_back(path);
    }));
  }
  return {};
}

Result<ProjectChange> Memory::relink(std::string_view slug, bool dry_run) {
  LOCI_TRY(need_enabled());
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> all,
              store::read_projects(store_.files(), store_.home(), damaged));
  const bool known = std::any_of(all.begin(), all.end(),
                                 [&](const Project& project) { return project.slug == slug; });
  if (!known) {
    return fail(not_found(fmt::format("there is no project '{}'", slug),
                          "run 'loci projects' to see them"));
  }
  return continue_as(slug, dry_run);
}

Result<ProjectChange> Memory::detach(bool dry_run) {
  LOCI_TRY(need_enabled());
  LOCI_ASSIGN(const store::Workspace workspace, need_workspace());
  const std::string own = note::workspace_slug(workspace.root);
  if (own == scopes_.slug()) {
    return fail(invalid_input(fmt::format("'{}' is this workspace's own project", own),
                              "there is nothing to detach it from"));
  }
  return continue_as(own, dry_run);
}

Result<ProjectChange> Memory::continue_as(std::string_view slug, bool dry_run) {
  LOCI_ASSIGN(store::Workspace workspace, need_workspace());
  ProjectChange change{workspace.root, scopes_.slug(), std::string(slug), 0, dry_run};
  if (change.before == change.after) return change;
  LOCI_ASSIGN(const std::vector<ProjectFile> files, project_files(change.before));
  change.left = files.size();
  if (dry_run) return change;
  workspace.slug = slug;
  LOCI_TRY(store::record_workspace(store_, workspace));
  LOCI_ASSIGN(const store::Evidence evidence,
              store::gather_evidence(store_.files(), workspace.root));
  LOCI_TRY(leave_projects(evidence.seen.path, slug));
  return change;
}

}  // namespace loci::app
