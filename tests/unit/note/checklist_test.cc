#include "note/checklist.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note::checklist_test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::string_view kPad =
    "# Plan\n- [ ] write tests\n  * [x] done thing\n\t- [ ] Fix Bug\n- [] no\n-[ ] no\n+ [ ] no\n"
    "* [X] also done\nwords - [ ] no\n* [ ]\n";

// rule: T2
TEST(ChecklistItems, AreNumberedWithTheirLine) {
  const auto items = checklist_items(kPad);
  ASSERT_THAT(items, SizeIs(5));
  EXPECT_EQ(items[0].text, "write tests");
  EXPECT_EQ(items[0].line, 2U);
  EXPECT_FALSE(items[0].done);
  EXPECT_TRUE(items[1].done);
  EXPECT_EQ(items[2].number, 3U);
  EXPECT_EQ(items[2].line, 4U);
  EXPECT_TRUE(items[3].done);
  EXPECT_EQ(items[4].text, "");
}

// rule: T2
TEST(OpenItems, StandAsTheyAre) {
  EXPECT_EQ(open_items(kPad), "- [ ] write tests\n\t- [ ] Fix Bug\n* [ ]\n");
  EXPECT_EQ(open_items("- [x] a\nwords\n"), "");
  EXPECT_EQ(open_items("- [ ] a\r\n- [ ] b"), "- [ ] a\r\n- [ ] b");
}

// rule: T1
TEST(AppendText, PutsANewlineBetweenAndOneAtTheEnd) {
  EXPECT_EQ(append_text("a", "b"), "a\nb\n");
  EXPECT_EQ(append_text("a\n", "b\n"), "a\nb\n");
  EXPECT_EQ(append_text("", "b"), "b\n");
  EXPECT_EQ(append_text("a", ""), "a");
  EXPECT_EQ(append_text("a\r\nb", "c"), "a\r\nb\r\nc\r\n");
}

// rule: T3
TEST(AddItem, IsOneOpenLineAtTheEnd) {
  EXPECT_EQ(add_item("", "one"), "- [ ] one\n");
  EXPECT_EQ(add_item("# Plan", " two\nlines "), "# Plan\n- [ ] two lines\n");
}

// rule: T4
TEST(TickItem, ByNumber) {
  EXPECT_EQ(tick_item("- [ ] a\n- [ ] b\n", "2").value(), "- [ ] a\n- [x] b\n");
  EXPECT_EQ(tick_item("- [x] a\n- [ ] b\n", "1").error().kind, ErrorKind::NotFound);
  EXPECT_EQ(tick_item("- [ ] a\n", "2").error().kind, ErrorKind::NotFound);
}

// rule: T4
TEST(TickItem, ByWordsInAnyCase) {
  EXPECT_EQ(tick_item("- [ ] Write  Tests\r\n- [ ] b\r\n", "write tests").value(),
            "- [x] Write  Tests\r\n- [ ] b\r\n");
  EXPECT_EQ(tick_item("- [x] same\n  * [ ] same\n", "SAME").value(), "- [x] same\n  * [x] same\n");
  EXPECT_EQ(tick_item("- [ ] release 2026\n", "2026").value(), "- [x] release 2026\n");
}

// rule: T4
TEST(TickItem, TakesTheOneThatSaysJustThis) {
  EXPECT_EQ(tick_item("- [ ] test more\n- [ ] test\n", "test").value(),
            "- [ ] test more\n- [x] test\n");
}

// rule: T4
TEST(TickItem, NamesTheMatchesWhenThereAreSeveral) {
  const auto result = tick_item("- [ ] fix a\n- [ ] fix b\n", "fix");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, ErrorKind::InvalidInput);
  EXPECT_THAT(result.error().message, HasSubstr("1 'fix a', 2 'fix b'"));
  EXPECT_EQ(tick_item("- [ ] a\n", "zzz").error().kind, ErrorKind::NotFound);
  EXPECT_EQ(tick_item("- [ ] a\n", "  ").error().kind, ErrorKind::NotFound);
}

// rule: T6
TEST(AppendDaily, WritesTimeHeadingAndBody) {
  EXPECT_EQ(append_daily("", "10:00", "standup", "all fine"), "### 10:00 — standup\nall fine\n");
  EXPECT_EQ(append_daily("x", "10:00", "a\nb", ""), "x\n\n### 10:00 — a b\n");
  EXPECT_EQ(append_daily("x\n\n", "10:00", "", "y\n"), "x\n\n### 10:00\ny\n");
  EXPECT_EQ(append_daily("x\r\n", "10:00", "h", "y"), "x\r\n\r\n### 10:00 — h\r\ny\r\n");
}

}  // namespace
}  // namespace loci::note::checklist_test
