#include "fs/stamp.h"

#include <gtest/gtest.h>

#include "fs/root.h"

namespace loci::fs::stamp_test {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kNow = 1'794'736'800'123'456'789;

Stamp changed_at(std::int64_t time) {
  Stat stat;
  stat.size = 5;
  stat.inode = 7;
  stat.mtime_ns = stat.ctime_ns = time;
  return stamp_of(stat);
}

TEST(Stamp, IsAnotherWhenSizeTimesOrFileAre) {
  const Stamp stamp = changed_at(kNow);
  EXPECT_EQ(stamp, changed_at(kNow));
  EXPECT_NE(stamp, changed_at(kNow + 1));
  Stamp other = stamp;
  other.inode = 8;
  EXPECT_NE(stamp, other);
}

TEST(Stamp, IsInDoubtRightAfterAChange) {
  EXPECT_TRUE(is_doubtful(changed_at(kNow - 10 * kMillisecond), kNow));
  EXPECT_FALSE(is_doubtful(changed_at(kNow - 100 * kMillisecond), kNow));
}

TEST(Stamp, IsInDoubtLongerWhereTheFileSystemKnowsWholeSecondsOnly) {
  const std::int64_t second = kNow - kNow % (1'000 * kMillisecond);
  EXPECT_TRUE(is_doubtful(changed_at(second - 1'000 * kMillisecond), kNow));
  EXPECT_FALSE(is_doubtful(changed_at(second - 3'000 * kMillisecond), kNow));
}

TEST(Stamp, OfATimeFarAheadIsNotInDoubt) {
  EXPECT_TRUE(is_doubtful(changed_at(kNow + 10 * kMillisecond), kNow));
  EXPECT_FALSE(is_doubtful(changed_at(kNow + 3'600'000 * kMillisecond), kNow));
}

}  // namespace
}  // namespace loci::fs::stamp_test
