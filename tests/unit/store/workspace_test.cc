#include "store/workspace.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/log.h"
#include "fs/memory_file_system.h"

namespace loci::store {
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

class ProjectFile : public WorkspaceTest {
 protected:
  Result<> record(const Workspace& workspace) {
    MemoryLog log;
    const auto store = Store::open(files_, clock_, log, "/home/u/.loci");
    return record_workspace(**store, workspace);
  }
  std::string path_ = "/home/u/.loci/projects/app-59a4a65d/project.json";
  Workspace app_{"/home/u/app", "app-59a4a65d", false, false};
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
};

// rule: S8
TEST_F(ProjectFile, RecordsTheWorkspaceOnce) {
  ASSERT_TRUE(record(app_));
  EXPECT_EQ(files_.get(path_),
            "{\n  \"version\": 1,\n  \"slug\": \"app-59a4a65d\",\n  \"paths\": [\n"
            "    \"/home/u/app\"\n  ]\n}\n");
  files_.reset_calls();
  ASSERT_TRUE(record(app_));
  EXPECT_EQ(files_.calls(), 0U);
}

// rule: S8
TEST_F(ProjectFile, KeepsUnknownKeysAndOtherPaths) {
  files_.put(path_, R"({"version":1,"mine":true,"slug":"app-59a4a65d","paths":["/old"]})");
  ASSERT_TRUE(record(app_));
  const Json json = *parse_json(files_.get(path_));
  EXPECT_EQ(json["mine"], true);
  EXPECT_EQ(json["paths"], (Json{"/old", "/home/u/app"}));
}

TEST_F(ProjectFile, IsNotOverwrittenWhenItIsBroken) {
  files_.put(path_, "{ not json");
  const auto refused = record(app_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(files_.get(path_), "{ not json");
}

// rule: S7
TEST_F(ProjectFile, IsOneForEachWorkspace) {
  ASSERT_TRUE(record(app_));
  ASSERT_TRUE(record({"/srv/app", "app-54e2c46f", false, false}));
  EXPECT_NE(files_.get("/home/u/.loci/projects/app-54e2c46f/project.json").find("/srv/app"),
            std::string::npos);
  EXPECT_EQ(files_.get(path_).find("/srv/app"), std::string::npos);
  EXPECT_NE(private_place(app_.slug).key, private_place("app-54e2c46f").key);
}

}  // namespace
}  // namespace loci::store
