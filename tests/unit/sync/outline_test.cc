#include "sync/outline.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace loci::sync::outline_test {
namespace {

const std::vector<note::NoteLine> kNotes{{"a.md", "A", "one"}, {"b.md", "B", "two"}};
constexpr std::string_view kLines = "- [A](a.md) - one\n- [B](b.md) - two\n";

std::string with(std::string_view index, std::string_view outline,
                 const note::Files& by_hand = {}) {
  return with_outline({index, by_hand}, outline, kNotes);
}

// rule: RM48
TEST(WithOutline, PutsProseAboveTheListOfAFreshIndex) {
  EXPECT_EQ(with(kLines, "# Known\n\nFrozen in May.\n"),
            "# Known\n\nFrozen in May.\n\n" + std::string(kLines));
}

TEST(WithOutline, TakesProseAwayAndLeavesTheNotes) {
  EXPECT_EQ(with("Above.\n\n" + std::string(kLines), ""), kLines);
}

TEST(WithOutline, GivesAHookThatSomebodyWorded) {
  EXPECT_EQ(with(kLines, "- [b](b.md) — my words\n"),
            "- [A](a.md) - one\n- [B](b.md) — my words\n");
}

TEST(WithOutline, TakesBackAHookThatSomebodyWorded) {
  EXPECT_EQ(with("Prose.\n\n- [A](a.md) - one\n- [B](b.md) — my words\n", "Prose.\n", {"b.md"}),
            "Prose.\n\n- [B](b.md) - two\n- [A](a.md) - one\n");
}

TEST(WithOutline, PutsEntriesBelowTheirHeadings) {
  EXPECT_EQ(with(kLines, "## One\n\n- [b](b.md)\n\n## Two\n\n- [a](a.md)\n"),
            "## One\n\n- [B](b.md) - two\n\n## Two\n\n- [A](a.md) - one\n");
}

TEST(WithOutline, IsWhatTheOutlineSays) {
  const note::Files none;
  for (const std::string& outline :
       std::vector<std::string>{"", "Prose.\n", "# Known\n\nOne.\n\nTwo.\n",
                                "## One\n\n- [b](b.md)\n\n## Two\n\n- [a](a.md)\n"}) {
    for (const std::string& index : std::vector<std::string>{
             std::string(kLines), "Old.\n\n" + std::string(kLines),
             "## Two\n\n- [A](a.md) - one\n\n## One\n\n- [B](b.md) - two\n", std::string()}) {
      const std::string text = with(index, outline);
      EXPECT_EQ(note::index_outline(text, none), outline) << index << "-->\n" << text;
      EXPECT_EQ(with(text, outline), text);
      for (const auto& note : kNotes) EXPECT_NE(text.find(note.file), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace loci::sync::outline_test
