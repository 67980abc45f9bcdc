// folds_to() is fold() and a comparison, however the name is written.

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/text.h"

namespace loci::folds_to_test {
namespace {

// rule: N18 N19
TEST(FoldsTo, AgreesWithFold) {
  const std::vector<std::string> parts{"a", "A",      "e", "E\u0301", "\u00c9", "\u00e9",
                                       "-", "\u0301", "s", "\u00df",  "ss",     "\u212a"};
  std::mt19937 random(3);
  const auto name = [&] {
    std::string text;
    for (std::size_t i = random() % 4; i > 0; --i) text += parts[random() % parts.size()];
    return text;
  };
  for (int round = 0; round < 50'000; ++round) {
    const std::string a = name();
    const std::string b = fold(name());
    EXPECT_EQ(folds_to(a, b), fold(a) == b) << a << " " << b;
    EXPECT_TRUE(folds_to(a, fold(a))) << a;
  }
}

}  // namespace
}  // namespace loci::folds_to_test
