#include "memory/kept.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/memory_file_system.h"
#include "support/trial.h"

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

constexpr const char* kRemote = "/h/state/remotes/hub";

void put_copy(fs::MemoryFileSystem& files) {
  for (const std::string_view file :
       {"HEAD", "loci-recent", "objects/pack/a", "objects/pack/b", "refs/loci/fetched"}) {
    files.put(fmt::format("{}/git/{}", kRemote, file), file);
  }
  files.put(fmt::format("{}/remote.json", kRemote), "{}");
}

Result<> remove_copy(fs::MemoryFileSystem& files) {
  FixedClock clock = loci::testing::story_clock();
  MemoryLog log;
  LOCI_ASSIGN(const auto store, store::Store::open(files, clock, log, "/h"));
  return remove_mirror(*store, "hub");
}

// rule: RM81
TEST(RemovedCopyOfARemote, IsWholeOrNotInItsPlaceWhereverThatDies) {
  const std::string place = fmt::format("{}/git", kRemote);
  for (std::uint64_t n = 1;; ++n) {
    fs::MemoryFileSystem files;
    put_copy(files);
    const auto whole = files.tree(place);
    files.reset_calls();
    files.die_at(n);
    const auto removed = remove_copy(files);
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      const auto next = files.after_some(seed);
      const auto left = next->tree(place);
      EXPECT_TRUE(left.empty() || left == whole) << n << " " << seed;
      ASSERT_TRUE(remove_copy(*next)) << n;
      EXPECT_FALSE(next->exists(place)) << n;
      EXPECT_EQ(next->tree(kRemote).size(), 1U) << n << ": of the copy nothing is left anywhere";
    }
    if (removed) break;
  }
}

}  // namespace
}  // namespace loci::memory::kept_test
