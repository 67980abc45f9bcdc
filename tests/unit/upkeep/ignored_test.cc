#include "upkeep/ignored.h"

#include <gtest/gtest.h>

namespace loci::upkeep::ignored_test {
namespace {

using Answer = IgnoreRules::Answer;

TEST(GlobFits, StopsAtASlashUnlessThereAreTwoStars) {
  EXPECT_TRUE(glob_fits("*.log", "a.log"));
  EXPECT_FALSE(glob_fits("*.log", "x/a.log"));
  EXPECT_TRUE(glob_fits("**/a.log", "a.log"));
  EXPECT_TRUE(glob_fits("**/a.log", "x/y/a.log"));
  EXPECT_FALSE(glob_fits("**/a.log", "x/ya.log"));
  EXPECT_TRUE(glob_fits("a/**", "a/b/c"));
  EXPECT_TRUE(glob_fits("a?[0-9].c", "ab7.c"));
  EXPECT_FALSE(glob_fits("a[!0-9].c", "a7.c"));
  EXPECT_TRUE(glob_fits("\\*.c", "*.c"));
  EXPECT_FALSE(glob_fits("a", "ab"));
}

TEST(IgnoreRules, LetTheLastOneDecide) {
  const IgnoreRules rules("# comment\n*.log\n!keep.log\nbuild/\n/root.txt\ndocs/*.html\n");
  EXPECT_EQ(rules.says("x/a.log", false), Answer::Ignored);
  EXPECT_EQ(rules.says("x/keep.log", false), Answer::Kept);
  EXPECT_EQ(rules.says("x/build", true), Answer::Ignored);
  EXPECT_EQ(rules.says("build", false), Answer::Silent);
  EXPECT_EQ(rules.says("root.txt", false), Answer::Ignored);
  EXPECT_EQ(rules.says("x/root.txt", false), Answer::Silent);
  EXPECT_EQ(rules.says("docs/a.html", false), Answer::Ignored);
  EXPECT_EQ(rules.says("docs/x/a.html", false), Answer::Silent);
}

}  // namespace
}  // namespace loci::upkeep::ignored_test
