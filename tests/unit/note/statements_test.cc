#include "note/statements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace loci::note::statements_test {
namespace {

using ::testing::ElementsAre;

Note note(std::string_view body, std::string_view name = "Style", std::string_view type = "user") {
  return parse_note("---\nname: " + std::string(name) + "\ntype: " + std::string(type) +
                    "\n---\n\n" + std::string(body));
}

std::map<std::string, std::string> marks(const Note& note) {
  std::map<std::string, std::string> result;
  for (const Statement& line : statements(note)) result.emplace(line.text, line.mark);
  return result;
}

TEST(Statements, AreTheLinesThatAreNotBlank) {
  std::vector<std::string> texts;
  std::vector<std::size_t> lines;
  for (const Statement& line : statements(note("one  \n\n## Two\n- three\r\n"))) {
    texts.push_back(line.text);
    lines.push_back(line.line);
  }
  EXPECT_THAT(texts, ElementsAre("one", "## Two", "- three"));
  EXPECT_THAT(lines, ElementsAre(0, 2, 3));
  EXPECT_EQ(statements(note("one\n## Two\n"))[1].heading, 2);
  EXPECT_TRUE(statements(note("")).empty());
}

// rule: O2
TEST(Statements, DependOnTitleAndType) {
  const auto mark = [](const Note& note) { return statements(note).front().mark; };
  EXPECT_EQ(mark(note("x")), mark(note("  x ")));
  EXPECT_EQ(mark(note("x")), mark(note("x", "STYLE")));
  EXPECT_NE(mark(note("x")), mark(note("x", "Never do this")));
  EXPECT_NE(mark(note("x")), mark(note("x", "Style", "project")));
}

// rule: O2
TEST(Statements, DependOnTheHeadingsAboveThem) {
  const auto below = marks(note("## Do\nforce-push\n"));
  EXPECT_NE(below.at("force-push"), marks(note("## Never\nforce-push\n")).at("force-push"));
  EXPECT_NE(below.at("force-push"), marks(note("force-push\n")).at("force-push"));
  EXPECT_EQ(below.at("force-push"),
            marks(note("## Other\nx\n\n## Do\nforce-push\n")).at("force-push"));
}

// Whoever takes a line away, or moves one, changes what those behind it mean.
// rule: O2
TEST(Statements, DependOnEveryLineBeforeThemBelowTheSameHeading) {
  const auto list = marks(note("Never:\n\n- push\n- delete\n"));
  EXPECT_EQ(list.at("- push"), marks(note("Never:\n- push\n- ask\n")).at("- push"))
      << "blank lines say nothing, and lines behind it change nothing";
  EXPECT_NE(list.at("- push"), marks(note("- push\n- delete\n")).at("- push"));
  EXPECT_NE(list.at("- delete"), marks(note("Never:\n\n- delete\n- push\n")).at("- delete"));
  EXPECT_NE(marks(note("Do:\n- ask\nDo not:\n- push\n")).at("- push"),
            marks(note("Do:\n- ask\n- push\n")).at("- push"));
}

TEST(Statements, OfCodeAreNoHeadings) {
  const auto code = statements(note("```\n# comment\n```\n# Title\n"));
  EXPECT_EQ(code[1].heading, 0);
  EXPECT_EQ(code[3].heading, 1);
}

}  // namespace
}  // namespace loci::note::statements_test
