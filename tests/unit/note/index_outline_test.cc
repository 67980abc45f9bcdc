#include "note/index_outline.h"

#include <gtest/gtest.h>

namespace loci::note::index_outline_test {
namespace {

// rule: RM48
TEST(IndexOutline, IsEmptyWhereLociMadeEveryLine) {
  EXPECT_EQ(index_outline("- [A](a.md) - one\n- [B](b.md) - two\n", {}), "");
  EXPECT_EQ(index_outline("", {}), "");
  EXPECT_EQ(index_outline("\n\n", {}), "");
}

TEST(IndexOutline, HasTheProseAndTheHooksThatPeopleWorded) {
  EXPECT_EQ(
      index_outline("# Known\n\nFrozen in May.\n\n- [A](a.md) - one\n- [B](b.md) — my words\n",
                    {"b.md"}),
      "# Known\n\nFrozen in May.\n\n- [b](b.md) — my words\n");
}

TEST(IndexOutline, LeavesOneBlankLineWhereTheListStood) {
  EXPECT_EQ(index_outline("Above.\n\n- [A](a.md) - one\n\nBelow.\n", {}), "Above.\n\nBelow.\n");
  EXPECT_EQ(index_outline("- [A](a.md) - one\n\nBelow.\n", {}), "Below.\n");
  EXPECT_EQ(index_outline("Above.\n\n- [A](a.md) - one\n", {}), "Above.\n");
}

TEST(IndexOutline, IsTheSameWithOtherLineEndings) {
  EXPECT_EQ(index_outline("\xEF\xBB\xBF# Known\r\n\r\n- [A](a.md) - one\r\n", {}), "# Known\n");
}

TEST(IndexOutline, SaysWhereEntriesStandThatAreBelowSeveralHeadings) {
  EXPECT_EQ(index_outline("## Deploys\n\n- [A](a.md) - one\n\n## Style\n\n- [B](b.md) - two\n", {}),
            "## Deploys\n\n- [a](a.md)\n\n## Style\n\n- [b](b.md)\n");
}

TEST(IndexOutline, DoesNotCountAnEntryThatIsThereTwiceAsAnotherList) {
  EXPECT_EQ(
      index_outline("- [A](a.md) - one\n- [B](b.md) - two\n\nProse.\n\n- [A](a.md) - one\n", {}),
      "Prose.\n");
}

TEST(IndexOutline, DoesNotDependOnWhatNotesAreCalled) {
  const Files by_hand{"a.md"};
  EXPECT_EQ(index_outline("- [One](a.md) - mine\n", by_hand),
            index_outline("- [Two](a.md) - mine\n", by_hand));
}

TEST(IndexOutline, KeepsWhatOnlyLooksLikeAnEntry) {
  const std::string text = "```\n- [A](a.md) - in a code block\n```\n<!-- - [B](b.md) -->\n";
  EXPECT_EQ(index_outline(text, {}), text);
}

TEST(FilledIn, TakesLinesAsTheyStandAndMakesTheOthers) {
  const std::vector<NoteLine> notes{{"a.md", "A", "one"}, {"b.md", "B", "two"}};
  EXPECT_EQ(filled_in("# Known\n\n- [b](b.md)\n- [a](a.md)\n- [c](c.md)\n", "* [A](a.md) - one\n",
                      {}, notes),
            "# Known\n\n- [B](b.md) - two\n* [A](a.md) - one\n");
}

TEST(FilledIn, ListsWhatTheSkeletonDoesNotNameAtTheEnd) {
  const std::vector<NoteLine> notes{{"a.md", "A", "one"}, {"b.md", "B", ""}};
  EXPECT_EQ(filled_in("Prose.\n", "- [A](a.md) - one\n- [B](b.md)\n", {}, notes),
            "Prose.\n\n- [A](a.md) - one\n- [B](b.md)\n");
}

TEST(FilledIn, KeepsAWordedEntryWhoseNoteIsNotThere) {
  EXPECT_EQ(filled_in("- [x](x.md) — my words\n", "", {}, {}), "- [x](x.md) — my words\n");
}

TEST(FilledIn, KeepsLineEndings) {
  EXPECT_EQ(filled_in("Prose.\n", "Old.\r\n", {}, {}), "Prose.\r\n");
}

}  // namespace
}  // namespace loci::note::index_outline_test
