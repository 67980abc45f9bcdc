#include "note/inline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "note/split.h"

namespace loci::note::inline_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The targets of a line's links as written; wiki links in their brackets.
std::vector<std::string> targets(std::string_view line) {
  std::vector<std::string> all;
  for (const InlineLink& link : links_in_line(line)) {
    const std::string target(
        line.substr(link.destination.begin, link.destination.end - link.destination.begin));
    all.push_back(link.wiki ? "[[" + target + "]]" : target);
  }
  return all;
}

TEST(InlineLinks, AreFoundFromLeftToRight) {
  EXPECT_THAT(targets("see [A](a.md), [[b]] and [C](<c d.md> \"title\")."),
              ElementsAre("a.md", "[[b]]", "c d.md"));
  EXPECT_THAT(targets("nothing (here) at all"), IsEmpty());
  EXPECT_THAT(targets(""), IsEmpty());
}

TEST(InlineLinks, HoldABracketOrAParenthesisThatIsMatchedOrEscaped) {
  EXPECT_THAT(targets("[a [b] c](x.md)"), ElementsAre("x.md"));
  EXPECT_THAT(targets("[[text]](x.md)"), ElementsAre("x.md")) << "no wiki link";
  EXPECT_THAT(targets("[a](x(1).md)"), ElementsAre("x(1).md"));
  EXPECT_THAT(targets(R"([a](x\).md))"), ElementsAre(R"(x\).md)"));
  EXPECT_THAT(targets(R"(\[a](x.md))"), IsEmpty());
  EXPECT_THAT(targets("[a](x(1.md)"), IsEmpty()) << "it is not closed";
}

TEST(InlineLinks, AreNoImagesAndNotInCode) {
  EXPECT_THAT(targets("![a](x.png) [b](b.md)"), ElementsAre("b.md"));
  EXPECT_THAT(targets(R"(\![a](a.md))"), ElementsAre("a.md")) << "an escaped mark is a mark";
  EXPECT_THAT(targets("`[a](a.md)` ``[b](b.md) ` `` [c](c.md)"), ElementsAre("c.md"));
  EXPECT_THAT(targets("a lone ` and [b](b.md)"), ElementsAre("b.md"));
  EXPECT_THAT(targets("`[[a]]` [[b]]"), ElementsAre("[[b]]"));
}

TEST(InlineLinks, HoldNoOtherLink) {
  EXPECT_THAT(targets("[out [in](in.md)](out.md)"), ElementsAre("in.md"));
}

TEST(InlineLinks, OfWikiKindEndWithTheirOwnBrackets) {
  EXPECT_THAT(targets("[[a]"), IsEmpty());
  EXPECT_THAT(targets("[[a[b]]"), IsEmpty());
  EXPECT_THAT(targets("[[a|shown]]"), ElementsAre("[[a|shown]]"));
}

// Each of these once cost the square of its length in some reader of Markdown.
TEST(InlineLinks, AreFoundInLinearTime) {
  std::string brackets;
  std::string openings;
  std::string ticks;
  for (std::size_t i = 1; i < 600; ++i) ticks += std::string(i, '`') + "x";
  for (int i = 0; i < 200'000; ++i) {
    brackets += '[';
    openings += "[](";
  }
  EXPECT_THAT(targets(brackets), IsEmpty());
  EXPECT_THAT(targets(openings), IsEmpty());
  EXPECT_THAT(targets(ticks + "[a](a.md)"), ElementsAre("a.md"));
}

TEST(ClosingBracket, IsTheOneOfThatBracketOnItsLine) {
  EXPECT_EQ(closing_bracket("[a [b] c] d]", 0), 8U);
  EXPECT_EQ(closing_bracket("[a [b] c] d]", 3), 5U);
  EXPECT_EQ(closing_bracket(R"([a \] c])", 0), 7U);
  EXPECT_EQ(closing_bracket("[a\n]", 0), kNowhere);
  EXPECT_EQ(closing_bracket("[a", 0), kNowhere);
}

TEST(Destination, MayHaveATitle) {
  const auto target = [](std::string_view text) -> std::string {
    const auto found = parse_destination(text, 0);
    if (!found) return "none";
    return std::string(text.substr(found->begin, found->end - found->begin)) + "|" +
           std::string(text.substr(found->after));
  };
  EXPECT_EQ(target("(a.md) rest"), "a.md| rest");
  EXPECT_EQ(target("( a.md 'x' )rest"), "a.md|rest");
  EXPECT_EQ(target("(a.md (x))rest"), "a.md|rest");
  EXPECT_EQ(target("(<a (b.md>)"), "a (b.md|");
  EXPECT_EQ(target("()"), "|");
  EXPECT_EQ(target("(a.md x)"), "none");
  EXPECT_EQ(target("(a.md \"x)"), "none");
  EXPECT_EQ(target("(<a.md)"), "none");
  EXPECT_EQ(target("(a.md"), "none");
  EXPECT_EQ(target("a.md)"), "none");
}

TEST(Unescape, TakesTheBackslashBeforePunctuationOnly) {
  EXPECT_EQ(unescape(R"(a\[b\]\\c)"), R"(a[b]\c)");
  EXPECT_EQ(unescape(R"(C:\dir\)"), R"(C:\dir\)");
}

TEST(CodeFence, OpensWithThreeMarksAndClosesWithAsMany) {
  EXPECT_EQ(opening_fence("```cpp").length, 3U);
  EXPECT_EQ(opening_fence("   ~~~~").length, 4U);
  EXPECT_EQ(opening_fence("``x").length, 0U);
  EXPECT_EQ(opening_fence("    ```").length, 0U) << "four spaces are code of their own";
  EXPECT_EQ(opening_fence("``` a ` b").length, 0U) << "a code span";
  EXPECT_EQ(opening_fence("~~~ a ~ b").length, 3U);
  EXPECT_EQ(opening_fence("").length, 0U);
  const Fence fence = opening_fence("````");
  EXPECT_TRUE(closes_fence("`````\r\n", fence));
  EXPECT_FALSE(closes_fence("```\n", fence));
  EXPECT_FALSE(closes_fence("```` x\n", fence));
  EXPECT_FALSE(closes_fence("~~~~\n", fence));
}

}  // namespace
}  // namespace loci::note::inline_test
