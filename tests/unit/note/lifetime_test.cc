#include "note/lifetime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note::lifetime_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kNote =
    "---\nname: X\ntype: user\nmetadata:\n  expires: 2026-11-14\n  review_by: 2026-11-15\n"
    "  supersedes: [old.md, Another Title]\n---\n\nbody\n";

// rule: D20, D22
TEST(Lifetime, IsOverTheDayAfterAndDueOnTheDay) {
  const Lifetime life = lifetime_in(kNote);
  EXPECT_FALSE(life.is_expired("2026-11-14"));
  EXPECT_TRUE(life.is_expired("2026-11-15"));
  EXPECT_FALSE(life.is_due("2026-11-14"));
  EXPECT_TRUE(life.is_due("2026-11-15"));
  EXPECT_THAT(life.supersedes, ElementsAre("old.md", "Another Title"));
}

// rule: D20
TEST(Lifetime, OfWhatIsNoDateIsNotOver) {
  const Lifetime life =
      lifetime_in("---\nname: X\nmetadata:\n  expires: soon\n  supersedes: one\n---\n\nx\n");
  EXPECT_EQ(life.expires, "");
  EXPECT_THAT(life.supersedes, ElementsAre("one"));
  EXPECT_TRUE(lifetime_in("expires tomorrow, supersedes nothing").says_nothing());
  EXPECT_THAT(lifetime_in("---\nmetadata: [1]\n---\nexpires").supersedes, IsEmpty());
}

// rule: D21
TEST(Lifetime, NamesANoteByItsFileOrItsTitle) {
  EXPECT_TRUE(names_note("old.md", "old.md", "Title"));
  EXPECT_TRUE(names_note("Old", "old.md", "Title"));
  EXPECT_TRUE(names_note("TITLE", "old.md", "Title"));
  EXPECT_FALSE(names_note("older", "old.md", "Title"));
  EXPECT_FALSE(names_note("", "old.md", ""));
}

// rule: D24
TEST(Lifetime, IsChangedInItsLineAlone) {
  const auto moved = set_date(kNote, "expires", "2027-01-31");
  ASSERT_TRUE(moved);
  EXPECT_EQ(*moved,
            "---\nname: X\ntype: user\nmetadata:\n  expires: 2027-01-31\n  review_by: 2026-11-15\n"
            "  supersedes: [old.md, Another Title]\n---\n\nbody\n");
  const auto gone = set_date("---\nname: X\nmetadata:\n  expires: 2026-11-14\n---\n\nexpires: x\n",
                             "expires", std::nullopt);
  ASSERT_TRUE(gone);
  EXPECT_EQ(*gone, "---\nname: X\n---\n\nexpires: x\n");
  EXPECT_FALSE(set_date("---\nmetadata: {expires: 2026-11-14}\n---\n", "expires", std::nullopt));
}

}  // namespace
}  // namespace loci::note::lifetime_test
