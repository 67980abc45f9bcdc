// The index line of a note that goes and comes back.

#include <gtest/gtest.h>

#include "note/index_file.h"

namespace loci::note::kept_line_test {
namespace {

const std::string kIndex =
    "# Mine\n"
    "\n"
    "- [Style](style.md) - how to write\n"
    "- [Prefs](prefs.md) — by hand: ask first\n"
    "- [Zoo](zoo.md)\n";

IndexUpdate without_prefs(std::string_view text) {
  const IndexChange gone{NoteLine{"prefs.md", "Prefs", "Saved preference"}, std::nullopt};
  return update_index(text, {&gone, 1});
}

IndexUpdate with_prefs(std::string_view text, const std::optional<KeptLine>& kept) {
  const IndexChange back{std::nullopt, NoteLine{"prefs.md", "Prefs", "Saved preference"}, kept};
  return update_index(text, {&back, 1});
}

// rule: U6, I6
TEST(KeptLine, BringsAHandWrittenHookBackToItsPlace) {
  const auto kept = kept_line(kIndex, "prefs.md");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->line, "- [Prefs](prefs.md) — by hand: ask first");
  EXPECT_EQ(kept->above, "- [Style](style.md) - how to write");
  const std::string without = without_prefs(kIndex).text;
  EXPECT_EQ(without.find("prefs.md"), std::string::npos);
  EXPECT_EQ(with_prefs(without, kept).text, kIndex);
}

TEST(KeptLine, OfTheFirstLineComesBackOnTop) {
  const std::string index = "- [Prefs](prefs.md) - hook\n- [Zoo](zoo.md)\n";
  const auto kept = kept_line(index, "prefs.md");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->above, "");
  EXPECT_EQ(with_prefs(without_prefs(index).text, kept).text, index);
}

TEST(KeptLine, StaysBelowAHeadingAndItsBlankLine) {
  const std::string index = "# Mine\n\n- [Prefs](prefs.md) - hook\n- [Zoo](zoo.md)\n";
  const auto kept = kept_line(index, "prefs.md");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->above, "# Mine");
  EXPECT_EQ(kept->blanks, 1U);
  EXPECT_EQ(with_prefs(without_prefs(index).text, kept).text, index);
}

TEST(KeptLine, OfTheOnlyLineMakesTheFileAnew) {
  const std::string index = "- [Prefs](prefs.md) - hook\n";
  const auto kept = kept_line(index, "prefs.md");
  EXPECT_EQ(with_prefs("", kept).text, index);
}

TEST(KeptLine, GoesAboveTheFirstEntryWhenItsNeighbourIsGone) {
  const auto kept = kept_line(kIndex, "prefs.md");
  EXPECT_EQ(with_prefs("# Mine\n\n- [Zoo](zoo.md)\n", kept).text,
            "# Mine\n\n- [Prefs](prefs.md) — by hand: ask first\n- [Zoo](zoo.md)\n");
}

TEST(KeptLine, IsNotPutTwice) {
  const auto kept = kept_line(kIndex, "prefs.md");
  EXPECT_EQ(with_prefs(kIndex, kept).text, kIndex);
}

TEST(KeptLine, KeepsCarriageReturns) {
  const std::string index = "- [A](a.md)\r\n- [Prefs](prefs.md) - hook\r\n- [Z](z.md)\r\n";
  const auto kept = kept_line(index, "prefs.md");
  ASSERT_TRUE(kept);
  EXPECT_EQ(with_prefs(without_prefs(index).text, kept).text, index);
}

TEST(KeptLine, OfAFileWithoutALineIsNone) {
  EXPECT_FALSE(kept_line(kIndex, "other.md"));
  EXPECT_FALSE(kept_line("", "prefs.md"));
}

}  // namespace
}  // namespace loci::note::kept_line_test
