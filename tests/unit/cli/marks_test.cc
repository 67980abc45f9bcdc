#include "cli/marks.h"

#include <gtest/gtest.h>

#include <vector>

namespace loci::cli::marks_test {

std::string shown(std::string_view line, const std::vector<std::string>& words) {
  std::string text = with_marks(line, words);
  for (const auto& [code, sign] : {std::pair{"\x1b[1m", "<"}, std::pair{"\x1b[0m", ">"}}) {
    for (std::size_t at = text.find(code); at != std::string::npos; at = text.find(code)) {
      text.replace(at, std::string_view(code).size(), sign);
    }
  }
  return text;
}

// rule: C49
TEST(Marks, MakeTheWordsBoldThatWereLookedFor) {
  EXPECT_EQ(shown("Run the tests, then test again.", {"tests", "test"}),
            "Run the <tests>, then <test> again.");
  EXPECT_EQ(shown("tests", {"tests"}), "<tests>");
  EXPECT_EQ(shown("nothing of it", {"tests"}), "nothing of it");
  EXPECT_EQ(shown("", {"tests"}), "");
  EXPECT_EQ(shown("no words", {}), "no words");
}

TEST(Marks, LeaveWordsAloneThatOnlyContainOne) {
  EXPECT_EQ(shown("the latest test_case of testers, test-run", {"test"}),
            "the latest test_case of testers, <test>-run");
  EXPECT_EQ(shown("größer, gro", {"gro"}), "größer, <gro>");
}

TEST(Marks, TakeTheLongestWhereSeveralBegin) {
  EXPECT_EQ(shown("C++ and C", {"C", "C++"}), "<C++> and <C>");
}

TEST(Marks, KnowScriptsWithoutSpaces) {
  EXPECT_EQ(shown("在测试环境中", {"测试"}), "在<测试>环境中");
}

}  // namespace loci::cli::marks_test
