#include "prompt/compaction.h"

#include <fmt/format.h>

#include "memory/targets.h"
#include "prompt/briefing.h"
#include "support/house.h"

namespace loci::prompt::compaction_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// rule: G9, T16
TEST(WithoutThoughts, TakesTheSummaryThatFollowsThem) {
  EXPECT_EQ(without_thoughts("<analysis>\nhm\n</analysis>\n\n<summary>\n1. done\n</summary>\n"),
            "1. done");
  EXPECT_EQ(without_thoughts("<analysis>hm</analysis>\n1. done"), "1. done");
  EXPECT_EQ(without_thoughts("<summary>1. done</summary>"), "1. done");
}

// rule: T16
TEST(WithoutThoughts, LosesNothingOfOtherTexts) {
  for (const std::string text :
       {"plain", "<analysis>only", "<summary>open", "<analysis>x</analysis>", "<summary></summary>",
        "<summary>a</summary> and more", "First.\n<analysis>x</analysis>"}) {
    EXPECT_EQ(without_thoughts(text), text);
  }
  EXPECT_EQ(without_thoughts("<analysis>x</analysis>\n<summary>a</summary> and more"),
            "<summary>a</summary> and more");
}

// rule: T16
TEST(CompactionHeading, NamesTheCount) {
  EXPECT_EQ(compaction_heading(std::nullopt), "compaction summary");
  EXPECT_EQ(compaction_heading(12), "compaction summary (12 msgs)");
  EXPECT_EQ(compaction_heading(0), "compaction summary (0 msgs)") << "none is a count";
}

// rule: B16
TEST(WithoutSummaries, KeepsTheLogAndTheGistOfEach) {
  const DayWithSummaries day = without_summaries(
      "### 09:00 — note\nfirst\n### 10:00 — compaction summary (3 msgs)\nWe built it.\nIt works.\n"
      "Much more.\n## Pending Tasks\n- ship it\n## Files\n- a.cc\n- [ ] tell Ann\n"
      "### 11:00 — later\nlast\n### 12:00 — compaction summary\nNewer.\n");
  EXPECT_EQ(day.log, "### 09:00 — note\nfirst\n### 11:00 — later\nlast\n");
  EXPECT_THAT(day.summaries,
              ElementsAre("### 12:00 — compaction summary\nNewer.\n",
                          "### 10:00 — compaction summary (3 msgs)\nWe built it.\nIt works.\n## "
                          "Pending Tasks\n- ship it\n- [ ] tell Ann\n"));
  EXPECT_EQ(without_summaries("plain\n").log, "plain\n");
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

// rule: B16
TEST_F(CompactionSummary, TakesATenthOfTheBlock) {
  std::string summary = "We chose tabs.\nAnd more.\n## Next steps\n";
  for (int i = 0; i < 300; ++i) summary += fmt::format("- step {} of very many steps\n", i);
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(flush_compaction_summary(*memory, summary, i, false));
  }
  ASSERT_TRUE(write("fact", "project", "text\n"));
  ContextRequest request;
  request.budget = 2'000;
  const auto reply = context(*memory, request);
  ASSERT_TRUE(reply);
  const std::string& text = reply->block.text;
  EXPECT_THAT(text, HasSubstr("## Compacted conversations\n### 10:00 — compaction summary (11 "));
  EXPECT_THAT(text, HasSubstr("[section truncated: Compacted conversations]"));
  EXPECT_THAT(text, Not(HasSubstr("(0 msgs)"))) << "the oldest goes first";
  EXPECT_THAT(text, HasSubstr("fact.md"));
  for (const ReceiptRow& row : reply->block.receipt) {
    if (row.title != "Compacted conversations") continue;
    EXPECT_LE(row.shown.tokens(), 200U);
  }
}

TEST_F(CompactionSummary, OfNothingIsRefusedAndADryOneKeptNowhere) {
  EXPECT_EQ(kind_of(flush_compaction_summary(*memory, " \n", 7, false)), ErrorKind::InvalidInput);
  ASSERT_TRUE(flush_compaction_summary(*memory, "we chose tabs", 7, true));
  EXPECT_FALSE(files.exists(kHome));
}

}  // namespace
}  // namespace loci::prompt::compaction_test
