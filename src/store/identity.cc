#include "store/identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fs/absent.h"
#include "note/slug.h"
#include "store/directory.h"
#include "store/doubt.h"
#include "store/place.h"

namespace loci::store {
namespace {

using Reason = Attachment::Reason;

bool is_detached(const Project& project, std::string_view path) {
  return std::find(project.detached.begin(), project.detached.end(), path) !=
         project.detached.end();
}

// Detached on purpose from any of them: its own project is not what a new clone
// means.
bool is_detached(const std::vector<Project>& projects, std::string_view path) {
  return std::any_of(projects.begin(), projects.end(),
                     [&](const Project& project) { return is_detached(project, path); });
}

// Whether somebody trusts this very directory.
bool is_trusted_itself(const Project& project, const SeenPath& seen) {
  return std::any_of(project.trusted.begin(), project.trusted.end(), [&](const Trust& trust) {
    return trust.origin.empty() && (trust.path == seen.path || trust.id.same(seen.id));
  });
}

// A home that sees a clone for every task would list thousands. The oldest go: those
// that are gone, and beyond the second limit any, which attach again when they are used.
void forget_paths(fs::FileSystem& files, Project& project) {
  constexpr std::size_t kWithThoseGone = 256;
  constexpr std::size_t kMost = 2'000;
  const auto drop = [&](std::size_t limit, const auto& may_go) {
    std::size_t left = project.paths.size();
    const SeenPath newest = project.paths.back();
    std::erase_if(project.paths, [&](const SeenPath& seen) {
      if (left <= limit || seen == newest || is_trusted_itself(project, seen)) return false;
      if (!may_go(seen)) return false;
      --left;
      return true;
    });
  };
  drop(kWithThoseGone, [&](const SeenPath& seen) {
    const auto stat = files.stat(seen.path, true);
    return !stat && stat.error().kind == ErrorKind::NotFound;
  });
  drop(kMost, [](const SeenPath&) { return true; });
}

// The projects a path may attach to.
class Candidates {
 public:
  Candidates(const std::vector<Project>& projects, const std::string& path)
      : projects_(projects), path_(path) {}

  // By a path of theirs for which `matches` is true.
  template <typename Matches>
  [[nodiscard]] std::optional<Attachment> find(Reason reason, Matches matches) const {
    std::optional<Attachment> weak;
    for (const Project& project : projects_) {
      if (is_detached(project, path_)) continue;
      for (auto seen = project.paths.rbegin(); seen != project.paths.rend(); ++seen) {
        if (!matches(*seen)) continue;
        Attachment found{project.slug, reason, seen->path};
        if (!is_detached(projects_, seen->path)) return found;
        if (!weak) weak = std::move(found);
      }
    }
    return weak;
  }

 private:
  const std::vector<Project>& projects_;
  const std::string& path_;
};

}  // namespace

Result<Evidence> gather_evidence(fs::FileSystem& files, const std::string& root) {
  LOCI_ASSIGN(const fs::Stat stat, files.stat(root, true));
  Evidence evidence;
  evidence.owned = stat.owner == files.user();
  // Whoever owns the directory decides what lies beside a `.git` of the user's.
  if (evidence.owned) {
    LOCI_ASSIGN(auto repository, read_repository(files, root));
    evidence.repository = std::move(repository).value_or(Repository());
  }
  if (!evidence.owned) evidence.sources = "another user's";
  if (evidence.owned && evidence.repository.origin.empty()) {
    LOCI_ASSIGN(evidence.sources, read_sources(files, root));
  }
  evidence.seen = {root, {stat.device, stat.inode, stat.birth_ns}, evidence.repository.origin};
  return evidence;
}

Attachment attach(std::string_view own_slug, const Evidence& evidence,
                  const std::vector<Project>& projects) {
  const SeenPath& here = evidence.seen;
  const Candidates candidates(projects, here.path);
  // Listed for an origin that was read off a URL which names none for sure: an
  // earlier version took such a clone for another one's.
  const auto mistaken = [&](const SeenPath& seen) {
    return evidence.repository.doubtful_url && !seen.origin.empty();
  };
  const auto known = candidates.find(Reason::Known, [&](const SeenPath& seen) {
    return seen.path == here.path && !mistaken(seen);
  });
  if (known && known->slug != own_slug) return *known;
  Attachment own{std::string(own_slug), Reason::Own, ""};
  if (known || !evidence.owned) return own;
  auto found = candidates.find(Reason::Moved, [&](const SeenPath& seen) {
    return seen.id.same(here.id) && !mistaken(seen);
  });
  if (!found && !here.origin.empty()) {
    found = candidates.find(Reason::Origin,
                            [&](const SeenPath& seen) { return seen.origin == here.origin; });
  }
  if (!found && !evidence.repository.main_root.empty()) {
    found = candidates.find(Reason::Worktree, [&](const SeenPath& seen) {
      return seen.path == evidence.repository.main_root;
    });
  }
  // Its own directory in the home was named after this path once: nothing new.
  return found && found->slug != own_slug ? *found : own;
}

Result<bool> is_gone(fs::FileSystem& files, const Project& project) {
  for (const SeenPath& seen : project.paths) {
    if (!seen.path.starts_with('/')) continue;
    LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(seen.path, true)));
    if (stat && stat->kind == fs::Kind::Directory) return false;
  }
  return true;
}

Result<Attachment> attach_by_commit(fs::FileSystem& files, std::string_view own_slug,
                                    const Evidence& evidence,
                                    const std::vector<std::string>& commits,
                                    const std::vector<Project>& projects) {
  Attachment own{std::string(own_slug), Reason::Own, ""};
  const bool doubtful = evidence.repository.doubtful_url || !evidence.seen.origin.empty();
  if (!evidence.owned || doubtful) return own;
  for (const Project& project : projects) {
    const bool same =
        !project.root_commit.empty() &&
        std::find(commits.begin(), commits.end(), project.root_commit) != commits.end();
    if (!same || project.slug == own_slug || project.paths.empty()) continue;
    if (is_detached(project, evidence.seen.path)) continue;
    LOCI_ASSIGN(const bool gone, is_gone(files, project));
    if (gone) return Attachment{project.slug, Reason::RootCommit, project.newest_path()};
  }
  return own;
}

std::string describe(const Attachment& attachment) {
  const auto why = [&]() -> std::string_view {
    switch (attachment.reason) {
      case Reason::Moved:
        return "the folder was moved";
      case Reason::Origin:
        return "same origin";
      case Reason::Worktree:
        return "a worktree of it";
      case Reason::RootCommit:
        return "same first commit, and that folder is gone";
      case Reason::Own:
      case Reason::Known:
        break;
    }
    return "known path";
  };
  return fmt::format("this workspace continues '{}', known as '{}' ({})", attachment.slug,
                     attachment.from, why());
}

Result<Attachment> identify(fs::FileSystem& files, const std::string& home, Workspace& workspace) {
  const Attachment own{workspace.slug, Reason::Own, ""};
  const auto project = read_project(files, home, workspace.slug);
  // Who writes, or opens the home, asks check_project() about a damaged one; what cannot be
  // read may say that the notes belong elsewhere.
  if (!project && project.error().kind == ErrorKind::Corrupt) return own;
  if (!project) return fail(project.error());
  if (project->has_path(workspace.root)) return own;
  std::vector<std::string> damaged;
  LOCI_ASSIGN(const std::vector<Project> projects, read_projects(files, home, damaged));
  if (projects.empty()) return own;
  LOCI_ASSIGN(const Evidence evidence, gather_evidence(files, workspace.root));
  Attachment attachment = attach(workspace.slug, evidence, projects);
  workspace.slug = attachment.slug;
  return attachment;
}

Result<std::vector<SeenPath>> former_roots(fs::FileSystem& files, const std::string& home,
                                           const Workspace& workspace) {
  std::vector<SeenPath> roots;
  const auto project = read_project(files, home, workspace.slug);
  if (!project && project.error().kind == ErrorKind::Corrupt) return roots;
  if (!project) return fail(project.error());
  if (project->paths.empty()) return roots;
  LOCI_ASSIGN(const fs::Stat here, files.stat(workspace.root, true));
  const DirectoryId id{here.device, here.inode, here.birth_ns};
  for (const SeenPath& seen : project->paths) {
    if (seen.path == workspace.root || !seen.path.starts_with('/')) continue;
    LOCI_ASSIGN(const auto stat, fs::if_there(files.stat(seen.path, true)));
    if (!stat || seen.id.same(id)) roots.push_back(seen);
  }
  return roots;
}

std::string key_in(const std::string& root, std::string_view key) {
  return fmt::format("{}/{}", root == "/" ? "" : root, split_key(key).below);
}

Record as_in(const std::string& root, const std::vector<SeenPath>& former, Record record) {
  const std::string then = workspace_of(record);
  const auto seen = std::find_if(former.begin(), former.end(),
                                 [&](const SeenPath& one) { return one.path == then; });
  if (then.empty() || seen == former.end()) return record;
  const bool known = seen->id != DirectoryId();
  if (known && !same_directory(record.directory, directory_mark(*seen))) return record;
  for (FileRecord& file : record.files) {
    if (file.place.starts_with('/')) file.place = key_in(root, file.place);
    if (file.from_place.starts_with('/')) file.from_place = key_in(root, file.from_place);
  }
  record.directory.clear();
  return record;
}

Result<> check_project(fs::FileSystem& files, const std::string& home, const Workspace& workspace) {
  const auto doubt = [](std::string_view damaged) {
    return corrupt(
        fmt::format("{}; it may belong to this workspace, so no new project is started for it",
                    damaged),
        "fix that file, or move it away: its paths, origin and trust are then recorded again");
  };
  const auto project = read_project(files, home, workspace.slug);
  if (!project && project.error().kind == ErrorKind::Corrupt) {
    return fail(doubt(project.error().message));
  }
  if (!project || project->has_path(workspace.root)) return {};
  if (workspace.slug != note::workspace_slug(workspace.root)) return {};  // it continues another
  std::vector<std::string> damaged;
  const auto all = read_projects(files, home, damaged);
  if (all && !damaged.empty()) return fail(doubt(damaged.front()));
  return {};
}

Result<> record_workspace(Store& store, const Workspace& workspace) {
  LOCI_TRY(check_project(store.files(), store.home(), workspace));
  LOCI_ASSIGN(const Evidence evidence, gather_evidence(store.files(), workspace.root));
  const auto record = [&](Project& project) {
    const auto known =
        std::find_if(project.paths.begin(), project.paths.end(),
                     [&](const SeenPath& seen) { return seen.path == evidence.seen.path; });
    if (known != project.paths.end()) {
      *known = evidence.seen;
    } else {
      project.paths.push_back(evidence.seen);
      forget_paths(store.files(), project);
    }
    std::erase(project.detached, evidence.seen.path);
    if (project.root_commit.empty() && evidence.seen.origin.empty()) {
      project.root_commit = evidence.repository.first_commit;
    }
  };
  // Looked at without the lock first: every write comes here, few change anything.
  const auto present = read_project(store.files(), store.home(), workspace.slug);
  if (present && present->has_path(evidence.seen.path)) {
    Project after = *present;
    record(after);
    if (format_project(after) == format_project(*present)) return {};
  }
  return update_project(store, workspace.slug, record);
}

}  // namespace loci::store
