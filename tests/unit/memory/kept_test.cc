#include "memory/kept.h"

#include <gtest/gtest.h>

namespace loci::memory::kept_test {
namespace {

std::string row(std::string_view path) {
  const Kept* const found = kept_file(path);
  return found == nullptr ? "none" : std::string(found->path);
}

TEST(KeptFile, IsKnownByItsPathBelowTheHome) {
  EXPECT_EQ(row("config.toml"), "config.toml");
  EXPECT_EQ(row("memory/a.md"), "memory/*.md");
  EXPECT_EQ(row("projects/app-1/memory/MEMORY.md"), "projects/*/memory/*.md");
  EXPECT_EQ(row("projects/app-1/agents/dev/memory/a.md"), "projects/*/agents/*/memory/*.md");
  EXPECT_EQ(row("apply.state"), "apply*.state");
  EXPECT_EQ(row("projects/app-1/apply-0123abcd.state"), "projects/*/apply*.state");
  EXPECT_EQ(row("state/journal/2026-11.jsonl"), "state/journal/*.jsonl");
  EXPECT_EQ(row("state/journal/2026-11.jsonl.new"), "state/journal/*.jsonl.new");
  EXPECT_EQ(row("state/remotes/home/agreed.json"), "state/remotes/*/agreed.json");
}

TEST(KeptFile, OfACopyOfAGitRemoteIsKnownHoweverDeepItLies) {
  EXPECT_EQ(row("state/remotes/home/git/HEAD"), "state/remotes/*/git/**");
  EXPECT_EQ(row("state/remotes/home/git/objects/pack/pack-1.pack"), "state/remotes/*/git/**");
  EXPECT_EQ(row("state/remotes/home/other/HEAD"), "none");
}

TEST(KeptFile, IsNoneOfADirectoryThatNobodyKnows) {
  EXPECT_EQ(row("memory/sub/a.md"), "none") << "a star is one name";
  EXPECT_EQ(row("other/config.toml"), "none");
  EXPECT_EQ(row("state/journal/notes.txt"), "none");
  EXPECT_EQ(row(""), "none");
}

// rule: U12
TEST(KeptFile, ThatIsBeingWrittenIsKnownInAnyDirectory) {
  EXPECT_EQ(row("memory/.loci-123-0.tmp"), "*.tmp");
  EXPECT_EQ(row("state/sessions/.loci-123-0.tmp"), "*.tmp")
      << "also where every name is another row's";
  EXPECT_EQ(row(".loci-123-0.tmp/a.md"), "*.tmp") << "a place that is filled aside";
}

}  // namespace
}  // namespace loci::memory::kept_test
