#include "store/workspace.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/log.h"
#include "support/memory_file_system.h"

namespace loci::store::workspace_test {
namespace {

class WorkspaceTest : public ::testing::Test {
 protected:
  WorkspaceTest() { files_.put_directory("/home/u/.loci/state"); }

  std::string root_of(const std::string& directory) {
    files_.put_directory(directory);
    const auto workspace = find_workspace(files_, directory, homes_);
    return workspace ? workspace->root : workspace.error().message;
  }
  Workspace found(const std::string& directory) {
    return *find_workspace(files_, directory, homes_);
  }

  fs::MemoryFileSystem files_;
  HomePaths homes_{"/home/u/.loci", "/home/u"};
};

// rule: S2
TEST_F(WorkspaceTest, IsTheNearestDirectoryWithAMark) {
  files_.put("/home/u/app/.git/HEAD", "");
  EXPECT_EQ(root_of("/home/u/app/src/deep"), "/home/u/app");
  EXPECT_EQ(root_of("/home/u/app"), "/home/u/app");
  files_.put_directory("/home/u/app/part/.loci");
  EXPECT_EQ(root_of("/home/u/app/part/src"), "/home/u/app/part");
  files_.put("/home/u/app/part/module/.git", "gitdir: elsewhere");
  EXPECT_EQ(root_of("/home/u/app/part/module/x"), "/home/u/app/part/module");
}

// rule: S4
TEST_F(WorkspaceTest, IsTheDirectoryItselfWhereThereIsNoMark) {
  EXPECT_EQ(root_of("/srv/data/x"), "/srv/data/x");
  EXPECT_EQ(root_of("/"), "/");
}

// rule: S3
TEST_F(WorkspaceTest, IsNotMarkedByAHome) {
  EXPECT_EQ(root_of("/home/u/docs"), "/home/u/docs");  // ~/.loci, which has state/
  files_.put_directory("/srv/home/.loci");
  homes_.home = "/srv/home/.loci";
  EXPECT_EQ(root_of("/srv/home/docs"), "/srv/home/docs");  // $LOCI_HOME, still empty
  files_.put_directory("/other/.loci/state");
  EXPECT_EQ(root_of("/other/docs"), "/other/docs");  // somebody's home
  homes_.user_home = "/fresh";
  files_.put_directory("/fresh/.loci");
  EXPECT_EQ(root_of("/fresh/docs"), "/fresh/docs");  // ~/.loci before its first write
}

// rule: S3
TEST_F(WorkspaceTest, IsNotMarkedByALinkToAHome) {
  files_.put_link("/home/u/work/.loci", "/home/u/.loci");
  EXPECT_EQ(root_of("/home/u/work/x"), "/home/u/work/x");
  homes_.home = "/link";
  files_.put_link("/link", "/real");
  files_.put_directory("/real");
  files_.put_link("/w/.loci", "/real");
  EXPECT_EQ(root_of("/w/x"), "/w/x");
}

// A repository below a home's directory is a workspace like any other. rule: S2, S3
TEST_F(WorkspaceTest, MayHoldAHomeOrLieBesideOne) {
  files_.put("/home/u/.git/HEAD", "");  // dotfiles in git
  EXPECT_EQ(root_of("/home/u/docs"), "/home/u");
  EXPECT_FALSE(found("/home/u/docs").has_loci);
}

// rule: P5
TEST_F(WorkspaceTest, IsMarkedByALinkThatIsRefusedWhenItIsUsed) {
  files_.put_directory("/elsewhere");
  files_.put_link("/w/.loci", "/elsewhere");
  EXPECT_EQ(root_of("/w/src"), "/w");
  EXPECT_TRUE(found("/w/src").has_loci);
}

TEST_F(WorkspaceTest, IsNotMarkedByAFileCalledLoci) {
  files_.put("/w/.loci", "a file");
  EXPECT_EQ(root_of("/w/src"), "/w/src");
}

// rule: S4
TEST_F(WorkspaceTest, IsNotLookedForOnAnotherFileSystem) {
  files_.put("/.git/HEAD", "");
  files_.put_device("/mnt", 7);
  files_.put_device("/mnt/disk", 7);
  EXPECT_EQ(root_of("/mnt/disk"), "/mnt/disk");
  files_.put("/mnt/.git/HEAD", "");
  EXPECT_EQ(root_of("/mnt/disk"), "/mnt");
}

// rule: S6
TEST_F(WorkspaceTest, IsCanonical) {
  files_.put("/home/u/app/.git/HEAD", "");
  files_.put_link("/home/u/link", "app");
  EXPECT_EQ(root_of("/home/u/link"), "/home/u/app");
  EXPECT_EQ(found("/home/u/link").slug, "app-59a4a65d");
  files_.put_directory("/srv/app/.loci");
  EXPECT_EQ(found("/srv/app").slug, "app-54e2c46f");
}

// rule: S5
TEST_F(WorkspaceTest, CanBeNamed) {
  files_.put("/home/u/app/.git/HEAD", "");
  files_.put_directory("/home/u/app/src/xcaf");
  const auto named = workspace_at(files_, "/home/u/app/src", homes_);
  ASSERT_TRUE(named);
  EXPECT_EQ(named->root, "/home/u/app/src");
  EXPECT_TRUE(named->has_xcaf);
  EXPECT_FALSE(named->has_loci);
  for (const char* bad : {"/none", "/home/u/app/.git/HEAD"}) {
    const auto refused = workspace_at(files_, bad, homes_);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().kind, ErrorKind::InvalidInput);
  }
}

}  // namespace
}  // namespace loci::store::workspace_test
