#include "base/time.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>

namespace loci::time_test {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;

TEST(Time, GoesToTextAndBack) {
  const auto at = parse_time("2026-11-15T10:00:01.023Z");
  ASSERT_TRUE(at);
  EXPECT_EQ(format_utc(*at), "2026-11-15T10:00:01.023Z");
  EXPECT_EQ(utc_date(*at), "2026-11-15");
  EXPECT_EQ(utc_date(Timestamp{} - milliseconds(1)), "1969-12-31");
  EXPECT_EQ(format_utc(Timestamp{}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_utc(Timestamp{} - milliseconds(1)), "1969-12-31T23:59:59.999Z");
}

TEST(Time, MayLackItsParts) {
  EXPECT_EQ(parse_time("2026-11-15"), parse_time("2026-11-15T00:00:00Z"));
  EXPECT_EQ(parse_time("2026-11-15T10:00"), parse_time("2026-11-15 10:00:00.000z"));
  EXPECT_EQ(parse_time("2026-11-15T12:30+02:30"), parse_time("2026-11-15T10:00Z"));
  EXPECT_EQ(parse_time("2026-11-15T08:00-02:00"), parse_time("2026-11-15T10:00Z"));
  EXPECT_EQ(parse_time("2026-11-15T10:00:00.1234567Z"), parse_time("2026-11-15T10:00:00.123Z"));
}

TEST(Time, IsRefusedWhenItIsNone) {
  for (const char* bad : {"", "2026", "2026-02-30", "2026-13-01", "2026-11-15T", "2026-11-15T25:00",
                          "2026-11-15T10:60", "2026-11-15T1:00", "2026-11-15T10:00:",
                          "2026-11-15T10:00:00.", "2026-11-15T10:00X", "2026-11-15T10:00+2",
                          "2026-11-15T10:00+24:00", "+026-11-15", "2026-11-15x", "-026-01-01"}) {
    EXPECT_FALSE(parse_time(bad)) << bad;
  }
}

// rule: T7
TEST(Date, IsARealDayOfTheCalendar) {
  EXPECT_TRUE(is_date("2024-02-29"));
  for (const char* bad : {"2026-02-29", "2026-00-10", "2026-1-1", "2026-11-31", "20261115",
                          " 2026-11-15", "2026-11-15 ", "2026/11/15", ""}) {
    EXPECT_FALSE(is_date(bad)) << bad;
  }
}

// rule: T8
TEST(LocalTime, FollowsTheZoneOfTheProcess) {
  const char* before = std::getenv("TZ");
  const std::string zone = before == nullptr ? "" : before;
  ::setenv("TZ", "XYZ-09:00", 1);
  ::tzset();
  const auto at = *parse_time("2026-11-15T20:05:00Z");
  EXPECT_EQ(local_date(at), "2026-11-16");
  EXPECT_EQ(local_time(at), "05:05");
  if (before == nullptr) {
    ::unsetenv("TZ");
  } else {
    ::setenv("TZ", zone.c_str(), 1);
  }
  ::tzset();
}

// rule: H4
TEST(Duration, IsANumberAndAUnit) {
  EXPECT_EQ(parse_duration("500ms"), milliseconds(500));
  EXPECT_EQ(parse_duration("90s"), milliseconds(90'000));
  EXPECT_EQ(parse_duration("30m"), minutes(30));
  EXPECT_EQ(parse_duration("24h"), hours(24));
  EXPECT_EQ(parse_duration("7d"), days(7));
  EXPECT_EQ(parse_duration("2w"), days(14));
  for (const char* bad : {"", "7", "d", "ms", "-5ms", "-1d", "1.5h", "7 d", "7y", "99999999999d"}) {
    EXPECT_FALSE(parse_duration(bad)) << bad;
  }
}

TEST(Age, IsRoundedForPeople) {
  const auto now = *parse_time("2026-11-15T10:00:00Z");
  EXPECT_EQ(age(now, now), "now");
  EXPECT_EQ(age(now + hours(5), now), "now");
  EXPECT_EQ(age(now - minutes(5), now), "5m");
  EXPECT_EQ(age(now - hours(3), now), "3h");
  EXPECT_EQ(age(now - days(12), now), "12d");
  EXPECT_EQ(age(now - days(250), now), "8mo");
  EXPECT_EQ(age(now - days(800), now), "2y");
}

TEST(FixedClock, StandsStillUntilTold) {
  FixedClock clock(Timestamp{});
  EXPECT_EQ(clock.now(), Timestamp{});
  clock.advance(milliseconds(5));
  EXPECT_EQ(clock.now(), Timestamp{} + milliseconds(5));
  EXPECT_GT(SystemClock().now(), *parse_time("2020-01-01"));
}

}  // namespace
}  // namespace loci::time_test
