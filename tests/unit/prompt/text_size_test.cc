#include "prompt/text_size.h"

#include <gtest/gtest.h>

namespace loci::prompt::text_size_test {
namespace {

// rule: T16
TEST(EstimateTokens, CountsWideCharactersAndOthers) {
  EXPECT_EQ(estimate_tokens(""), 0U);
  EXPECT_EQ(estimate_tokens("x"), 1U);
  EXPECT_EQ(estimate_tokens("four"), 1U);
  EXPECT_EQ(estimate_tokens(std::string(400, 'x')), 100U);
  EXPECT_EQ(estimate_tokens("日本語日本語日本語日"), 9U);
  EXPECT_EQ(estimate_tokens("éééé"), 1U);
}

// rule: T16
TEST(EffectiveReserve, AddsTheBlock) {
  EXPECT_EQ(effective_reserve(1000, std::string(400, 'x')), 1100U);
  EXPECT_EQ(effective_reserve(1000, ""), 1000U);
}

TEST(Measure, CountsBytesAndUnits) {
  const TextSize size = measure("aé日😀");
  EXPECT_EQ(size.bytes, 10U);
  EXPECT_EQ(size.units, 5U);
}

// rule: B5
TEST(CutTo, KeepsWholeLines) {
  EXPECT_EQ(cut_to("one\ntwo\n", {7, 100, 100'000}), "one\n");
  EXPECT_EQ(cut_to("one\ntwo\n", {8, 100, 100'000}), "one\ntwo\n");
  EXPECT_EQ(cut_to("one\ntwo", {7, 100, 100'000}), "one\ntwo");
}

// rule: B5
TEST(CutTo, CutsALineBetweenCharactersOnlyWhereNoneFits) {
  EXPECT_EQ(cut_to("日本語", {8, 100, 100'000}), "日本");
  EXPECT_EQ(cut_to("日本語", {100, 100, 1'800}), "日本");
  EXPECT_EQ(cut_to("😀😀", {100, 3, 100'000}), "😀");
  EXPECT_EQ(cut_to("abc", {0, 0, 0}), "");
}

// rule: T16
TEST(MemoryBlock, IsJoinedByARule) {
  EXPECT_EQ(append_memory_block("You are.", "# M"), "You are.\n\n---\n\n# M");
  EXPECT_EQ(append_memory_block("You are.", ""), "You are.");
  EXPECT_EQ(append_memory_block("", "# M"), "# M");
  EXPECT_EQ(prepend_memory_block("# M", "Do it."), "# M\n\n---\n\nDo it.");
  EXPECT_EQ(prepend_memory_block("", "Do it."), "Do it.");
}

}  // namespace
}  // namespace loci::prompt::text_size_test
