// Which project a workspace belongs to. Nothing here starts a git process: what
// a repository says of itself is read from its files.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"
#include "store/project.h"
#include "store/repository.h"
#include "store/workspace.h"

namespace loci::store {

// What identifies a workspace, as it stands now.
struct Evidence {
  SeenPath seen;
  bool owned = false;     // the directory belongs to the user
  Repository repository;  // empty where there is none
  std::string sources;    // without an origin: from where it fetches, as read_sources() has it
};
[[nodiscard]] Result<Evidence> gather_evidence(fs::FileSystem& files, const std::string& root);

// Which project a workspace belongs to, and why.
struct Attachment {
  enum class Reason : std::uint8_t {
    Own,         // its own slug, known or new
    Known,       // its path is listed in another project
    Moved,       // the same directory under another name
    Origin,      // the same origin: a clone
    Worktree,    // a linked worktree of a known directory
    RootCommit,  // the same first commit, and the old directory is gone
  };
  std::string slug;
  Reason reason = Reason::Own;
  std::string from;  // a path the project was known by

  // Decided just now and not written down yet.
  [[nodiscard]] bool fresh() const { return reason > Reason::Known; }
};

// A listed path belongs to its project. Else the first that holds, when the
// directory is the user's: the very directory was moved, the origin is equal, it
// is a worktree of a listed directory. A project that the path was detached from
// does not count, nor one that lists it for an origin which its URL does not name.
// Pure.
[[nodiscard]] Attachment attach(std::string_view own_slug, const Evidence& evidence,
                                const std::vector<Project>& projects);
// The same for the first commit, which only git can tell: a project all of whose
// directories are gone and whose first commit is one of `commits`. Not for a
// workspace with an origin.
[[nodiscard]] Result<Attachment> attach_by_commit(fs::FileSystem& files, std::string_view own_slug,
                                                  const Evidence& evidence,
                                                  const std::vector<std::string>& commits,
                                                  const std::vector<Project>& projects);
// Whether none of the directories a project was seen in is there. What cannot be
// examined is an error, not gone.
[[nodiscard]] Result<bool> is_gone(fs::FileSystem& files, const Project& project);

// The other paths that a workspace's project lists and that mean this very directory, or
// none any more: what was recorded there belongs to this workspace.
[[nodiscard]] Result<std::vector<SeenPath>> former_roots(fs::FileSystem& files,
                                                         const std::string& home,
                                                         const Workspace& workspace);
// A record of one of the former ones as if it had been made in `root`; not one of
// another directory that had that path still earlier.
[[nodiscard]] Record as_in(const std::string& root, const std::vector<SeenPath>& former,
                           Record record);
// A place of the workspace at `root`, as another root calls it.
[[nodiscard]] std::string key_in(const std::string& root, std::string_view key);

// "this workspace continues 'app-59a4a65d', known as '/home/u/app' (same origin)".
[[nodiscard]] std::string describe(const Attachment& attachment);

// Finds the project of a workspace and sets its slug. One small file is read
// when the workspace has a project of its own, else all of them.
[[nodiscard]] Result<Attachment> identify(fs::FileSystem& files, const std::string& home,
                                          Workspace& workspace);

// Writes down what the workspace is now: path, directory, origin, and the first
// commit where the repository's own log has it. Nothing is written when nothing
// changed.
Result<> record_workspace(Store& store, const Workspace& workspace);

}  // namespace loci::store
