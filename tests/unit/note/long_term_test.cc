#include "note/long_term.h"

#include <gtest/gtest.h>

namespace loci::note::long_term_test {
namespace {

const std::string kEntries = "- [A](a.md) - one\n- [B](b.md)\n";

// rule: T11
TEST(AppendProse, AddsLines) {
  EXPECT_EQ(append_prose("", "a").text, "a\n");
  EXPECT_EQ(append_prose("a\n", "b").text, "a\nb\n");
  EXPECT_EQ(append_prose("no newline", "next").text, "no newline\nnext\n");
}

// rule: T11
TEST(AppendProse, SkipsLinesThatAreThereWithSpaceFolded) {
  const AppendedProse added = append_prose("# Team\n\nUse   tabs.\n", "  Use tabs. \nUse spaces.");
  EXPECT_EQ(added.text, "# Team\n\nUse   tabs.\nUse spaces.\n");
  EXPECT_EQ(added.skipped, 1U);
  EXPECT_EQ(added.added, 1U);
}

// rule: T11
TEST(AppendProse, ChangesNothingWhenAllIsThere) {
  const AppendedProse added = append_prose("a\nb", "b\n\na\n");
  EXPECT_EQ(added.text, "a\nb");
  EXPECT_EQ(added.skipped, 2U);
  EXPECT_EQ(added.added, 0U);
}

// rule: T11
TEST(AppendProse, IsNoShoutingMatch) {
  EXPECT_EQ(append_prose("use tabs\n", "Use tabs").text, "use tabs\nUse tabs\n");
}

// rule: T11
TEST(AppendProse, KeepsFencedBlocksWhole) {
  const std::string before = "```\nmake\n```\n";
  const std::string block = "```sh\nmake\nctest\n```";
  EXPECT_EQ(append_prose(before, block).text, before + "```sh\nmake\nctest\n```\n");
}

// rule: T11
TEST(AppendProse, KeepsApartFromEntries) {
  EXPECT_EQ(append_prose(kEntries, "prose").text, kEntries + "\nprose\n");
  EXPECT_EQ(append_prose("- [A](a.md)", "prose").text, "- [A](a.md)\n\nprose\n");
  EXPECT_EQ(append_prose(kEntries + "\nprose\n", "more").text, kEntries + "\nprose\nmore\n");
}

// rule: T12
TEST(ReplaceProse, KeepsEveryEntryInOrderBelow) {
  const std::string index = "# Old\n- [B](b.md)\ntext\n* [A](a.md) — hook\n";
  EXPECT_EQ(replace_prose(index, "New."), "New.\n\n- [B](b.md)\n* [A](a.md) — hook\n");
  EXPECT_EQ(replace_prose(index, ""), "- [B](b.md)\n* [A](a.md) — hook\n");
}

// rule: T10, T12
TEST(ReplaceProse, IsExactWithoutEntries) {
  EXPECT_EQ(replace_prose("old\n", "new"), "new");
  EXPECT_EQ(replace_prose("old\n", " new \n\n"), " new \n\n");
}

// rule: T13
TEST(ReplaceOnce, NeedsExactlyOneMatch) {
  EXPECT_EQ(*replace_once("a b c", "b", "x", "'n'"), "a x c");
  EXPECT_EQ(*replace_once("a b c", "b ", "", "'n'"), "a c");
  const auto none = replace_once("a", "b", "x", "'n'");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the text to replace does not occur in 'n'; nothing was changed");
  const auto many = replace_once("aaa", "aa", "x", "'n'");
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().message,
            "the text to replace occurs in 'n' 2 times; nothing was changed\n1: aaa");
  EXPECT_EQ(replace_once("a", "", "x", "'n'").error().kind, ErrorKind::InvalidInput);
}

}  // namespace
}  // namespace loci::note::long_term_test
