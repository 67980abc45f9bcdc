#include "store/workspace.h"

#include <fmt/format.h>

#include <algorithm>

#include "note/slug.h"
#include "store/place.h"

namespace loci::store {
namespace {

std::string join_path(std::string_view directory, std::string_view name) {
  return directory == "/" ? fmt::format("/{}", name) : fmt::format("{}/{}", directory, name);
}

bool is_directory(fs::FileSystem& files, const std::string& path, bool follow) {
  const auto stat = files.stat(path, follow);
  return stat && stat->kind == fs::Kind::Directory;
}

bool is_home(fs::FileSystem& files, const std::string& path, const HomePaths& homes) {
  if (is_directory(files, join_path(path, kStateDirectory), false)) return true;
  const auto self = files.stat(path, true);
  for (const std::string& home : {homes.home, homes.user_home + "/.loci"}) {
    const auto other = files.stat(home, true);
    if (self && other && self->device == other->device && self->inode == other->inode) return true;
  }
  return false;
}

// A `.loci` here that is not somebody's home. A link counts as a mark, so that
// what is wrong with it is reported when it is used.
bool has_workspace_loci(fs::FileSystem& files, const std::string& directory,
                        const HomePaths& homes) {
  const std::string path = join_path(directory, kWorkspaceDirectory);
  const auto stat = files.stat(path, false);
  const bool there = stat && (stat->kind == fs::Kind::Directory || stat->kind == fs::Kind::Link);
  return there && !is_home(files, path, homes);
}

Workspace make_workspace(fs::FileSystem& files, std::string root, const HomePaths& homes) {
  Workspace workspace;
  workspace.slug = note::workspace_slug(root);
  workspace.has_loci = has_workspace_loci(files, root, homes);
  workspace.has_xcaf = files.stat(join_path(root, kXcafDirectory), false).has_value();
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
    const auto stat = files.stat(at, true);
    if (!stat || stat->device != start_stat.device) break;
    const bool marked = files.stat(join_path(at, ".git"), false).has_value() ||
                        has_workspace_loci(files, at, homes);
    if (marked) return make_workspace(files, at, homes);
    if (at == "/") break;
    const std::size_t slash = at.rfind('/');
    at = slash == 0 ? "/" : at.substr(0, slash);
  }
  return make_workspace(files, start, homes);
}

Result<Workspace> workspace_at(fs::FileSystem& files, const std::string& path,
                               const HomePaths& homes) {
  auto root = files.canonical(path);
  if (!root || !is_directory(files, *root, true)) {
    return fail(invalid_input(fmt::format("'{}' is not a directory", path),
                              "name the workspace's directory with --workspace"));
  }
  return make_workspace(files, std::move(*root), homes);
}

}  // namespace loci::store
