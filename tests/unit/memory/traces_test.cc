#include "memory/traces.h"

#include <gtest/gtest.h>

namespace loci::memory::traces_test {
namespace {

const std::string kNote =
    "---\nname: Door\ndescription: How to get in\n---\n\n# Code\n\n- say sesame twice\nok\n";

// rule: U12
TEST(Traces, AreLinesWhateverMarksStandAroundThem) {
  const Traces traces({kNote}, {});
  EXPECT_TRUE(traces.in("a\nsay sesame twice\nb\n"));
  EXPECT_TRUE(traces.in("  > * say sesame twice  \r\n"));
  EXPECT_FALSE(traces.in("say sesame\n"));
  EXPECT_FALSE(traces.in(""));
}

// rule: U12
TEST(Traces, AreItsNameItsDescriptionAndItsLongestLineAnywhere) {
  const Traces traces({kNote}, {});
  EXPECT_TRUE(traces.in("name: Door\n"));
  EXPECT_TRUE(traces.in("- [Door](door.md) — How to get in\n"));
  EXPECT_TRUE(traces.in("he will say sesame twice, said she\n"));
}

TEST(Traces, AreTheFirstLineWhereThereIsNoDescription) {
  const Traces traces({"open sesame please\n\nand another line that is longer\n"}, {});
  EXPECT_TRUE(traces.in("- [N](n.md) — open sesame please\n")) << "as a compiled index shows it";
}

TEST(Traces, AreNotWhatIsTooShortToTell) {
  const Traces traces({"---\nname: N\n---\n\nok\n-----------\n"}, {});
  EXPECT_FALSE(traces.in("ok\n"));
  EXPECT_FALSE(traces.in("-----------\n"));
}

TEST(Traces, AreNotWhatAnotherNoteSaysToo) {
  const std::string other = "---\nname: Other\n---\n\nsay sesame twice\n";
  const Traces traces({kNote}, {other});
  EXPECT_FALSE(traces.in("say sesame twice\n"));
  EXPECT_TRUE(traces.in("How to get in\n")) << "the rest is still its own";
}

TEST(Traces, AreOfEveryTextTheNoteHad) {
  const Traces traces({"the first text of it\n", "the second text of it\n"}, {});
  EXPECT_TRUE(traces.in("the first text of it\n"));
  EXPECT_TRUE(traces.in("the second text of it\n"));
}

// rule: F6
TEST(Traces, ShareAWordInWhateverForm) {
  const Traces traces({"Crème brûlée für Zoë\n"}, {});
  EXPECT_TRUE(traces.share_a_word("what about CRÈME?"));
  EXPECT_TRUE(traces.share_a_word("creme"));
  EXPECT_TRUE(traces.share_a_word("x zoe"));
  EXPECT_FALSE(traces.share_a_word("de la"));
  EXPECT_FALSE(traces.share_a_word("pudding"));
  EXPECT_FALSE(traces.share_a_word(""));
}

}  // namespace
}  // namespace loci::memory::traces_test
