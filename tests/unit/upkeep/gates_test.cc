#include "upkeep/gates.h"

#include <gtest/gtest.h>

namespace loci::upkeep {
namespace {

const Timestamp kNow = *parse_time("2026-11-17T13:00:00Z");

Timestamp hours_ago(int hours) { return kNow - std::chrono::hours(hours); }

// rule: D27
TEST(Gates, AskForADayAndThreeSessions) {
  const auto shut = gates({hours_ago(3), 10, 11}, kNow, {});
  EXPECT_FALSE(may_run(shut, false));
  EXPECT_EQ(what_blocks(shut, false),
            "last run 3 h ago; at least 24 h are required; 1 of 3 sessions since");
  EXPECT_TRUE(may_run(shut, true));
  EXPECT_TRUE(may_run(gates({hours_ago(24), 10, 13}, kNow, {}), false));
  EXPECT_TRUE(may_run(gates({std::nullopt, 0, 3}, kNow, {}), false));
}

// rule: D27
TEST(Gates, WhoRunsIsNotPassedByForce) {
  const auto shut = gates(
      {std::nullopt, 0, 9, RunningNow{"2026-11-17T12:58:00.000Z", "process 123 (loci serve)"}},
      kNow, {});
  EXPECT_EQ(what_blocks(shut, true),
            "running since 2026-11-17T12:58:00.000Z by process 123 (loci serve)");
}

// rule: D27
TEST(Gates, AClockThatWasSetBackBlocksNothing) {
  const auto open = gates({hours_ago(-400), 2, 9}, kNow, {});
  EXPECT_TRUE(may_run(open, false));
  EXPECT_NE(open[0].reason.find("in the future"), std::string::npos);
}

TEST(Gates, ACountOfSessionsThatWasLostBeginsAnew) {
  EXPECT_FALSE(may_run(gates({hours_ago(48), 50, 2}, kNow, {}), false));
  EXPECT_TRUE(may_run(gates({hours_ago(48), 50, 3}, kNow, {}), false));
}

}  // namespace
}  // namespace loci::upkeep
