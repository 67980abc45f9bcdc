#include "past/gc.h"

#include "past/history.h"
#include "support/house.h"

namespace loci::past::gc_test {
namespace {

using ::testing::HasSubstr;

class Gc : public House {
 protected:
  void busy(int revisions) {
    ASSERT_TRUE(write("busy", "user", "text 0"));
    for (int i = 1; i < revisions; ++i) {
      ASSERT_TRUE(rewrite("busy", fmt::format("text {}", i)));
    }
  }
  std::size_t revisions() {
    return past::log(*memory, {"busy", {}, std::nullopt, false}).value().size();
  }
};

// rule: U14, U15, U16
TEST_F(Gc, KeepsTwentyRevisionsAndTakesATenthAtATime) {
  busy(60);
  clock.advance(std::chrono::days(200));
  const auto plan = past::gc(*memory, true);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->texts, 6U);
  EXPECT_EQ(revisions(), 60U);
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(past::gc(*memory, false));
  EXPECT_EQ(revisions(), 20U);
  EXPECT_EQ(past::gc(*memory, false)->texts, 0U);
  EXPECT_EQ(body("busy"), "text 59\n");
}

// rule: U14
TEST_F(Gc, TakesNothingYoung) {
  busy(60);
  clock.advance(std::chrono::days(179));
  EXPECT_EQ(past::gc(*memory, false)->texts, 0U);
  environment = variable("LOCI_RETENTION_DAYS", "5");
  enter();
  EXPECT_EQ(past::gc(*memory, true)->texts, 6U);
  clock.set(*parse_time("2026-12-10"));  // 25 days: never, whatever the setting says
  EXPECT_EQ(past::gc(*memory, true)->texts, 0U);
}

// rule: U15
TEST_F(Gc, DoesNothingWhenTheClockIsInDoubt) {
  busy(60);
  clock.set(*parse_time("2020-01-01"));
  EXPECT_THAT(past::gc(*memory, false)->refusal, HasSubstr("future"));
  clock.set(*parse_time("2030-01-01"));
  ASSERT_TRUE(write("new", "user", "x"));
  EXPECT_THAT(past::gc(*memory, false)->refusal, HasSubstr("more than a year"));
  EXPECT_EQ(revisions(), 60U);
}

// rule: W34
TEST_F(Gc, SweepsWhatADeadProcessLeftAndSaysHowMuch) {
  ASSERT_TRUE(write("busy", "user", "text"));
  files.put(kGlobal + ".loci-2147483647-0.tmp", "half a te");
  files.put(kGlobal + ".mine", "no file of loci");
  EXPECT_EQ(past::gc(*memory, true)->swept, 0U);
  EXPECT_TRUE(files.exists(kGlobal + ".loci-2147483647-0.tmp"));
  EXPECT_EQ(past::gc(*memory, false)->swept, 1U);
  EXPECT_FALSE(files.exists(kGlobal + ".loci-2147483647-0.tmp"));
  EXPECT_TRUE(files.exists(kGlobal + ".mine"));
}

}  // namespace
}  // namespace loci::past::gc_test
