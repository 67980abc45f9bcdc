#include "fs/walk.h"

#include "unit/fs/world.h"

namespace loci::fs::testing::walk_test {
namespace {

using ::testing::ElementsAre;

class Walking : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* path : {"/w/b.md", "/w/a/2.md", "/w/a/1.md", "/w/a/deep/x.md", "/w/c/y.md"}) {
      files_.put(path, "text");
    }
    files_.put_link("/w/link", "/w/a");
  }
  std::unique_ptr<Root> open() { return std::move(*files_.open("/w", Modes::Private)); }

  MemoryFileSystem files_;
};

TEST_F(Walking, GoesDepthFirstInByteOrderAndFollowsNoLink) {
  std::vector<std::string> seen;
  const auto root = open();
  ASSERT_TRUE(walk(*root, [&](const Walked& walked) -> Result<bool> {
    seen.push_back(walked.path);
    return true;
  }));
  EXPECT_THAT(seen, ElementsAre("a", "a/1.md", "a/2.md", "a/deep", "a/deep/x.md", "b.md", "c",
                                "c/y.md", "link"));
}

TEST_F(Walking, EntersADirectoryOnlyWhenItIsTold) {
  std::vector<std::string> seen;
  const auto root = open();
  ASSERT_TRUE(walk(*root, [&](const Walked& walked) -> Result<bool> {
    if (walked.entry.kind == Kind::File) seen.push_back(walked.path);
    return walked.depth == 0 && walked.entry.name != "c";
  }));
  EXPECT_THAT(seen, ElementsAre("a/1.md", "a/2.md", "b.md"));
}

TEST_F(Walking, StopsAtTheFirstError) {
  int seen = 0;
  const auto root = open();
  const auto walked = walk(*root, [&](const Walked&) -> Result<bool> {
    if (++seen == 2) return fail(io_error("enough"));
    return true;
  });
  ASSERT_FALSE(walked);
  EXPECT_EQ(walked.error().message, "enough");
  EXPECT_EQ(seen, 2);
}

TEST_F(Walking, NamesOfOneKindAreSorted) {
  const auto names = sorted_names(*open(), Kind::Directory);
  ASSERT_TRUE(names);
  EXPECT_THAT(*names, ElementsAre("a", "c"));
}

}  // namespace
}  // namespace loci::fs::testing::walk_test
