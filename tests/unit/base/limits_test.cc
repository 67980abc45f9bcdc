#include "base/limits.h"

#include <gtest/gtest.h>

#include <set>

namespace loci::limits_test {
namespace {

// rule: H3, L1, L2
TEST(Limits, HaveANameAUnitAndAMeaningEach) {
  std::set<std::string_view> names;
  for (const Limit& limit : limits()) {
    EXPECT_TRUE(names.insert(limit.name).second) << limit.name;
    EXPECT_GT(limit.value, 0U);
    EXPECT_FALSE(limit.unit.empty());
    EXPECT_FALSE(limit.about.empty());
  }
  EXPECT_EQ(kWriteBytes, 65'536U);
  EXPECT_EQ(kFileBytes, 1'048'576U);
  EXPECT_EQ(kIndexEntryLines, 200U);
  EXPECT_EQ(kIndexEntryBytes, 25'000U);
  EXPECT_EQ(kSummaryBytes, 2'048U);
  EXPECT_EQ(kFileNameBytes, 128U);
  EXPECT_EQ(kHistoryRows, 100U);
}

}  // namespace
}  // namespace loci::limits_test
