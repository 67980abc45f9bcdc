// What a directory's git repository says of itself, read from its files without
// a git process: hooks and reads must not pay for one.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/file_system.h"

namespace loci::store {

struct Repository {
  std::string origin;        // normalised URL of the remote "origin", or ""
  std::string main_root;     // of a linked worktree: the main one's directory, or ""
  std::string first_commit;  // where it began here and its log still says so, or ""
  bool shallow = false;      // its history is cut off: the first commit is not there
};

// The repository at `root` (a `.git` directory or file); nothing when there is
// none or it cannot be read.
[[nodiscard]] std::optional<Repository> read_repository(fs::FileSystem& files,
                                                        const std::string& root);

// The `url` of [remote "origin"] in a git config, or "". Pure.
[[nodiscard]] std::string origin_url(std::string_view config);

// The commit that the log of HEAD begins with, when that was the first of its
// history: a clone's log begins with another, and an old log may be cut. Pure.
[[nodiscard]] std::string first_commit(std::string_view head_log);

// One spelling for the many ways to write a remote: scheme, user, password,
// default port, ".git" and trailing slashes go, the host is in lower case.
// "git@github.com:Owner/repo.git" and "https://github.com/Owner/repo" both give
// "github.com/Owner/repo"; a path gives "file:/srv/git/app". Pure.
[[nodiscard]] std::string normalised_url(std::string_view url, std::string_view root);

}  // namespace loci::store
