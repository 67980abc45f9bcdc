#include "upkeep/reindex.h"

#include <cerrno>

#include "past/history.h"
#include "support/house.h"

namespace loci::upkeep::reindex_test {
namespace {

using Reindex = House;

// rule: I12, H6
TEST_F(Reindex, MendsWhatIsStaleAndIsNoOperationOtherwise) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "user", "x"));
  // The catalogs of search are made anew, and what is done for nothing is known (H6, H8); they
  // are no part of memory.
  const auto tree = [&] {
    auto all = files.tree("/");
    std::erase_if(all, [](const auto& file) {
      return file.first.find("/state/catalog/") != std::string::npos ||
             file.first.ends_with("/state/activity.jsonl");
    });
    return all;
  };
  const auto before = tree();
  EXPECT_EQ(upkeep::reindex(*memory, {}, false)->change.id, 0U);
  EXPECT_EQ(tree(), before);
  files.put(kGlobal + "MEMORY.md", "# Mine\n\n* [My A](a.md) — hook\n- [Gone](gone.md)\n");
  const auto reply = upkeep::reindex(*memory, {}, false);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->change.id, 0U);
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"),
            "# Mine\n\n- [B](b.md) - about b\n* [My A](a.md) — hook\n");
  EXPECT_EQ(past::history(*memory, {})->front().record.operation, "reindex");
}

// rule: I12
TEST_F(Reindex, DrySaysWhatIsStaleAndLeavesIt) {
  files.put(kGlobal + "a.md", note_file("A", "x"));
  files.put(kGlobal + "MEMORY.md", "- [Gone](gone.md)\n- [Gone](gone.md)\n");
  const auto before = files.tree("/");
  const auto reply = upkeep::reindex(*memory, {}, true);
  ASSERT_TRUE(reply) << message_of(reply);
  ASSERT_EQ(reply->rows.size(), 1U);
  EXPECT_TRUE(reply->rows[0].state.stale());
  EXPECT_EQ(files.tree("/"), before);
}

TEST_F(Reindex, TakesAnIndexAwayThatHasNothingLeftToSay) {
  files.put(kGlobal + "MEMORY.md", "- [Gone](gone.md)\n");
  ASSERT_TRUE(upkeep::reindex(*memory, {}, false));
  EXPECT_FALSE(files.exists(kGlobal + "MEMORY.md"));
}

TEST_F(Reindex, WritesNoIndexWithoutANoteThatItCannotRead) {
  files.put(kGlobal + "a.md", note_file("A", "x"));
  files.put(kGlobal + "MEMORY.md", "- [Gone](gone.md)\n");
  files.fail_look({"read " + kGlobal + "a.md", 1, EIO, true});
  EXPECT_FALSE(upkeep::reindex(*memory, {}, false));
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "- [Gone](gone.md)\n");
}

TEST_F(Reindex, GivesANoteThatIsTooLargeALineWithItsName) {
  files.put(kGlobal + "large.md", std::string((1U << 20U) + 1, 'x'));
  ASSERT_TRUE(upkeep::reindex(*memory, {}, false));
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), ::testing::HasSubstr("(large.md)"));
}

}  // namespace
}  // namespace loci::upkeep::reindex_test
