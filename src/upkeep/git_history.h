// What a repository's history says about things that are not in the workspace any more.
// Asks git, so it is made for a trusted repository only; where git does not answer,
// nothing is known.

#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "memory/session.h"
#include "upkeep/git_answers.h"

namespace loci::upkeep {

using AskGit = std::function<std::optional<std::string>(const memory::GitQuestion& question)>;

class GitHistory {
 public:
  // How many commits are looked at, from the youngest along first parents.
  static constexpr std::size_t kAllCommits = 20'000;
  static constexpr std::size_t kFewCommits = 1'000;

  GitHistory(AskGit ask, store::Head head, std::size_t commits = kAllCommits)
      : ask_(std::move(ask)), head_(std::move(head)), window_(commits) {}

  // Lets git look for what was deleted meanwhile: fates() is going to be asked.
  void begin_fates();
  // Where a path went that was in the repository once.
  struct Fate {
    std::string commit;        // short: where it was deleted or renamed
    std::string path;          // as it was called there, from the root
    std::string renamed_to{};  // its last name; "" = it was deleted
  };
  // Of those that were there once, the last that happened to them. The path of a file may
  // be the end of a longer one. `exists` says whether a path is there now.
  [[nodiscard]] std::map<std::string, Fate> fates(
      const std::set<std::string>& paths, const std::function<bool(const std::string&)>& exists);
  // Of these paths, those of the last commit.
  [[nodiscard]] std::set<std::string> in_head(const std::set<std::string>& paths);
  // Of these, the commits that the repository does not have. Nothing where its history
  // is cut off.
  [[nodiscard]] std::set<std::string> unknown_commits(const std::set<std::string>& names);
  // Of these names, each with a file that is there but does not have it: those that an
  // earlier version of the file had, with the commit (short) that took it out.
  using NameInFile = std::pair<std::string, std::string>;  // the file, the name
  [[nodiscard]] std::map<NameInFile, std::string> lost_names(const std::set<NameInFile>& names);
  // Of these names, which no source has now, those that some source of the past had, with the
  // commit (short) of a tree that has it. Few trees are searched, so some are not known; none
  // where few commits are looked at.
  [[nodiscard]] std::map<std::string, std::string> vanished_names(
      const std::set<std::string>& names);
  // The files that differ from a commit, in the work tree or the index.
  [[nodiscard]] std::optional<std::set<std::string>> changed_since(const std::string& commit,
                                                                   const std::string& work_tree);
  // A commit from "HEAD~2" and the like; "" when it is none.
  [[nodiscard]] std::string commit_of(const std::string& revision);

  // Whether git gave no answer to some question, so that less is known than could be.
  [[nodiscard]] bool fell_silent() const { return silent_; }

 private:
  struct Deleted {
    std::string path;
    std::size_t commit = 0;  // in commits_
    bool several = false;    // another file of the past is meant as well as this one
  };
  [[nodiscard]] std::optional<std::string> ask(std::vector<std::string> arguments,
                                               std::chrono::milliseconds patience,
                                               std::string input = {});
  void read_deletions();
  [[nodiscard]] bool read_deletions_of(std::size_t window, std::chrono::milliseconds patience);
  [[nodiscard]] std::string range_of(std::size_t window);
  [[nodiscard]] std::optional<Deleted> deletion_of(const std::string& cited) const;
  void read_renames(const std::set<std::size_t>& commits);
  [[nodiscard]] std::string renamed_to(const Deleted& deleted, const std::string& path) const;
  [[nodiscard]] GitVersions versions_of(const std::set<NameInFile>& names);
  [[nodiscard]] const std::vector<std::string>& line();

  AskGit ask_;
  store::Head head_;
  std::size_t window_;
  bool silent_ = false;
  bool line_read_ = false;
  std::vector<std::string> line_;  // first parents, the youngest first
  bool deletions_read_ = false;
  std::future<std::optional<std::string>> begun_;
  std::vector<GitCommit> commits_;  // that deleted something, the youngest first
  std::vector<Deleted> deletions_;  // likewise
  std::multimap<std::string, std::size_t, std::less<>> by_name_;         // into deletions_
  std::map<std::size_t, std::map<std::string, std::string>> renames_{};  // by commit
};

}  // namespace loci::upkeep
