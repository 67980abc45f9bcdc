#include "base/wrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::wrap_test {
namespace {

using ::testing::ElementsAre;

TEST(Wrap, BreaksBetweenWordsAndNeverInOne) {
  EXPECT_THAT(wrap("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap("a verylongword b", 5), ElementsAre("a", "verylongword", "b"));
  EXPECT_THAT(wrap("  a \n b  ", 9), ElementsAre("a b"));
  EXPECT_THAT(wrap("", 9), ElementsAre(""));
}

TEST(WrapLines, EndsAsTheTextDoes) {
  EXPECT_EQ(wrap_lines("one two three", 8), "one\n  two\n  three");
  EXPECT_EQ(wrap_lines("one two three\nx\n", 10), "one two\n  three\nx\n");
  EXPECT_EQ(wrap_lines("one two three", 0), "one two three");
}

TEST(Wrap, CountsColumnsNotBytes) {
  EXPECT_THAT(wrap("äö 漢字 x", 7), ElementsAre("äö 漢字", "x"));
}

}  // namespace
}  // namespace loci::wrap_test
