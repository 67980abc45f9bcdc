#include "base/diff.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"

namespace loci::diff_test {
namespace {

std::string random_text(std::mt19937& random, int lines, int words, bool ended) {
  std::string text;
  for (int i = static_cast<int>(random() % static_cast<unsigned>(lines + 1)); i > 0; --i) {
    text += static_cast<char>('a' + static_cast<char>(random() % static_cast<unsigned>(words)));
    if (i > 1 || ended || random() % 2 == 0) text += '\n';
  }
  return text;
}

// What `patch` makes of a unified diff.
std::string patched(std::string_view before, std::string_view diff) {
  const auto lines = split_lines(before);
  std::string result;
  std::size_t at = 0;
  const auto hunks = split_lines(diff);
  for (std::size_t i = 2; i < hunks.size(); ++i) {
    const std::string_view line = hunks[i];
    const bool last_of_file = i + 1 < hunks.size() && hunks[i + 1].starts_with('\\');
    const std::string_view body = last_of_file ? without_ending(line.substr(1)) : line.substr(1);
    if (line.starts_with("@@ -")) {
      const auto numbers = line.substr(4, line.find(' ', 4) - 4);
      const bool empty = numbers.ends_with(",0");
      const auto begin = static_cast<std::size_t>(std::stoul(std::string(numbers)));
      const std::size_t first = empty ? begin : begin - 1;
      while (at < first) result += lines[at++];
    } else if (line.starts_with(' ')) {
      EXPECT_EQ(body, lines.at(at));
      result += lines[at++];
    } else if (line.starts_with('-')) {
      EXPECT_EQ(body, lines.at(at));
      ++at;
    } else if (line.starts_with('+')) {
      result += body;
    }
  }
  while (at < lines.size()) result += lines[at++];
  return result;
}

// rule: U2
TEST(UnifiedDiff, ShowsAChangeInItsContext) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nfive\n6\n7\n8\n", "a", "b"),
            "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  EXPECT_EQ(unified_diff("", "new\n", "a", "b"), "--- a\n+++ b\n@@ -0,0 +1 @@\n+new\n");
  EXPECT_EQ(unified_diff("x", "x\n", "a", "b"),
            "--- a\n+++ b\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x\n");
  EXPECT_EQ(unified_diff("same\n", "same\n", "a", "b"), "");
}

TEST(UnifiedDiff, TurnsOneTextIntoTheOther) {
  std::mt19937 random(1);
  for (int round = 0; round < 3'000; ++round) {
    const std::string before = random_text(random, 30, 2 + round % 20, round % 3 != 0);
    const std::string after = random_text(random, 30, 2 + round % 20, round % 2 != 0);
    EXPECT_EQ(patched(before, unified_diff(before, after, "a", "b")), after) << before << "->\n"
                                                                             << after;
  }
}

TEST(DiffLines, IsMinimalAndItsRunsNeverTouch) {
  std::mt19937 random(2);
  for (int round = 0; round < 2'000; ++round) {
    const std::string a = random_text(random, 12, 3, true);
    const std::string b = random_text(random, 12, 3, true);
    const auto before = split_lines(a);
    const auto after = split_lines(b);
    std::vector<std::vector<std::size_t>> common(before.size() + 1,
                                                 std::vector<std::size_t>(after.size() + 1, 0));
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t j = after.size(); j-- > 0;) {
        common[i][j] = before[i] == after[j] ? common[i + 1][j + 1] + 1
                                             : std::max(common[i + 1][j], common[i][j + 1]);
      }
    }
    std::size_t changed = 0;
    std::size_t i = 0;
    std::size_t j = 0;
    for (const DiffRun& run : diff_lines(before, after)) {
      EXPECT_TRUE(run.before_begin > i || (i == 0 && run.before_begin == 0));
      EXPECT_EQ(run.before_begin - i, run.after_begin - j);
      while (i < run.before_begin) EXPECT_EQ(before[i++], after[j++]);
      changed += run.before_end - run.before_begin + run.after_end - run.after_begin;
      i = run.before_end;
      j = run.after_end;
    }
    EXPECT_EQ(changed, before.size() + after.size() - 2 * common[0][0]);
  }
}

TEST(DiffLines, TakesVeryDifferentTextsAsOneRun) {
  std::string a;
  std::string b;
  for (int i = 0; i < 4'000; ++i) {
    a += "a" + std::to_string(i) + "\n";
    b += "b" + std::to_string(i) + "\n";
  }
  const auto before = split_lines(a);
  const auto after = split_lines(b);
  const auto runs = diff_lines(before, after);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].before_end, 4'000U);
  EXPECT_EQ(runs[0].after_end, 4'000U);
}

// rule: U7
TEST(RevertLines, TakesBackWhatWasAddedAndBringsBackWhatWent) {
  EXPECT_EQ(*revert_lines("a\nb\n", "a\nx\nb\n", "a\nx\nb\n"), "a\nb\n");
  EXPECT_EQ(*revert_lines("a\nb\nc\n", "a\nc\n", "a\nc\n"), "a\nb\nc\n");
  EXPECT_EQ(*revert_lines("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n"), "a\nb\nc\n");
}

// rule: U7
TEST(RevertLines, LeavesLinesWrittenSince) {
  EXPECT_EQ(*revert_lines("a\nb\n", "a\nx\nb\n", "new\na\nx\nb\nend\n"), "new\na\nb\nend\n");
  EXPECT_EQ(*revert_lines("a\nb\nc\n", "a\nc\n", "a\nnew\nc\n"), "a\nb\nnew\nc\n");
  EXPECT_EQ(*revert_lines("b\n", "", "new\n"), "b\nnew\n");
  // The line above is gone: behind the nearest one that stands.
  EXPECT_EQ(*revert_lines("a\nb\nc\nd\n", "a\nb\nd\n", "a\nd\n"), "a\nc\nd\n");
}

// rule: U7
TEST(RevertLines, IsAConflictWhenALineThatMustGoWasChanged) {
  const auto reverted = revert_lines("a\n", "a\nx\n", "a\nX\n");
  ASSERT_FALSE(reverted);
  EXPECT_EQ(reverted.error().kind, ErrorKind::Conflict);
  EXPECT_FALSE(revert_lines("a\n", "a\nx\n", "a\n"));
  const auto whole = revert_lines("a\n", "a\n" + std::string(300'000, 'x') + "\n", "a\n");
  ASSERT_FALSE(whole);
  EXPECT_LT(whole.error().message.size(), 150U) << "the beginning of a line tells which one it is";
}

TEST(RevertLines, NeverGluesTwoLines) {
  EXPECT_EQ(*revert_lines("a\nb", "a\n", "a\nnew\n"), "a\nb\nnew\n");
  EXPECT_EQ(*revert_lines("a\n", "", "new"), "a\nnew");
}

// rule: U7, U8
TEST(RevertLines, IsTheStepBackWhenNothingElseHappened) {
  std::mt19937 random(3);
  for (int round = 0; round < 3'000; ++round) {
    const std::string before = random_text(random, 12, 4, true);
    const std::string after = random_text(random, 12, 4, true);
    EXPECT_EQ(*revert_lines(before, after, after), before) << before << "->\n" << after;
  }
}

}  // namespace
}  // namespace loci::diff_test
