// The bare copy of a git remote's branch below the home, and the user's git that works in it.
// Internal to remote/.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "remote/git_texts.h"
#include "remote/remotes.h"

namespace loci::remote {

inline constexpr std::string_view kOutgoing = "refs/loci/outgoing";
// Stands for a text that nobody reads. No note may have such a character.
inline constexpr std::string_view kTooLarge{"\0too large: ", 12};

class GitMirror {
 public:
  using Tree = std::map<std::string, std::string, std::less<>>;  // blobs by path

  // `memory` must outlive it; `patience` is of everything that it is asked. `directory` is the
  // remote's, below the home, and locked for a sync.
  GitMirror(memory::Memory& memory, const Remote& remote, std::chrono::milliseconds patience,
            std::string directory);

  // How much of the history is wanted: what came since the copy was made, or all. What was purged
  // is in the history, so between two syncs there is only a copy that was made without it.
  enum class Depth : std::uint8_t { Head, All };
  // The newest commit of the branch; "" where there is no such branch.
  Result<std::string> fetch(Depth depth);
  // The same with a new copy, of what came since a commit. A server that gives no commit by its id
  // gives what was before it, too.
  Result<std::string> fetch_since(const std::string& commit);
  // Whether what it does not have is not in the branch: one that was made earlier may have lost it.
  [[nodiscard]] bool is_whole() const { return fresh_ && !is_shallow(); }
  // Removes the copy; the next fetch makes a new one.
  Result<> forget();
  // It has more than what came since it was made, so it leaves its place. Whoever is done with it
  // removes it; where that could not be, the next sync does.
  Result<> make_temporary();
  [[nodiscard]] bool is_temporary() const { return temporary_; }
  // Makes a commit and pushes it: its id, or "" when somebody was quicker.
  Result<std::string> push(const NewCommit& commit);
  // The branch as the remote has it now, without fetching it.
  Result<std::string> remote_head();

  // Whether what is kept here was found damaged, by a power loss or a git that was killed. It is
  // only a copy: without it, all is fetched anew.
  [[nodiscard]] bool is_damaged() const { return damaged_; }

  // Whether the last push failed for a fault of the server's, and changed nothing.
  [[nodiscard]] bool is_remote_at_fault() const { return remote_at_fault_; }

  // What git prints of what is kept here; Corrupt, in its words, when it fails.
  Result<std::string> ask(std::vector<std::string> arguments, std::string input = {});
  // Corrupt for one of more than `most` bytes, too: it is not read.
  Result<std::optional<std::string>> file_at(const std::string& commit, std::string_view path,
                                             std::size_t most);
  // Of all files, or of those in a directory.
  Result<Tree> tree_at(const std::string& commit, std::string_view directory = {});
  // Every one of them, not all at once in memory. One that is too large for any note or index comes
  // as kTooLarge with its id behind it. Corrupt when one is missing here.
  using VisitBlob = std::function<void(const std::string& id, std::string text)>;
  Result<> visit_blobs(const std::set<std::string>& ids, const VisitBlob& visit);
  Result<std::map<std::string, std::string>> blobs(const std::set<std::string>& ids);
  Result<bool> is_ancestor(const std::string& commit, const std::string& of);
  // "Name <mail> seconds zone"
  Result<std::string> committer();

 private:
  Result<memory::GitAnswer> git(std::vector<std::string> arguments, std::string input = {});
  [[nodiscard]] Error failure(const memory::GitAnswer& answer) const;
  // Of a push.
  [[nodiscard]] Error refusal(const memory::GitAnswer& answer) const;
  [[nodiscard]] Error trouble_there(const memory::GitAnswer& answer);
  // Of one that git here did not begin.
  [[nodiscard]] Error hook_refusal(const memory::GitAnswer& answer) const;
  // Of a question that needs no remote, or the like.
  [[nodiscard]] Error damage(const memory::GitAnswer& answer);
  // Whether it was not the remote that failed.
  [[nodiscard]] bool is_about_the_copy(const memory::GitAnswer& answer) const;
  // An empty copy that is not in its place yet: whatever dies before it is whole, it never was.
  Result<> begin();
  Result<> begin_with_other_hash();
  // Puts it into its place, for the next sync.
  Result<> keep();
  [[nodiscard]] bool is_kept() const;
  [[nodiscard]] bool is_shallow() const;
  [[nodiscard]] Result<std::unique_ptr<fs::Root>> own_directory() const;
  void work_in(std::string_view name);
  void sweep(fs::Root& root);
  Result<std::string> fetch_branch(std::string_view how);
  Result<memory::GitAnswer> fetch_branch_once(std::string_view how);
  Result<memory::GitAnswer> push_once(const NewCommit& commit);
  Result<> add_blobs(const std::vector<std::string>& ids, const VisitBlob& visit);

  memory::Memory& memory_;
  Remote remote_;
  std::string directory_;
  std::string name_;           // of the copy in it
  std::string hash_ = "sha1";  // of the next copy that is made: must be the remote's
  std::string path_;
  std::chrono::steady_clock::time_point until_;
  bool damaged_ = false;
  bool temporary_ = false;
  bool fresh_ = false;  // made by this sync
  bool remote_at_fault_ = false;
};

}  // namespace loci::remote
