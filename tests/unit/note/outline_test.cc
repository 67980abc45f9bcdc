#include "note/outline.h"
#include "note/inline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "note/inline.h"

namespace loci::note::outline_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> targets(std::string_view text) {
  std::vector<std::string> result;
  for (const Link& link : parse_outline(text).links) {
    EXPECT_LE(link.begin, link.end);
    result.push_back(link.target);
  }
  return result;
}

std::vector<std::string> headings(std::string_view text) {
  std::vector<std::string> result;
  for (const Heading& heading : parse_outline(text).headings) {
    result.push_back(std::to_string(heading.level) + " " + heading.text + " @" +
                     std::to_string(heading.line));
  }
  return result;
}

TEST(Outline, FindsHeadings) {
  EXPECT_THAT(headings("# One\n\n## Two ##\ntext\n   ###### Six # x\n#\n"),
              ElementsAre("1 One @1", "2 Two @3", "6 Six # x @5", "1  @6"));
  EXPECT_THAT(headings("#no\n####### seven\n    # code\n"), IsEmpty());
  EXPECT_THAT(headings("# A ###\n## ###\n# b#\n"), ElementsAre("1 A @1", "2  @2", "1 b# @3"));
}

TEST(Outline, FindsUnderlinedHeadings) {
  EXPECT_THAT(headings("Title\n=====\n\nSub\n---\n\n---\n- item\n---\n"),
              ElementsAre("1 Title @1", "2 Sub @4"));
}

TEST(Outline, FindsNoHeadingInCode) {
  EXPECT_THAT(headings("```\n# x\n```\n~~~ md\n# y\n```\n~~~~\n# z\n"), ElementsAre("1 z @8"));
}

// rule: N25
TEST(Outline, FindsWikiLinks) {
  EXPECT_THAT(targets("see [[other-note]], [[x|label]] and [[ y#anchor ]] ![[z]]\n"),
              ElementsAre("other-note", "x", "y", "z"));
  EXPECT_THAT(targets("[[]] [[#here]] [[a/b]] [[a\nb]] [[a [[ok]] \\[[no]]\n"), ElementsAre("ok"));
}

// rule: N25
TEST(Outline, FindsMarkdownLinks) {
  EXPECT_THAT(targets("[t](other.md) [t](<a b.md>) [t](c.md \"title\") [t](d.md#sec)\n"),
              ElementsAre("other.md", "a b.md", "c.md", "d.md"));
  EXPECT_THAT(targets("[a [b] c](x(1).md) [t](y\\(.md) [t]( z.md 'q' ) [t](a%20b.md)\n"),
              ElementsAre("x(1).md", "y(.md", "z.md", "a b.md"));
}

// rule: N25
TEST(Outline, LeavesOutWhatIsNoNote) {
  EXPECT_THAT(
      targets("[t](https://x.y/z.md) [t](dir/x.md) [t](x.txt) [t](mailto:a.md) [t]() [t](.md) "
              "![image](x.md) [t] (x.md) [t](x.md \"open) [t](<x.md)\n"),
      IsEmpty());
}

// rule: N25
TEST(Outline, FindsTheLinkAroundAnImageAndNotTheOneAroundALink) {
  EXPECT_THAT(targets("[![i](i.png)](x.md) [a [b](y.md)](z.md)\n"), ElementsAre("x.md", "y.md"));
}

// rule: N25
TEST(Outline, LeavesOutCode) {
  EXPECT_THAT(targets("`[[a]]` ``[b](b.md) ` `` [[c]] `open [[d]]\n"), ElementsAre("c", "d"));
  EXPECT_THAT(targets("```\n[[a]]\n```\n\n    [[b]]\n\n~~~\n[[c]]\n"), IsEmpty());
  EXPECT_THAT(targets("para\n    [[lazy]]\n\n    [[code]]\n    [[code2]]\ntext [[t]]\n"),
              ElementsAre("lazy", "t"));
}

// rule: N25
TEST(Outline, FindsLinksDeepInAList) {
  EXPECT_THAT(
      targets("- item\n\n    [[inside]]\n\n    ```\n    [[code]]\n    ```\n1. x\n\n\t[[two]]\n\n"
              "text\n\n    [[code]]\n"),
      ElementsAre("inside", "two"));
}

TEST(Outline, GivesThePlaceOfATarget) {
  const std::string text = "ü\nsee [t](<a b.md#s>) and [[ x |y]]\n";
  const auto links = parse_outline(text).links;
  ASSERT_THAT(links, SizeIs(2));
  EXPECT_EQ(links[0].line, 2U);
  EXPECT_EQ(text.substr(links[0].begin, links[0].end - links[0].begin), "a b.md");
  EXPECT_EQ(text.substr(links[1].begin, links[1].end - links[1].begin), "x");
  EXPECT_EQ(links[1].kind, Link::Kind::Wiki);
}

TEST(Outline, IsLinearOnHostileText) {
  const auto start = std::chrono::steady_clock::now();
  for (const std::string_view unit :
       {"[", "[[", "[](", "[](<", "[](a \"", "[x](a (", "`", "` `` ", "]", "![", "[[a", "\\[", "((",
        "[a](b", "```\n", "\n#", "- "}) {
    std::string text;
    while (text.size() < (std::size_t{1} << 18U)) text += unit;
    EXPECT_LE(parse_outline(text).links.size(), text.size());
    EXPECT_LE(parse_outline("[" + text + "](x.md)").links.size(), text.size());
  }
  std::string runs;
  for (std::size_t length = 1; length < 700; ++length) runs += std::string(length, '`') + " ";
  EXPECT_THAT(parse_outline(runs).links, IsEmpty());
  // Quadratic work on a quarter of a mebibyte would take minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// What stands behind the label of a link at the beginning of `text`.
std::optional<Destination> destination_of(std::string_view text) {
  const std::size_t end = closing_bracket(text, 0);
  if (end == std::string_view::npos) return std::nullopt;
  return parse_destination(text, end + 1);
}

TEST(MarkdownLink, IsReadWhereItBegins) {
  const std::string text = "[a \\] b](<f (1).md> \"t\") y";
  const auto found = destination_of(text);
  ASSERT_TRUE(found);
  EXPECT_EQ(text.substr(found->begin, found->end - found->begin), "f (1).md");
  EXPECT_EQ(text.substr(found->after), " y");
}

TEST(MarkdownLink, IsNoneWhereItIsNotWhole) {
  for (const std::string_view text : {"[a", "[a]", "[a](", "[a](b", "[a](b c)", "[a\n](b)",
                                      "[a](<b\n>)", "[a](b \"c)", "[a](b (c(d)))"}) {
    EXPECT_FALSE(destination_of(text)) << text;
  }
  EXPECT_EQ(destination_of("[a](b (c))")->after, 10U);
  EXPECT_EQ(destination_of("[a]()")->begin, destination_of("[a]()")->end);
}

}  // namespace
}  // namespace loci::note::outline_test
