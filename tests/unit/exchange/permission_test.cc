#include "exchange/permission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::exchange::permission_test {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;

// rule: E20
TEST(Permission, GrowsFromLevelToLevel) {
  EXPECT_TRUE(allowed_tools(Allow::None).empty());
  EXPECT_THAT(allowed_tools(Allow::Read), Contains("memory_search"));
  EXPECT_THAT(allowed_tools(Allow::Read), Not(Contains("remember")));
  EXPECT_THAT(allowed_tools(Allow::Write), Contains("remember"));
  EXPECT_THAT(allowed_tools(Allow::Write), Not(Contains("memory_delete")));
  EXPECT_THAT(allowed_tools(Allow::All), Contains("memory_delete"));
  EXPECT_THAT(allowed_tools(Allow::Write), IsSupersetOf(allowed_tools(Allow::Read)));
  EXPECT_THAT(allowed_tools(Allow::All), IsSupersetOf(allowed_tools(Allow::Write)));
  EXPECT_EQ(level_of("memory_read"), Allow::Read);
  EXPECT_EQ(level_of("memory"), std::nullopt);
  EXPECT_EQ(allow_called("write"), Allow::Write);
  EXPECT_EQ(allow_called("everything"), std::nullopt);
}

}  // namespace
}  // namespace loci::exchange::permission_test
