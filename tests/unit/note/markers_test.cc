#include "note/markers.h"

#include <gtest/gtest.h>

namespace loci::note::markers_test {
namespace {

const std::string kMarked =
    "top\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\nmiddle\n<<<<<<< "
    "HEAD\n=======\nadded\n"
    ">>>>>>> other\nend\n";

// rule: MG16
TEST(Markers, GiveBothSidesOfEveryConflict) {
  const auto marked = split_markers(kMarked);
  ASSERT_TRUE(marked);
  EXPECT_EQ(marked->mine, "top\nmine\nmiddle\nend\n");
  EXPECT_EQ(marked->theirs, "top\ntheirs\nmiddle\nadded\nend\n");
  EXPECT_EQ(marked->line, 2U);
  EXPECT_FALSE(marked->base);
}

// rule: MG16
TEST(Markers, GiveWhatWasBeforeWhereGitSaysSo) {
  const auto marked =
      split_markers("<<<<<<< a\nmine\n||||||| base\nbefore\n=======\ntheirs\n>>>>>>> b\nend\n");
  ASSERT_TRUE(marked);
  EXPECT_EQ(marked->base, "before\nend\n");
}

// rule: MG16
TEST(Markers, InCodeOrHalfOfThemAreText) {
  EXPECT_FALSE(split_markers("```\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n```\n"));
  EXPECT_FALSE(split_markers("<<<<<<< a\nx\n=======\ny\n"));
  EXPECT_FALSE(split_markers("Title\n=======\n\ntext\n"));
}

// rule: MG16
TEST(Markers, LeaveReadersWhatNobodyDisputes) {
  const std::string held = "[held back: merge-conflict]\n";
  EXPECT_EQ(without_conflicts(kMarked), "top\n" + held + "middle\n" + held + "end\n");
  EXPECT_EQ(without_conflicts("plain\n"), "plain\n");
}

}  // namespace
}  // namespace loci::note::markers_test
