#include "store/kept_line.h"

#include <gtest/gtest.h>

namespace loci::store::kept_line_test {
namespace {

TEST(KeptLine, ComesBackAsItWas) {
  const note::KeptLine kept{"# Facts", 2, "- [Alpha](alpha.md) - first"};
  EXPECT_EQ(format_kept(kept), "# Facts\n2\n- [Alpha](alpha.md) - first\n");
  const auto read = parse_kept(format_kept(kept));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->placed);
  EXPECT_EQ(read->above, "# Facts");
  EXPECT_EQ(read->blanks, 2U);
  EXPECT_EQ(read->line, "- [Alpha](alpha.md) - first");
}

TEST(KeptLine, OnTopOfTheFileIsBelowNothing) {
  const auto read = parse_kept("\n0\n- [Alpha](alpha.md)\n");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->placed);
  EXPECT_EQ(read->above, "");
}

// Journals of earlier versions have this form.
TEST(KeptLine, WithoutAPlaceIsAnotherThanTheFirstOfTheFile) {
  note::KeptLine kept;
  kept.line = "- [Alpha](alpha.md) - hook";
  kept.placed = false;
  EXPECT_EQ(format_kept(kept), "\x01\n0\n- [Alpha](alpha.md) - hook\n");
  const auto read = parse_kept(format_kept(kept));
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->placed);
  EXPECT_EQ(read->above, "");
  EXPECT_EQ(read->line, kept.line);
}

TEST(KeptLine, OfAnotherFormIsNone) {
  EXPECT_FALSE(parse_kept(""));
  EXPECT_FALSE(parse_kept("one line\n"));
  EXPECT_FALSE(parse_kept("a\n0\nb\nc\n"));
}

}  // namespace
}  // namespace loci::store::kept_line_test
