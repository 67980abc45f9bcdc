#include "remote/pace.h"

#include <gtest/gtest.h>

namespace loci::remote {
namespace {

using namespace std::chrono_literals;

const Pace::Time kStart{std::chrono::hours(1)};

// rule: RM40
TEST(Pace, TheFirstSyncIsAtOnceAndTheNextAfterAWhile) {
  Pace pace(kStart, 30s);
  EXPECT_EQ(pace.due(), kStart);
  pace.synced(kStart + 1s);
  EXPECT_EQ(pace.due(), kStart + 31s);
}

// rule: RM40
TEST(Pace, TheFirstChangeAfterAQuietTimeGoesAtOnce) {
  Pace pace(kStart, 30s);
  pace.synced(kStart);
  pace.changed(kStart + 1s);
  EXPECT_TRUE(pace.has_changes());
  EXPECT_EQ(pace.due(), kStart + 1s);
  pace.changed(kStart + 1s + 10ms);  // the same one, seen again
  EXPECT_EQ(pace.due(), kStart + 1s);
  pace.synced(kStart + 2s);
  EXPECT_FALSE(pace.has_changes());
  EXPECT_EQ(pace.due(), kStart + 32s);
  pace.changed(kStart + 2s + Pace::kSettle);
  EXPECT_EQ(pace.due(), kStart + 2s + Pace::kSettle);
}

// rule: RM40
TEST(Pace, ChangesThatFollowItGoTogetherAndNoneWaitsLong) {
  Pace pace(kStart, 30s);
  pace.changed(kStart);
  pace.synced(kStart + 1s);
  pace.changed(kStart + 1s + 10ms);
  EXPECT_EQ(pace.due(), kStart + 1s + 10ms + Pace::kSettle);
  for (auto at = 1s; at < 10s; at += 1s) pace.changed(kStart + at + 10ms);
  EXPECT_EQ(pace.due(), kStart + 1s + 10ms + Pace::kMostPatience);
  pace.synced(kStart + 4s);
  EXPECT_EQ(pace.due(), kStart + 34s);
}

// rule: RM40
TEST(Pace, AChangeThatMetSomebodyElseAtItIsNotForgotten) {
  Pace pace(kStart, 30s);
  pace.synced(kStart);
  pace.changed(kStart + 1s);
  pace.busy(kStart + 1s);
  EXPECT_TRUE(pace.has_changes());
  EXPECT_EQ(pace.due(), kStart + 1s + Pace::kMostPatience);
  pace.changed(kStart + 1s + 100ms);
  EXPECT_EQ(pace.due(), kStart + 1s + 100ms + Pace::kSettle);
}

// rule: RM41
TEST(Pace, AfterFailuresItWaitsLongerAndLongerAndThenNoLonger) {
  Pace pace(kStart, 30s);
  EXPECT_EQ(pace.failed(kStart), 30s);
  EXPECT_EQ(pace.failed(kStart), 60s);
  EXPECT_EQ(pace.failed(kStart), 120s);
  for (int i = 0; i < 40; ++i) pace.failed(kStart);
  EXPECT_EQ(pace.failed(kStart), Pace::kMostBackOff);
  EXPECT_EQ(pace.due(), kStart + Pace::kMostBackOff);
  EXPECT_TRUE(pace.fails());
  pace.synced(kStart);
  EXPECT_FALSE(pace.fails());
  EXPECT_EQ(pace.failed(kStart), 30s);
}

// rule: RM41
TEST(Pace, AChangeIsNoReasonToHurryARemoteThatFails) {
  Pace pace(kStart, 30s);
  for (int i = 0; i < 5; ++i) pace.failed(kStart);
  pace.changed(kStart + 1s);
  EXPECT_EQ(pace.due(), kStart + 30s);  // sooner than the back-off, not sooner than a look
}

TEST(Pace, ALongPauseIsNotMadeShorterByABackOff) {
  Pace pace(kStart, 1h);
  EXPECT_EQ(pace.failed(kStart), 1h);
  EXPECT_EQ(pace.failed(kStart), 1h);
}

TEST(Pace, WhoeverIsAtItIsWaitedForAMoment) {
  Pace pace(kStart, 30s);
  pace.busy(kStart);
  EXPECT_EQ(pace.due(), kStart + Pace::kMostPatience);
  EXPECT_FALSE(pace.fails());
}

// rule: RM41
TEST(Pace, WhatDoesNotPassByItselfIsSeldomTriedAndNotHurriedByAChange) {
  Pace pace(kStart, 30s);
  EXPECT_EQ(pace.refused(kStart), Pace::kMostBackOff);
  EXPECT_TRUE(pace.fails());
  EXPECT_EQ(pace.due(), kStart + Pace::kMostBackOff);
  pace.changed(kStart + 1s);
  EXPECT_EQ(pace.due(), kStart + Pace::kMostBackOff);
  pace.synced(kStart + Pace::kMostBackOff);
  EXPECT_FALSE(pace.fails());
  EXPECT_EQ(pace.due(), kStart + Pace::kMostBackOff + 30s);
}

}  // namespace
}  // namespace loci::remote
