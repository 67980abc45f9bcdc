// What a repository's history says about things that are not in the workspace any more.
// Asks git, so it is made for a trusted repository only; where git does not answer,
// nothing is known.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "memory/session.h"

namespace loci::upkeep {

using AskGit = std::function<std::optional<std::string>(const memory::GitQuestion& question)>;

class GitHistory {
 public:
  GitHistory(AskGit ask, store::Head head) : ask_(std::move(ask)), head_(std::move(head)) {}

  // Where a path went that was in the repository once.
  struct Fate {
    std::string commit;        // short: where it was deleted or renamed
    std::string path;          // as it was called there, from the root
    std::string renamed_to{};  // its last name; "" = it was deleted
  };
  // Of those that were there once, the last that happened to them. A path may be the end
  // of a longer one. `exists` says whether a path is there now.
  [[nodiscard]] std::map<std::string, Fate> fates(
      const std::set<std::string>& paths, const std::function<bool(const std::string&)>& exists);
  // Of these, the commits that the repository does not have. Nothing where its history
  // is cut off.
  [[nodiscard]] std::set<std::string> unknown_commits(const std::set<std::string>& names);
  // Of these names, those that stood in a file that is not Markdown, each with the last
  // commit (short) where it was seen. Looks at some commits of the past, not at all of them.
  [[nodiscard]] std::map<std::string, std::string> last_with(const std::set<std::string>& names);
  // The files that differ from a commit, in the work tree or the index.
  [[nodiscard]] std::optional<std::set<std::string>> changed_since(const std::string& commit,
                                                                   const std::string& work_tree);
  // A commit from "HEAD~2" and the like; "" when it is none.
  [[nodiscard]] std::string commit_of(const std::string& revision);

 private:
  struct Deleted {
    std::string commit;
    std::string path;
    bool several = false;  // another file of the past is meant as well as this one
  };
  [[nodiscard]] std::optional<std::string> ask(std::vector<std::string> arguments,
                                               std::chrono::milliseconds patience);
  [[nodiscard]] std::map<std::string, Deleted> deletions(const std::set<std::string>& paths,
                                                         bool anywhere);
  [[nodiscard]] const std::map<std::string, std::string>& renames_in(const std::string& commit);
  [[nodiscard]] std::string renamed_to(const Deleted& deleted, const std::string& path);

  AskGit ask_;
  store::Head head_;
  std::map<std::string, std::map<std::string, std::string>> renames_;  // by commit
};

}  // namespace loci::upkeep
