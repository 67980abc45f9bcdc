#include "prompt/compaction.h"

#include "memory/targets.h"
#include "support/house.h"

namespace loci::prompt::compaction_test {
namespace {

using ::testing::HasSubstr;

// rule: T16
TEST(CompactionHeading, NamesTheCount) {
  EXPECT_EQ(compaction_heading(std::nullopt), "compaction summary");
  EXPECT_EQ(compaction_heading(12), "compaction summary (12 msgs)");
  EXPECT_EQ(compaction_heading(0), "compaction summary (0 msgs)") << "none is a count";
}

class CompactionSummary : public House {
 protected:
  std::string today() { return memory::daily(*memory, "")->value_or(""); }
};

TEST_F(CompactionSummary, IsAddedToTheDayBelowItsHeading) {
  ASSERT_TRUE(memory::daily_add(*memory, "", "before", false));
  ASSERT_TRUE(flush_compaction_summary(*memory, "we chose tabs", 7, false));
  ASSERT_TRUE(flush_compaction_summary(*memory, "and then spaces", std::nullopt, false));
  EXPECT_THAT(today(), HasSubstr("before\n"));
  EXPECT_THAT(today(), HasSubstr(" — compaction summary (7 msgs)\nwe chose tabs\n"));
  EXPECT_LT(today().find("tabs"), today().find("spaces")) << "the newest is last";
}

TEST_F(CompactionSummary, OfNothingIsRefusedAndADryOneKeptNowhere) {
  EXPECT_EQ(kind_of(flush_compaction_summary(*memory, " \n", 7, false)), ErrorKind::InvalidInput);
  ASSERT_TRUE(flush_compaction_summary(*memory, "we chose tabs", 7, true));
  EXPECT_FALSE(files.exists(kHome));
}

}  // namespace
}  // namespace loci::prompt::compaction_test
