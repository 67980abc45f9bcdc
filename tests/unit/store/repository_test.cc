#include "store/repository.h"

#include <gtest/gtest.h>

#include "support/memory_file_system.h"

namespace loci::store::repository_test {
namespace {

constexpr const char* kInitial =
    "0000000000000000000000000000000000000000 1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7 "
    "A B <a@b> 1794736800 +0000\tcommit (initial): begin\n";

// rule: M3
TEST(FirstCommit, IsWhatTheLogBeginsWith) {
  EXPECT_EQ(first_commit(kInitial), "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7");
  EXPECT_EQ(first_commit("0000000000000000000000000000000000000000 "
                         "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7 A <a> 1 +0\tclone: from x\n"),
            "");
  EXPECT_EQ(
      first_commit("2222222222222222222222222222222222222222 "
                   "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7 A <a> 1 +0\tcommit (initial): x"),
      "");
  EXPECT_EQ(first_commit(""), "");
  EXPECT_EQ(first_commit("0000 zzzz A\tcommit (initial): x"), "");
}

class ReadRepository : public ::testing::Test {
 protected:
  void put_worktree() {
    files_.put_directory("/w/bare");
    files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = ../bare\n");
    files_.put("/w/app/.git/worktrees/fix/commondir", "../..\n");
    files_.put("/w/app/.git/worktrees/fix/gitdir", "/w/fix/.git\n");
    files_.put("/w/fix/.git", "gitdir: /w/app/.git/worktrees/fix\n");
  }
  void put_submodule() {
    files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = git@h:o/app.git\n");
    files_.put("/w/app/.git/modules/lib/config",
               "[core]\nworktree = ../../../lib\n[remote \"origin\"]\nurl = git@h:o/lib.git\n");
    files_.put("/w/app/lib/.git", "gitdir: ../.git/modules/lib\n");
  }
  int links_ = 0;
  fs::MemoryFileSystem files_;
};

TEST_F(ReadRepository, KnowsAnOrdinaryClone) {
  files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = git@h:o/app.git\n");
  files_.put("/w/app/.git/logs/HEAD", kInitial);
  const auto repository = *read_repository(files_, "/w/app");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->origin, "h/o/app");
  EXPECT_EQ(repository->main_root, "");
  EXPECT_EQ(repository->first_commit, "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7");
  EXPECT_FALSE(repository->shallow);
}

TEST_F(ReadRepository, FollowsALinkedWorktreeToItsRepository) {
  put_worktree();
  const auto repository = *read_repository(files_, "/w/fix");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->main_root, "/w/app");
  EXPECT_EQ(repository->origin, "file:/w/bare");  // as seen from the main one
  files_.put("/w/app/.git/worktrees/fix/gitdir", "../../../../fix/.git\n");
  EXPECT_TRUE(*read_repository(files_, "/w/fix"));
}

TEST_F(ReadRepository, TakesASubmoduleForARepositoryOfItsOwn) {
  put_submodule();
  const auto repository = *read_repository(files_, "/w/app/lib");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->origin, "h/o/lib");
  EXPECT_EQ(repository->main_root, "");
}

// rule: M10
TEST_F(ReadRepository, DoesNotBelieveAPointerToARepositoryThatKnowsNothingOfIt) {
  put_worktree();
  put_submodule();
  files_.put("/w/evil/gitdir/commondir", "/w/app/.git\n");
  files_.put("/w/evil/gitdir/gitdir", "/w/evil/.git\n");
  for (const char* target : {"/w/app/.git", "../app/.git", "/w/app/.git/worktrees/fix",
                             "/w/app/.git/modules/lib", "/w/evil/gitdir", "gitdir", "/w/nothing"}) {
    files_.put("/w/evil/.git", std::string("gitdir: ") + target + "\n");
    EXPECT_FALSE(*read_repository(files_, "/w/evil")) << target;
    EXPECT_FALSE(*read_head(files_, "/w/evil")) << target;
  }
  for (const char* target :
       {"/w/app/.git", "/w/app/.git/worktrees/fix", "/w/app/.git/modules/lib", "/w/evil/gitdir"}) {
    const std::string link = "/w/linked-" + std::to_string(links_++);
    files_.put_link(link + "/.git", target);
    EXPECT_FALSE(*read_repository(files_, link)) << target;
  }
  // A real `.git` whose files are another repository's.
  files_.put("/w/borrowed/.git/commondir", "../../app/.git\n");
  files_.put("/w/borrowed/.git/config", "[remote \"origin\"]\nurl = git@h:o/app.git\n");
  EXPECT_FALSE(*read_repository(files_, "/w/borrowed"));
}

// rule: M10
TEST_F(ReadRepository, DoesNotBelieveARepositoryWithAnotherWorkTree) {
  files_.put_directory("/w/other");
  for (const auto& [tree, believed] :
       std::initializer_list<std::pair<const char*, bool>>{{"/w/other", false},
                                                           {"../../other", false},
                                                           {"/w/app", true},
                                                           {"..", true},
                                                           {"", false}}) {
    files_.put("/w/app/.git/config", std::string("[core]\nworktree = ") + tree + "\n");
    EXPECT_EQ(read_repository(files_, "/w/app")->has_value(), believed) << tree;
  }
}

// rule: M10
TEST_F(ReadRepository, BelievesNothingOfAnotherUser) {
  put_worktree();
  files_.put_owner("/w/app/.git", 1);
  EXPECT_FALSE(*read_repository(files_, "/w/app"));
  EXPECT_FALSE(*read_repository(files_, "/w/fix"));
  files_.put_owner("/w/app/.git", fs::MemoryFileSystem::kUser);
  EXPECT_TRUE(*read_repository(files_, "/w/fix"));
  files_.put_owner("/w/fix/.git", 1);
  EXPECT_FALSE(*read_repository(files_, "/w/fix"));
}

// rule: M9
TEST_F(ReadRepository, ReadsWhatAWorktreeAddsToTheConfiguration) {
  put_worktree();
  const std::string config = files_.get("/w/app/.git/config");
  files_.put("/w/app/.git/worktrees/fix/config.worktree", "[url \"x\"]\ninsteadOf = /w/\n");
  EXPECT_EQ((*read_repository(files_, "/w/fix"))->origin, "file:/w/bare");
  files_.put("/w/app/.git/config", config + "[extensions]\nworktreeConfig = true\n");
  EXPECT_EQ((*read_repository(files_, "/w/fix"))->origin, "");
  EXPECT_EQ((*read_repository(files_, "/w/app"))->origin, "file:/w/bare");
  files_.put_link("/w/app/.git/config.worktree", "/w/bare/config");
  EXPECT_FALSE(*read_repository(files_, "/w/app"));
}

// rule: M9
TEST_F(ReadRepository, SaysWhenAUrlLeavesDoubt) {
  files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = \"http://e?@github.com/O/a\"\n");
  EXPECT_EQ((*read_repository(files_, "/w/app"))->origin, "");
  EXPECT_TRUE((*read_repository(files_, "/w/app"))->doubtful_url);
  files_.put("/w/app/.git/config", "[core]\n");
  EXPECT_FALSE((*read_repository(files_, "/w/app"))->doubtful_url);
  files_.put("/w/app/.git/config", "[broken\n");
  EXPECT_FALSE(*read_repository(files_, "/w/app"));
}

// rule: M9
TEST_F(ReadRepository, TakesDotsBehindALinkForDoubt) {
  files_.put_directory("/srv/git/app");
  files_.put_directory("/w/evil/srv/git/app");
  files_.put_directory("/w/evil/a/b");
  files_.put_link("/w/evil/link", "/w/evil/a/b");
  const auto origin = [&](const char* url) {
    files_.put("/w/app/.git/config", std::string("[remote \"origin\"]\nurl = ") + url + "\n");
    return (*read_repository(files_, "/w/app"))->origin;
  };
  // To the system that is /w/evil/srv/git/app.
  EXPECT_EQ(origin("/w/evil/link/../../srv/git/app"), "");
  EXPECT_EQ(origin("/w/evil/../../srv/git/app"), "file:/srv/git/app");
  EXPECT_EQ(origin("/w/evil/../../srv/git/gone"), "");
}

constexpr const char* kHead = "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7";

// rule: M3
TEST_F(ReadRepository, FindsTheCommitOfHead) {
  files_.put("/w/app/.git/HEAD", std::string(kHead) + "\n");
  ASSERT_TRUE(*read_head(files_, "/w/app"));
  EXPECT_EQ((*read_head(files_, "/w/app"))->commit, kHead);
  EXPECT_EQ((*read_head(files_, "/w/app"))->objects, "/w/app/.git/objects");
  files_.put("/w/app/.git/HEAD", "ref: refs/heads/main\n");
  EXPECT_FALSE(*read_head(files_, "/w/app"));
  files_.put("/w/app/.git/packed-refs", "# pack-refs with: peeled\n" + std::string(40, '1') +
                                            " refs/heads/mainly\n" + kHead + " refs/heads/main\n^" +
                                            std::string(40, '2') + "\n");
  EXPECT_EQ((*read_head(files_, "/w/app"))->commit, kHead);
  files_.put("/w/app/.git/refs/heads/main", std::string(40, '3') + "\n");
  EXPECT_EQ((*read_head(files_, "/w/app"))->commit, std::string(40, '3'));
  files_.put_link("/w/linked/.git/refs/heads", "/w/app/.git/refs/heads");
  files_.put("/w/linked/.git/HEAD", "ref: refs/heads/main\n");
  EXPECT_FALSE(*read_head(files_, "/w/linked"));
  for (const char* odd :
       {"ref: ../../x", "ref: refs/../../x", "ref: /etc/passwd", "--all", "HEAD", "", "ref:"}) {
    files_.put("/w/app/.git/HEAD", odd);
    EXPECT_FALSE(*read_head(files_, "/w/app")) << odd;
  }
}

// rule: M3, M9
TEST_F(ReadRepository, BelievesNoHistoryWhereItsConfigurationLeadsElsewhere) {
  files_.put("/w/app/.git/HEAD", std::string(kHead) + "\n");
  files_.put("/w/app/.git/logs/HEAD",
             std::string(40, '0') + " " + kHead + " A <a> 1 +0\tcommit (initial): x\n");
  const std::string origin = "[remote \"origin\"]\nurl = git@h:o/app.git\n";
  files_.put("/w/app/.git/config", origin);
  EXPECT_EQ((*read_repository(files_, "/w/app"))->first_commit, kHead);
  EXPECT_TRUE(*read_head(files_, "/w/app"));
  for (const char* elsewhere :
       {"[url \"git@evil:\"]\ninsteadOf = git@h:\n", "[http]\nproxy = http://evil\n",
        "[include]\npath = more\n", "[remote \"origin\"]\nurl =\n",
        "[remote \"origin\"]\nuploadpack = run\n"}) {
    files_.put("/w/app/.git/config", origin + elsewhere);
    EXPECT_EQ((*read_repository(files_, "/w/app"))->first_commit, "") << elsewhere;
    EXPECT_FALSE(*read_head(files_, "/w/app")) << elsewhere;
  }
}

TEST_F(ReadRepository, SeesThatAHistoryIsCutOff) {
  files_.put("/w/app/.git/config", "");
  files_.put("/w/app/.git/shallow", "1f0c\n");
  EXPECT_TRUE((*read_repository(files_, "/w/app"))->shallow);
}

TEST_F(ReadRepository, IsNothingWhereThereIsNoneOrItIsOdd) {
  files_.put_directory("/w/plain");
  EXPECT_FALSE(*read_repository(files_, "/w/plain"));
  files_.put("/w/odd/.git", "not a link\n");
  EXPECT_FALSE(*read_repository(files_, "/w/odd"));
  files_.put_directory("/w/empty/.git");
  ASSERT_TRUE(*read_repository(files_, "/w/empty"));
  EXPECT_EQ((*read_repository(files_, "/w/empty"))->origin, "");
}

}  // namespace
}  // namespace loci::store::repository_test
