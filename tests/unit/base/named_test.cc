#include "base/named.h"

#include <gtest/gtest.h>

#include <array>

namespace loci::named_test {
namespace {

struct Row {
  std::string_view name;
  int value;
};
constexpr std::array kRows{Row{"claude", 1}, Row{"codex", 2}, Row{"gemini", 3}};
const std::vector<std::string_view> kNames{"claude", "codex", "gemini"};

TEST(Named, RowsAreFoundByTheirName) {
  ASSERT_NE(find_named(kRows, "codex"), nullptr);
  EXPECT_EQ(find_named(kRows, "codex")->value, 2);
  EXPECT_EQ(find_named(kRows, "code"), nullptr);
}

TEST(Named, ASlipIsAnsweredWithTheNearestName) {
  EXPECT_EQ(one_of("codx", kNames), "did you mean 'codex'?");
  EXPECT_EQ(did_you_mean("hlep", {"help", "quiet"}, "no flag", "--"), "did you mean '--help'?");
}

TEST(Named, ANameFarFromAllIsAnsweredWithAllOfThem) {
  EXPECT_EQ(one_of("banana", kNames), "use one of claude, codex, gemini");
  EXPECT_EQ(did_you_mean("banana", kNames, "look it up"), "look it up");
}

}  // namespace
}  // namespace loci::named_test
