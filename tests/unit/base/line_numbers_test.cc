#include "base/line_numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace loci::line_numbers_test {
namespace {

TEST(LineNumbering, GivesEqualLinesTheSameNumberAndDifferentOnesTheNext) {
  LineNumbering numbering;
  EXPECT_EQ(numbering.numbers({"a", "b", "a", ""}), (LineNumbers{0, 1, 0, 2}));
  EXPECT_EQ(numbering.numbers({"", "c", "b"}), (LineNumbers{2, 3, 1}));
  EXPECT_EQ(numbering.count(), 4U);
  EXPECT_EQ(numbering.line(3), "c");
}

TEST(LineNumbering, KeepsItsNumbersAsItGrows) {
  std::vector<std::string> texts;
  for (int i = 0; i < 20'000; ++i) texts.push_back(fmt::format("line {}", i));
  LineNumbering numbering(4);
  for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(numbering.number(texts[i]), i);
  for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(numbering.number(texts[i]), i);
}

}  // namespace
}  // namespace loci::line_numbers_test
