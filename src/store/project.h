// project.json: which workspace a project's memory belongs to, so that it
// survives a moved folder, a second clone and a worktree; and whether what the
// repository ships is trusted. docs/format.md has the format; identity.h decides
// with it.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "fs/file_system.h"
#include "store/store.h"

namespace loci::store {

// A directory as the file system knows it, whatever it is called.
struct DirectoryId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t birth_ns = 0;  // 0 = the file system does not know

  bool operator==(const DirectoryId&) const = default;
  // An inode number is used again; only the birth time tells two directories
  // apart, so without one nothing is the same.
  [[nodiscard]] bool same(const DirectoryId& other) const {
    return birth_ns != 0 && *this == other;
  }
};

// A directory the workspace was seen in.
struct SeenPath {
  std::string path;
  DirectoryId id;
  std::string origin;  // its repository's, normalised, or ""

  bool operator==(const SeenPath&) const = default;
};

// What the user trusts: an origin, or where there is none, or one in doubt, this
// very directory as long as what it fetches from stays as it is.
struct Trust {
  std::string origin;
  DirectoryId id;
  std::string path;
  std::string sources;  // as read_sources() has it; "" = from nowhere
  std::string time;
};

struct Project {
  std::string slug;
  std::vector<SeenPath> paths;        // the newest last
  std::string root_commit;            // the first commit of a work tree without origin, or ""
  std::vector<std::string> detached;  // paths that must not attach again
  std::vector<Trust> trusted;
  Json other = Json::object();  // keys of somebody else's; kept

  [[nodiscard]] bool has_path(std::string_view path) const;
  [[nodiscard]] std::string newest_path() const { return paths.empty() ? "" : paths.back().path; }
  // Whether the user trusts what the repository at `seen` ships, which fetches from
  // `sources` where it has no origin.
  [[nodiscard]] bool trusts(const SeenPath& seen, std::string_view sources) const;
};

// Pure; InvalidInput when it is not JSON of this form. A path may be a mere
// string: nothing but its name is known then.
[[nodiscard]] Result<Project> parse_project(std::string_view slug, std::string_view text);
[[nodiscard]] std::string format_project(const Project& project);

// One project of a home; an empty one with that slug when it has no file.
[[nodiscard]] Result<Project> read_project(fs::FileSystem& files, const std::string& home,
                                           std::string_view slug);
// All of them, by slug. A damaged one is left out and its fault is added to
// `damaged`; one that cannot be read is an error.
[[nodiscard]] Result<std::vector<Project>> read_projects(fs::FileSystem& files,
                                                         const std::string& home,
                                                         std::vector<std::string>& damaged);

// Changes a project's file, read and written under its lock; nothing is written
// when nothing changed. A damaged file is Corrupt and left as it is.
Result<> update_project(Store& store, std::string_view slug,
                        const std::function<void(Project&)>& change);

}  // namespace loci::store
