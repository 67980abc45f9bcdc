// What a directory's git repository says of itself, read from its files without
// a git process: hooks and reads must not pay for one, and a repository that came
// from elsewhere must not run anything.
//
// A `.git` is believed where it is this directory's own: a directory of the user's,
// or one elsewhere that names this directory in turn, as a worktree's and a
// submodule's do. A mere pointer to somebody's repository gets none of its identity.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/file_system.h"

namespace loci::store {

struct Repository {
  std::string origin;         // the remote "origin" as parse_remote() spells it, or ""
  bool doubtful_url = false;  // it has a URL, and nobody can be sure of its host
  std::string main_root;      // of a linked worktree: the main one's directory, or ""
  std::string first_commit;   // where it began here and its log still says so, or ""
  bool shallow = false;       // its history is cut off: the first commit is not there
};

// The repository at `root` (a `.git` directory, or a file or link that leads to
// one); nothing when there is none or it is not believed. One that cannot be read
// is an error: it would be taken for another.
[[nodiscard]] Result<std::optional<Repository>> read_repository(fs::FileSystem& files,
                                                                const std::string& root);

// From where the repository at `root` fetches, believed or not: a hash of all its
// remotes and of the settings that may send git elsewhere. "" while there are
// none, so that nothing comes from anywhere.
[[nodiscard]] Result<std::string> read_sources(fs::FileSystem& files, const std::string& root);

// Where its history can be read without its configuration, hooks and refs.
struct Head {
  std::string objects;   // the directory of its objects
  std::string commit;    // that HEAD stands for, in hexadecimal
  std::string index{};   // the file of what is staged
  bool shallow = false;  // the history is cut off
};
// The same repository's; nothing before its first commit.
[[nodiscard]] Result<std::optional<Head>> read_head(fs::FileSystem& files, const std::string& root);

// The directory with its configuration, the same for all its worktrees; nothing where there is
// no repository, or none that is believed or begun.
[[nodiscard]] Result<std::optional<std::string>> read_common_directory(fs::FileSystem& files,
                                                                       const std::string& root);

// The commit that a branch or tag of it stands for; "" when there is none of that name.
[[nodiscard]] Result<std::string> read_ref(fs::FileSystem& files, const std::string& root,
                                           std::string_view name);

// The commit that the log of HEAD begins with, when that was the first of its
// history: a clone's log begins with another, and an old log may be cut. Pure.
[[nodiscard]] std::string first_commit(std::string_view head_log);

}  // namespace loci::store
