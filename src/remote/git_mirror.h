// The bare copy of a git remote's branch below the home, and the user's git that works in it.
// Internal to remote/.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
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

class GitMirror {
 public:
  using Tree = std::map<std::string, std::string, std::less<>>;  // blobs by path

  // `memory` must outlive it; `patience` is of everything that it is asked.
  GitMirror(memory::Memory& memory, const Remote& remote, std::chrono::milliseconds patience,
            std::string path);

  // How much of the history is wanted where there is no copy yet. What was purged is in the
  // history alone, so no more of it is kept than is needed.
  enum class Depth : std::uint8_t { Head, All };
  // The newest commit of the branch; "" where there is no such branch.
  Result<std::string> fetch(Depth depth);
  [[nodiscard]] bool is_shallow() const;
  // Makes a commit and pushes it: its id, or "" when somebody was quicker.
  Result<std::string> push(const NewCommit& commit);
  // The branch as the remote has it now, without fetching it.
  Result<std::string> remote_head();

  // What git prints; Io, in its words, when it fails.
  Result<std::string> ask(std::vector<std::string> arguments, std::string input = {});
  Result<std::optional<std::string>> file_at(const std::string& commit, std::string_view path);
  // Of all files, or of those in a directory.
  Result<Tree> tree_at(const std::string& commit, std::string_view directory = {});
  Result<std::map<std::string, std::string>> blobs(const std::set<std::string>& ids);
  Result<bool> is_ancestor(const std::string& commit, const std::string& of);
  // "Name <mail> seconds zone"
  Result<std::string> committer();

 private:
  Result<memory::GitAnswer> git(std::vector<std::string> arguments, std::string input = {});
  [[nodiscard]] Error failure(const memory::GitAnswer& answer) const;

  memory::Memory& memory_;
  Remote remote_;
  std::string path_;
  std::chrono::steady_clock::time_point until_;
};

// Where it is, below the home.
[[nodiscard]] std::string mirror_below(const Remote& remote);

}  // namespace loci::remote
