#include "store/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/path.h"
#include "fs/absent.h"
#include "note/slug.h"
#include "store/place.h"

namespace loci::store {
namespace {

// What is at a path, or nothing; what cannot be examined is an error, since a
// wrong answer sends a note to the wrong scope.
Result<std::optional<fs::Stat>> look(fs::FileSystem& files, const std::string& path, bool follow) {
  return fs::if_there(files.stat(path, follow));
}

Result<bool> is_home(fs::FileSystem& files, const std::string& path, const HomePaths& homes) {
  LOCI_ASSIGN(const auto state, look(files, child_path(path, kStateDirectory), false));
  if (state && state->kind == fs::Kind::Directory) return true;
  LOCI_ASSIGN(const auto self, look(files, path, true));
  for (const std::string& home : {homes.home, homes.user_home + "/.loci"}) {
    LOCI_ASSIGN(const auto other, look(files, home, true));
    if (self && other && self->device == other->device && self->inode == other->inode) return true;
  }
  return false;
}

// A `.loci` here that is not somebody's home. A link counts as a mark, so that
// what is wrong with it is reported when it is used.
Result<bool> has_workspace_loci(fs::FileSystem& files, const std::string& directory,
                                const HomePaths& homes) {
  const std::string path = child_path(directory, kWorkspaceDirectory);
  LOCI_ASSIGN(const auto stat, look(files, path, false));
  const bool there = stat && (stat->kind == fs::Kind::Directory || stat->kind == fs::Kind::Link);
  if (!there) return false;
  LOCI_ASSIGN(const bool home, is_home(files, path, homes));
  return !home;
}

Result<Workspace> make_workspace(fs::FileSystem& files, std::string root, const HomePaths& homes) {
  Workspace workspace;
  workspace.slug = note::workspace_slug(root);
  LOCI_ASSIGN(workspace.has_loci, has_workspace_loci(files, root, homes));
  LOCI_ASSIGN(const auto xcaf, look(files, child_path(root, kXcafDirectory), false));
  workspace.has_xcaf = xcaf.has_value();
  workspace.root = std::move(root);
  return workspace;
}

}  // namespace

Result<Workspace> find_workspace(fs::FileSystem& files, const std::string& directory,
                                 const HomePaths& homes) {
  LOCI_ASSIGN(const std::string start, files.canonical(directory));
  LOCI_ASSIGN(const fs::Stat start_stat, files.stat(start, true));
  std::string at = start;
  for (;;) {
    LOCI_ASSIGN(const auto stat, look(files, at, true));
    if (!stat || stat->device != start_stat.device) break;
    LOCI_ASSIGN(const auto git, look(files, child_path(at, ".git"), false));
    LOCI_ASSIGN(const bool has_loci, has_workspace_loci(files, at, homes));
    if (git || has_loci) return make_workspace(files, at, homes);
    if (at == "/") break;
    at = std::string(parent_path(at));
  }
  return make_workspace(files, start, homes);
}

Result<Workspace> workspace_at(fs::FileSystem& files, const std::string& path,
                               const HomePaths& homes) {
  LOCI_ASSIGN(auto root, fs::if_there(files.canonical(path)));
  std::optional<fs::Stat> stat;
  if (root) {
    LOCI_ASSIGN(stat, look(files, *root, true));
  }
  if (!stat || stat->kind != fs::Kind::Directory) {
    return fail(invalid_input(fmt::format("'{}' is not a directory", path),
                              "give the workspace's directory with --workspace"));
  }
  return make_workspace(files, std::move(*root), homes);
}

}  // namespace loci::store
