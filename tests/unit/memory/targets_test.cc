#include "memory/targets.h"

#include "past/history.h"
#include "support/house.h"

namespace loci::memory::targets_test {
namespace {

using ::testing::HasSubstr;

using Targets = House;

// rule: T1, T6, T8
TEST_F(Targets, DailyLogIsAppendedToUnderTheLocalDate) {
  ASSERT_TRUE(memory::daily_add(*memory, "", "a", false));
  ASSERT_TRUE(memory::daily_add(*memory, "", "b", false));
  EXPECT_EQ(*memory::daily(*memory, ""), "a\nb\n");
  ASSERT_TRUE(memory::daily_add(*memory, "release", "c", false));
  EXPECT_THAT(**memory::daily(*memory, local_date(clock.now())), HasSubstr(" — release\nc\n"));
  EXPECT_FALSE(memory::daily(*memory, "2020-01-01")->has_value());
  EXPECT_EQ(kind_of(memory::daily(*memory, "2026-02-30")), ErrorKind::InvalidInput);
}

// rule: T4, T9
TEST_F(Targets, ScratchpadGoesThroughTheDoor) {
  ASSERT_TRUE(memory::scratch_add(*memory, "ask Ann", false));
  ASSERT_TRUE(memory::scratch_add(*memory, "ask Bob", false));
  EXPECT_EQ(kind_of(memory::scratch_done(*memory, "ask", false)), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(memory::scratch_done(*memory, "Eve", false)), ErrorKind::NotFound);
  const auto before = files.tree("/");
  EXPECT_EQ(memory::scratch_done(*memory, "ann", true)->text, "- [x] ask Ann\n- [ ] ask Bob\n");
  EXPECT_EQ(files.tree("/"), before);
  ASSERT_TRUE(memory::scratch_done(*memory, "ann", false));
  EXPECT_EQ(past::history(*memory, {})->front().record.operation, "scratch done");
}

}  // namespace
}  // namespace loci::memory::targets_test
