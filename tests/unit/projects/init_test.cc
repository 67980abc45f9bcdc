#include "projects/init.h"

#include "support/house.h"

namespace loci::projects::init_test {
namespace {

using Init = House;

// rule: S17
TEST_F(Init, AddsWhatTheGitignoreOfAnOlderVersionLacks) {
  const std::string ignored = "/home/u/app/.loci/.gitignore";
  files.put_directory("/home/u/app/.loci/memory");
  files.put(ignored, "vars.local\n.lock\n");
  files.put("/home/u/app/.loci/.gitattributes", "# mine\n");
  enter();
  ASSERT_TRUE(projects::init(*memory, true));
  EXPECT_EQ(files.get(ignored), "vars.local\n.lock\n");
  const auto done = projects::init(*memory, false);
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_FALSE(done->created);
  EXPECT_EQ(files.get(ignored), "vars.local\n.lock\n.loci-*.tmp\n");
  for (const char* own : {"vars.local\n.lock\n# mine\n", "", "*"}) {
    files.put(ignored, own);
    ASSERT_TRUE(projects::init(*memory, false));
    EXPECT_EQ(files.get(ignored), own) << "the user's";
  }
}

// rule: S17, W34
TEST_F(Init, SweepsWhatAKilledOneLeft) {
  files.put("/home/u/app/.loci/.loci-2147483647-0.tmp", "vars.l");
  enter();
  ASSERT_TRUE(projects::init(*memory, false));
  EXPECT_FALSE(files.exists("/home/u/app/.loci/.loci-2147483647-0.tmp"));
}

// rule: S17
TEST_F(Init, MakesTheSharedMemoryAndMovesNothing) {
  ASSERT_TRUE(remember("Fact", "x"));
  const auto plan = projects::init(*memory, true);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->created);
  EXPECT_FALSE(files.exists("/home/u/app/.loci"));
  const auto made = projects::init(*memory, false);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->private_notes, 1U);
  EXPECT_EQ(files.get("/home/u/app/.loci/.gitignore"), "vars.local\n.lock\n.loci-*.tmp\n");
  EXPECT_TRUE(files.exists(kPrivate + "fact.md"));
  enter();
  const auto before = files.tree("/");
  EXPECT_FALSE(projects::init(*memory, false)->created);
  EXPECT_EQ(files.tree("/"), before);
}

// rule: S3, S17
TEST_F(Init, RefusesTheUsersHomeEvenBeforeItIsOne) {
  enter("", false, "/home/u");
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
  EXPECT_FALSE(files.exists(kHome));
}

// rule: S19, P5
TEST_F(Init, RefusesEphemeralSessionsAndLinks) {
  enter("", true);
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
  files.put_directory("/elsewhere");
  files.put_link("/home/u/app/.loci", "/elsewhere");
  enter();
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
}

}  // namespace
}  // namespace loci::projects::init_test
