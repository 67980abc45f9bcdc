#include "sync/sides_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace loci::sync::sides_file_test {
namespace {

// rule: MG13
TEST(SidesFile, KnowsWhichVersionIsMineUntilTheNoteHasAnother) {
  const std::string one = *with_sides("", {{"memory", "plan.md", "1a2b3c4d"}});
  EXPECT_EQ(own_side_in(one, "memory", "plan.md"), "1a2b3c4d");
  EXPECT_EQ(own_side_in(one, "memory", "other.md"), "");
  const std::string two = *with_sides(one, {{"memory", "plan.md", "00000000"}});
  EXPECT_EQ(own_side_in(two, "memory", "plan.md"), "00000000");
  EXPECT_EQ(two.find("1a2b3c4d"), std::string::npos);
}

TEST(SidesFile, KeepsTheLastOnes) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text = *with_sides(text, {{"memory", fmt::format("n{}.md", i), "1a2b3c4d"}});
  }
  EXPECT_EQ(own_side_in(text, "memory", "n10.md"), "");
  EXPECT_EQ(own_side_in(text, "memory", "n299.md"), "1a2b3c4d");
}

TEST(SidesFile, LeavesWhatItDoesNotUnderstandAlone) {
  EXPECT_EQ(with_sides("no json", {}).error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(with_sides(R"({"version":2,"sides":[]})", {}).error().kind, ErrorKind::Denied);
  EXPECT_EQ(with_sides(R"({"version":1,"sides":[1]})", {}).error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(own_side_in("no json", "memory", "n.md"), "");
}

}  // namespace
}  // namespace loci::sync::sides_file_test
