#include "memory/memories.h"

#include <gmock/gmock.h>

#include "memory/memory.h"
#include "memory/session.h"
#include "support/memory_file_system.h"

namespace loci::memory::memories_test {

namespace {

class MemoriesTest : public ::testing::Test {
 protected:
  MemoriesTest() {
    files.put_directory("/h/projects/w-1");
    files.put_directory("/w");
    files.put("/h/projects/w-1/project.json",
              R"({"version":1,"slug":"w-1","paths":["/gone","/w"]})");
  }
  Result<Memories::Loan> lend(const std::string& workspace) {
    Tenant tenant;
    tenant.workspace = workspace;
    return memories.lend(tenant);
  }

  fs::MemoryFileSystem files;
  FixedClock clock{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log;
  Memories memories{files, clock, log, "/h", Environment(), Session()};
};

}  // namespace

TEST_F(MemoriesTest, LendsTheSameOneAgainAndNeverTwice) {
  const Memory* first = nullptr;
  {
    const auto loan = lend("");
    ASSERT_TRUE(loan) << loan.error().message;
    first = &**loan;
    const auto second = lend("");
    ASSERT_TRUE(second);
    EXPECT_NE(&**second, first);
  }
  const auto again = lend("");
  const auto other = lend("");
  EXPECT_TRUE(&**again == first || &**other == first);
}

// rule: Z11
TEST_F(MemoriesTest, KnowsAWorkspaceByItsSlugOnly) {
  const auto loan = lend("w-1");
  ASSERT_TRUE(loan) << loan.error().message;
  EXPECT_EQ((*loan)->scopes().workspace()->root, "/w");
  EXPECT_EQ((*loan)->scopes().slug(), "w-1");
  EXPECT_EQ(lend("w-2").error().kind, ErrorKind::NotFound);
  for (const char* path : {"/w", "..", ".", "w-1/../w-1", "w 1", "w-1\n"}) {
    EXPECT_EQ(lend(path).error().kind, ErrorKind::InvalidInput) << path;
  }
}

// rule: Z11
TEST_F(MemoriesTest, OpensAnewWhatChanged) {
  EXPECT_FALSE((*lend("w-1"))->scopes().workspace()->has_loci);
  files.put_directory("/w/.loci/memory");
  EXPECT_TRUE((*lend("w-1"))->scopes().workspace()->has_loci);
  EXPECT_EQ((*lend(""))->config().disabled(), "");
  files.put("/h/config.toml", "enabled = false\n");
  EXPECT_NE((*lend(""))->config().disabled(), "");
}

}  // namespace loci::memory::memories_test
