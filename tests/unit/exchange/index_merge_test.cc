#include "exchange/index_merge.h"

#include <gtest/gtest.h>

namespace loci::exchange::index_merge_test {
namespace {

// The merged index of a memory with the notes A and B; "!" at its end is a conflict.
std::string merged(const IndexEdit& edit) {
  const NoteNames notes{{"a.md", "A"}, {"b.md", "B"}};
  const auto result = merge_index(edit, notes, *Variables::read({{"vars", "host = example.org"}}));
  return result ? result->text + (result->conflict ? "!" : "") : result.error().message;
}

std::string merged(std::string_view source, std::string_view compiled, std::string_view edited) {
  return merged(IndexEdit{source, compiled, edited});
}

// rule: A20
TEST(MergeIndex, LeavesAnIndexAloneWhereTheToolChangedNothing) {
  const std::string source = "at ${var.host}\r\n\r\n- [A](a.md) - d\r\n\r\n\r\nfoot";
  EXPECT_EQ(merged(source, "at example.org\n\n- [A](a.md) — d\n", "at example.org\n"), source);
}

// rule: A20
TEST(MergeIndex, KeepsFactsThatTheToolWrote) {
  EXPECT_EQ(
      merged("- [A](a.md) - d\n", "- [A](a.md) — d\n", "# Facts\n\nx is y\n\n- [A](a.md) — d\n"),
      "# Facts\n\nx is y\n\n- [A](a.md) - d\n");
  EXPECT_EQ(merged("", "", "a fact\n"), "a fact\n");
  EXPECT_EQ(merged("# H\n\n- [A](a.md) - d\n\nfoot\n", "# H\n\n\nfoot\n\n- [A](a.md) — d\n",
                   "# H\n\n\nfeet\n\n- [A](a.md) — d\n"),
            "# H\n\n- [A](a.md) - d\n\nfeet\n");
}

// rule: A20
TEST(MergeIndex, KeepsTheEntriesWhenTheToolEmptiedItsFile) {
  const std::string text = merged("a fact\n\n- [A](a.md) - d\n- [B](b.md) - e\n",
                                  "a fact\n\n- [A](a.md) — d\n- [B](b.md) — e\n", "");
  EXPECT_EQ(text, "\n- [A](a.md) - d\n- [B](b.md) - e\n");
}

// rule: A20
TEST(MergeIndex, KeepsLinesOfBothWhenBothChanged) {
  EXPECT_EQ(merged({"mine\n", "mine\n", "old\ntheirs\n", true, false}), "mine\nold\ntheirs\n!");
}

// rule: A20
TEST(MergeIndex, OfBothSidesDropsNothingThatTheToolLeftOut) {
  EXPECT_EQ(merged({"mine\nnewer\n", "mine\nnewer\n", "mine\n", true, false}), "mine\nnewer\n");
}

// rule: A20
TEST(MergeIndex, OnlyAddsWhereTheToolsFileCameFromSeveral) {
  EXPECT_EQ(merged({"mine\n", "mine\nof another\n", "of another\nnew\n", false, true}),
            "mine\nnew\n")
      << "what another index says is no news, and nothing is a conflict";
}

// rule: A6, A20
TEST(MergeIndex, IsAConflictWhereAFactWithAVariableChanged) {
  EXPECT_EQ(merged("at ${var.host}\n", "at example.org\n", "at example.com\n"),
            "at ${var.host}\nat example.com\n!");
}

// rule: A6
TEST(MergeIndex, TakesTheToolsFactsAsText) {
  EXPECT_EQ(merged("x\n", "x\n", "x\nsay ${var.host}\n"), "x\nsay $${var.host}\n");
  EXPECT_EQ(merged({"x\n", "x\n", "say ${var.host}\n", true, false}), "x\nsay $${var.host}\n!");
}

// rule: A4
TEST(MergeIndex, NamesAVariableThatIsGone) {
  EXPECT_EQ(merged("x\nat ${var.gone}\n", "x\nat home\n", "y\nat home\n"),
            "MEMORY.md:2: there is no variable 'gone'");
}

// rule: A20
TEST(MergeIndex, KeepsHooksAndLinesThatLeadElsewhere) {
  EXPECT_EQ(merged("- [A](a.md) - d\n", "- [A](a.md) — d\n", "- [A](a.md) — better\n"),
            "- [A](a.md) - better\n");
  EXPECT_EQ(merged("", "", "- [B](b.md) — new\n"), "- [B](b.md) - new\n");
  EXPECT_EQ(merged("", "", "- [Gone](gone.md) — a fact\n"), "- [Gone](gone.md) — a fact\n");
  EXPECT_EQ(merged("x\n", "x\n", "x\n…[index truncated: 1 of 2 entries omitted]\n"), "x\n");
}

// rule: A20
TEST(MergeIndex, PutsAHookIntoItsOwnLineAndCallsTheNoteByItsName) {
  EXPECT_EQ(merged("# H\n\n- [A](a.md) - d\n- [Old](b.md) - e\n\nfoot",
                   "# H\n\nfoot\n\n- [A](a.md) — d\n- [B](b.md) — e\n",
                   "# H\n\nfoot\n\n- [A](a.md) — d\n- [Something](b.md) — better\n"),
            "# H\n\n- [A](a.md) - d\n- [B](b.md) - better\n\nfoot");
}

// rule: A20
TEST(MergeIndex, KeepsTheMemorysHookWhereTheToolWroteNone) {
  const std::string source = "- [A](a.md) - mine\n";
  EXPECT_EQ(merged(source, "- [A](a.md) — d\n", "- [A](a.md)\n"), source);
  EXPECT_EQ(merged(source, "- [A](a.md) — d\n", "- [A](a.md) — d\n"), source)
      << "as it was compiled: not the tool's";
}

// rule: A20
TEST(MergeIndex, SetsTheFirstEntryApartFromTheProse) {
  EXPECT_EQ(merged("a fact", "a fact\n", "a fact\n\n- [B](b.md) — new\n"),
            "a fact\n\n- [B](b.md) - new\n");
}

}  // namespace
}  // namespace loci::exchange::index_merge_test
