#include "store/repository.h"

#include <gtest/gtest.h>

#include "fs/memory_file_system.h"

namespace loci::store {
namespace {

// rule: M2
TEST(NormalisedUrl, IsOneForEveryWayToWriteARemote) {
  for (const char* url :
       {"git@github.com:Owner/app.git", "https://github.com/Owner/app",
        "ssh://git@github.com/Owner/app", "ssh://git@github.com:22/Owner/app/",
        "https://user:secret@GitHub.com:443/Owner/app.git/", "git://github.com:9418/Owner/app",
        "  https://github.com/Owner/app.git "}) {
    EXPECT_EQ(normalised_url(url, "/r"), "github.com/Owner/app") << url;
  }
}

// rule: M2
TEST(NormalisedUrl, TellsApartWhatIsNotTheSame) {
  EXPECT_EQ(normalised_url("https://github.com/owner/app", "/r"), "github.com/owner/app");
  EXPECT_EQ(normalised_url("https://git.example:8443/a/b.git", "/r"), "git.example:8443/a/b");
  EXPECT_EQ(normalised_url("git@host:app", "/r"), "host/app");
  EXPECT_EQ(normalised_url("", "/r"), "");
}

// rule: M2
TEST(NormalisedUrl, MakesAPathAbsolute) {
  EXPECT_EQ(normalised_url("/srv/git/app.git", "/r"), "file:/srv/git/app");
  EXPECT_EQ(normalised_url("file:///srv/git/app.git/", "/r"), "file:/srv/git/app");
  EXPECT_EQ(normalised_url("../app.git", "/home/u/clone"), "file:/home/u/app");
  EXPECT_EQ(normalised_url("./odd:name", "/r"), "file:/r/odd:name");
}

TEST(NormalisedUrl, KeepsNoPassword) {
  EXPECT_EQ(normalised_url("https://x:p@ss@host/a", "/r").find("p@ss"), std::string::npos);
}

// rule: M2
TEST(OriginUrl, IsReadAsGitReadsIt) {
  EXPECT_EQ(origin_url("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://h/a\n"),
            "https://h/a");
  EXPECT_EQ(origin_url("[ReMote \"origin\"] ; mine\n  URL=\"https://h/a b\" # there\n"),
            "https://h/a b");
  EXPECT_EQ(origin_url("[remote \"upstream\"]\nurl = https://h/u\n"), "");
  EXPECT_EQ(origin_url("[remote \"Origin\"]\nurl = https://h/u\n"), "");
  EXPECT_EQ(origin_url("[remote \"origin\"]\nfetch = x\n[branch \"url\"]\nurl = no\n"), "");
  EXPECT_EQ(origin_url("# url = x\n"), "");
}

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
  fs::MemoryFileSystem files_;
};

TEST_F(ReadRepository, KnowsAnOrdinaryClone) {
  files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = git@h:o/app.git\n");
  files_.put("/w/app/.git/logs/HEAD", kInitial);
  const auto repository = read_repository(files_, "/w/app");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->origin, "h/o/app");
  EXPECT_EQ(repository->main_root, "");
  EXPECT_EQ(repository->first_commit, "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7");
  EXPECT_FALSE(repository->shallow);
}

TEST_F(ReadRepository, FollowsALinkedWorktreeToItsRepository) {
  files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = ../bare\n");
  files_.put("/w/app/.git/worktrees/fix/commondir", "../..\n");
  files_.put("/w/fix/.git", "gitdir: /w/app/.git/worktrees/fix\n");
  const auto repository = read_repository(files_, "/w/fix");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->main_root, "/w/app");
  EXPECT_EQ(repository->origin, "file:/w/bare");  // as seen from the main one
}

TEST_F(ReadRepository, TakesASubmoduleForARepositoryOfItsOwn) {
  files_.put("/w/app/.git/config", "[remote \"origin\"]\nurl = git@h:o/app.git\n");
  files_.put("/w/app/.git/modules/lib/config", "[remote \"origin\"]\nurl = git@h:o/lib.git\n");
  files_.put("/w/app/lib/.git", "gitdir: ../.git/modules/lib\n");
  const auto repository = read_repository(files_, "/w/app/lib");
  ASSERT_TRUE(repository);
  EXPECT_EQ(repository->origin, "h/o/lib");
  EXPECT_EQ(repository->main_root, "");
}

TEST_F(ReadRepository, SeesThatAHistoryIsCutOff) {
  files_.put("/w/app/.git/config", "");
  files_.put("/w/app/.git/shallow", "1f0c\n");
  EXPECT_TRUE(read_repository(files_, "/w/app")->shallow);
}

TEST_F(ReadRepository, IsNothingWhereThereIsNoneOrItIsOdd) {
  files_.put_directory("/w/plain");
  EXPECT_FALSE(read_repository(files_, "/w/plain"));
  files_.put("/w/odd/.git", "not a link\n");
  EXPECT_FALSE(read_repository(files_, "/w/odd"));
  files_.put_directory("/w/empty/.git");
  ASSERT_TRUE(read_repository(files_, "/w/empty"));
  EXPECT_EQ(read_repository(files_, "/w/empty")->origin, "");
}

}  // namespace
}  // namespace loci::store
