#include "note/split.h"

#include <gtest/gtest.h>

namespace loci::note::split_test {
namespace {

// "yaml|body" of a text, "-|body" when it has no frontmatter that is closed.
std::string parts(std::string_view text) {
  const Split split = split_note(text);
  const std::string body(text.substr(split.body_begin));
  if (!split.closed) return "-|" + body;
  return std::string(text.substr(split.yaml_begin, split.yaml_end - split.yaml_begin)) + "|" + body;
}

TEST(SplitNote, FindsTheFrontmatterAndOneBlankLineBehindIt) {
  EXPECT_EQ(parts("---\na: b\n---\n\nbody\n"), "a: b\n|body\n");
  EXPECT_EQ(parts("---\na: b\n---\nbody\n"), "a: b\n|body\n");
  EXPECT_EQ(parts("---\na: b\n---\n\n\nbody\n"), "a: b\n|\nbody\n") << "the second is the body's";
  EXPECT_EQ(parts("---\r\na: b\r\n--- \r\n\r\nbody"), "a: b\r\n|body");
  EXPECT_EQ(parts("\xEF\xBB\xBF---\na: b\n---\nbody"), "a: b\n|body");
  EXPECT_EQ(parts("---\n---\n"), "|");
}

TEST(SplitNote, IsABodyWhereNoFrontmatterIs) {
  EXPECT_EQ(parts("body\n---\na: b\n---\n"), "-|body\n---\na: b\n---\n");
  EXPECT_EQ(parts(" ---\na: b\n---\n"), "-| ---\na: b\n---\n");
  EXPECT_EQ(parts("----\na: b\n----\n"), "-|----\na: b\n----\n");
  EXPECT_EQ(parts(""), "-|");
  EXPECT_EQ(split_note("\xEF\xBB\xBFx").start, 3U);
}

TEST(SplitNote, TellsOneThatIsNotClosedFromNone) {
  const Split split = split_note("---\na: b\n");
  EXPECT_TRUE(split.opened);
  EXPECT_FALSE(split.closed);
  EXPECT_EQ(split.yaml_begin, 4U);
  EXPECT_EQ(split.yaml_end, 9U);
  EXPECT_EQ(split.body_begin, 0U) << "nothing of it is lost";
  EXPECT_FALSE(split_note("a: b\n").opened);
}

TEST(OneLine, MakesEveryGapOneSpace) {
  EXPECT_EQ(one_line("as it is"), "as it is");
  EXPECT_EQ(one_line("  a \t\r\n b\x01 c "), "a b c");
  EXPECT_EQ(one_line("a\u2028b\u0085c"), "a b c") << "ends of lines outside ASCII";
  EXPECT_EQ(one_line("日本\n語"), "日本 語");
  EXPECT_EQ(one_line(" \n "), "");
}

TEST(LineEnding, IsThatOfTheFirstLine) {
  EXPECT_EQ(line_ending("a\r\nb\n"), "\r\n");
  EXPECT_EQ(line_ending("a\nb\r\n"), "\n");
  EXPECT_EQ(line_ending("a"), "\n");
  EXPECT_EQ(line_at("a\nb", 2), "b");
  EXPECT_EQ(line_at("a\n", 2), "");
}

}  // namespace
}  // namespace loci::note::split_test
