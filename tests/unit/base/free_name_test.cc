#include "base/free_name.h"

#include <gtest/gtest.h>

#include <set>

namespace loci::free_name_test {
namespace {

std::string numbered(int number) { return "a-" + std::to_string(number); }

TEST(FreeName, IsTheWantedOneOrTheNextNumber) {
  std::set<std::string> taken;
  const auto is_taken = [&](const std::string& name) -> Result<bool> {
    return taken.contains(name);
  };
  for (const char* expected : {"a", "a-2", "a-3"}) {
    const auto name = free_name("a", numbered, is_taken);
    ASSERT_TRUE(name);
    EXPECT_EQ(*name, expected);
    taken.insert(*name);
  }
}

TEST(FreeName, IsNoneWhenNobodyCanTellWhatIsTaken) {
  const auto name = free_name(
      "a", numbered, [](const std::string&) -> Result<bool> { return fail(io_error("no disk")); });
  ASSERT_FALSE(name);
  EXPECT_EQ(name.error().message, "no disk");
}

}  // namespace
}  // namespace loci::free_name_test
