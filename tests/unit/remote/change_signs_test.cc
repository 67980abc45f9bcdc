#include "remote/change_signs.h"

#include <gtest/gtest.h>

#include "support/memory_file_system.h"

namespace loci::remote {
namespace {

using namespace std::chrono_literals;

const ChangeSigns::Time kBegin{std::chrono::hours(1)};

// rule: RM40
TEST(ChangeSigns, AreSeenOnceForEachChangeOfTheJournal) {
  fs::MemoryFileSystem files;
  files.put("/h/memory/a.md", "text");
  files.put("/h/state/journal/2026-11.jsonl", "1\n");
  ChangeSigns signs(files, "/h");
  EXPECT_TRUE(signs.changed(kBegin));
  EXPECT_FALSE(signs.changed(kBegin + 1ms));
  files.put("/h/state/journal/2026-11.jsonl", "1\n2\n");
  EXPECT_TRUE(signs.changed(kBegin + 2ms));
  EXPECT_FALSE(signs.changed(kBegin + 3ms));
}

// rule: RM40
TEST(ChangeSigns, OfFilesThatSomebodyElseWroteAreSeenWithTheNextSweep) {
  fs::MemoryFileSystem files;
  files.put("/h/memory/a.md", "text");
  files.put("/h/projects/p/agents/x/b.md", "text");
  ChangeSigns signs(files, "/h");
  auto now = std::chrono::steady_clock::now();
  EXPECT_TRUE(signs.changed(now));
  const auto later = [&] { return now += 10min; };
  EXPECT_FALSE(signs.changed(later()));
  files.put("/h/memory/a.md", "another text");
  EXPECT_TRUE(signs.changed(later()));
  files.put("/h/projects/p/agents/x/b.md", "deeper down");
  EXPECT_TRUE(signs.changed(later()));
  files.put("/h/memory/new.md", "a new one");
  EXPECT_TRUE(signs.changed(later()));
  files.take("/h/memory/new.md");
  EXPECT_TRUE(signs.changed(later()));
  files.put("/h/state/catalog/x", "a machine's own file");
  files.put("/h/memory/.hidden", "and a hidden one");
  EXPECT_FALSE(signs.changed(later()));
}

TEST(ChangeSigns, OfAHomeThatIsNotThereAreNone) {
  fs::MemoryFileSystem files;
  ChangeSigns signs(files, "/h");
  EXPECT_TRUE(signs.changed(kBegin));
  EXPECT_FALSE(signs.changed(kBegin + 10min));
}

}  // namespace
}  // namespace loci::remote
