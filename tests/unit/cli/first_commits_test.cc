#include "cli/first_commits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fs/file_system.h"

namespace loci::cli::first_commits_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace stdfs = std::filesystem;

// A repository made by git itself, in a directory that goes with the test.
class FirstCommits : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "/loci-first-commits-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = stdfs::canonical(name).string();
    root_ = directory_ + "/work";
    ASSERT_TRUE(run("mkdir work tmp empty"));
  }
  void TearDown() override { stdfs::remove_all(directory_); }

  bool run(const std::string& command) {
    const std::string line =
        "cd '" + directory_ + "' && export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 && " + command;
    return std::system(line.c_str()) == 0;
  }
  bool make(const std::string& format) {
    return run("git init -q --object-format=" + format +
               " work && cd work && for m in one two three; do git -c user.name=N -c "
               "user.email=n@x commit -q --allow-empty -m $m; done && git rev-list "
               "--max-parents=0 HEAD > ../first");
  }
  std::string first() {
    std::ifstream file(directory_ + "/first");
    std::string line;
    std::getline(file, line);
    return line;
  }
  std::vector<std::string> asked(const std::string& path = "/usr/local/bin:/usr/bin:/bin") {
    const Environment environment({{"PATH", path}, {"TMPDIR", directory_ + "/tmp"}});
    const auto head = *store::read_head(*files_, root_);
    if (!head) return {"no head"};
    auto commits = git_first_commits(environment, *head, std::chrono::seconds(5));
    EXPECT_TRUE(stdfs::is_empty(directory_ + "/tmp"));  // nothing is left behind
    return commits;
  }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_system_file_system();
  std::string directory_;
  std::string root_;
};

// rule: M3
TEST_F(FirstCommits, AreToldByGitForEveryKindOfHistory) {
  for (const char* format : {"sha1", "sha256"}) {
    ASSERT_TRUE(make(format));
    EXPECT_THAT(asked(), ElementsAre(first())) << format;
    ASSERT_TRUE(run("cd work && git gc -q && git pack-refs --all"));
    EXPECT_THAT(asked(), ElementsAre(first())) << format << ", packed";
    ASSERT_TRUE(run("rm -rf work tree && mkdir work"));
  }
}

// rule: M3
TEST_F(FirstCommits, OfALinkedWorktreeAreItsRepositorys) {
  ASSERT_TRUE(make("sha1") && run("git -C work worktree add -q ../tree"));
  root_ = directory_ + "/tree";
  EXPECT_THAT(asked(), ElementsAre(first()));
}

// rule: M11
TEST_F(FirstCommits, AreNotAskedOfAGitInTheDirectory) {
  ASSERT_TRUE(make("sha1"));
  ASSERT_TRUE(run("printf '#!/bin/sh\ntouch ../marker\n' > work/git && chmod +x work/git"));
  ASSERT_EQ(::chdir(root_.c_str()), 0);
  EXPECT_THAT(asked(".:./:"), IsEmpty());
  EXPECT_THAT(asked(directory_ + "/empty"), IsEmpty());
  EXPECT_THAT(asked(root_), IsEmpty());  // as direnv puts a project's programs there
  EXPECT_FALSE(stdfs::exists(directory_ + "/marker"));
  ASSERT_EQ(::chdir("/"), 0);
}

// rule: M11
TEST_F(FirstCommits, AreNotAskedOfAGitInAWorktreeOrASubmodule) {
  ASSERT_TRUE(make("sha1") && run("git -C work worktree add -q ../tree"));
  ASSERT_TRUE(
      run("git init -q around && mkdir around/.git/modules && cp -r work/.git "
          "around/.git/modules/part && rm -rf around/.git/modules/part/worktrees && "
          "mkdir around/part && git config -f around/.git/modules/part/config "
          "core.worktree ../../../part && echo 'gitdir: ../.git/modules/part' > "
          "around/part/.git"));
  ASSERT_TRUE(
      run("for at in tree work around/part around; do printf '#!/bin/sh\\ntouch "
          "\"'$PWD'/marker\"\\n' > $at/git && chmod +x $at/git; done"));
  root_ = directory_ + "/tree";
  EXPECT_THAT(asked(), ElementsAre(first()));
  EXPECT_THAT(asked(root_ + ":" + directory_ + "/work"), IsEmpty());
  root_ = directory_ + "/around/part";
  EXPECT_THAT(asked(), ElementsAre(first()));
  EXPECT_THAT(asked(root_ + ":" + directory_ + "/around"), IsEmpty());
  EXPECT_FALSE(stdfs::exists(directory_ + "/marker"));
}

// rule: M11
TEST_F(FirstCommits, AreGivenUpWhereGitWouldWaitForEver) {
  ASSERT_TRUE(make("sha1") && run("cd work && git gc -q"));
  // A pipe in place of a pack's index: whoever opens it waits for a writer.
  ASSERT_TRUE(
      run("cd work/.git/objects/pack && for i in *.idx; do rm -f $i; mkfifo $i; done && "
          "rm -f ../info/commit-graph multi-pack-index"));
  const auto started = std::chrono::steady_clock::now();
  const auto head = *store::read_head(*files_, root_);
  ASSERT_TRUE(head);
  const Environment environment({{"PATH", "/usr/bin:/bin"}, {"TMPDIR", directory_ + "/tmp"}});
  EXPECT_THAT(git_first_commits(environment, *head, std::chrono::milliseconds(300)), IsEmpty());
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
}

}  // namespace
}  // namespace loci::cli::first_commits_test
