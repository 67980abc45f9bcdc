#include "note/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "note/roff.h"
#include "note/terminal_view.h"

namespace loci::note::document_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page(std::string_view markdown) { return roff_body(parse_document(markdown)); }
std::string screen(std::string_view markdown, std::size_t columns = 40, bool color = false) {
  return terminal_view(parse_document(markdown), columns, color);
}

TEST(Document, KeepsTheOrderOfWhatATightItemHolds) {
  const Block document = parse_document("- a\n  ```\n  x\n  ```\n  b\n");
  const Block& item = document.children.at(0).children.at(0);
  ASSERT_EQ(item.children.size(), 3U);
  EXPECT_EQ(plain_text(item.children[0].spans), "a");
  EXPECT_EQ(item.children[1].kind, Block::Kind::Code);
  EXPECT_EQ(plain_text(item.children[2].spans), "b");
}

TEST(Document, IsNotNestedDeeperThanItCanBeShown) {
  const std::string deep(100'000, '>');
  EXPECT_THAT(screen(deep + " end"), HasSubstr("end"));
  EXPECT_THAT(page(deep + " end"), HasSubstr("end"));
}

TEST(Document, DoesNotMakeMuchOutOfLittle) {
  std::string text = "[a]: <" + std::string(20'000, 'x') + ">\n\n";
  for (int i = 0; i < 5'000; ++i) text += "[a] ";
  EXPECT_LT(screen(text).size(), 20 * text.size());
}

TEST(Roff, TakesNothingForARequest) {
  EXPECT_EQ(page(".SH not a section\n"), "\\&.SH not a section\n");
  EXPECT_EQ(page("a\\fB 'b' `--x`\n"), "a\\(rsfB \\(aqb\\(aq \\fB\\-\\-x\\fR\n");
  EXPECT_EQ(page("→\n"), "\\[u2192]\n");
  EXPECT_EQ(roff_lines("'x"), "\\&'x\n");
}

TEST(Roff, HasSectionsListsCodeAndTables) {
  EXPECT_EQ(page("# T\n\n## S\n\none\n\n- a\n- b\n\n```\n.x\n```\n"),
            ".SH S\none\n.IP \\(bu 3\na\n.IP \\(bu 3\nb\n.PP\n.RS 4\n.nf\n\\&.x\n.fi\n.RE\n");
  EXPECT_EQ(page("| k | what |\n|---|---|\n| `a` | the a |\n"), ".TP\n\\fBa\\fR\nthe a\n");
}

// rule: C43
TEST(TerminalView, BreaksLinesBetweenWordsOnly) {
  EXPECT_EQ(screen("one two three four five six seven", 20),
            "one two three four\nfive six seven\n");
  const std::string wide(60, 'x');
  EXPECT_EQ(screen("a " + wide + " b", 20), "a\n" + wide + "\nb\n");
}

TEST(TerminalView, LaysOutWhatMarkdownMarks) {
  EXPECT_EQ(screen("# Title\n\nText with `code`.\n\n1. one\n2. two\n   - deeper\n\n> said\n"),
            "Title\n=====\n\nText with `code`.\n\n1. one\n2. two\n   • deeper\n\n│ said\n");
  EXPECT_EQ(screen("- [ ] open\n- [x] done\n"), "[ ] open\n[x] done\n");
  EXPECT_EQ(screen("| a | b |\n|---|---|\n| x | yy |\n"), "a  b\nx  yy\n");
  EXPECT_EQ(screen("[site](https://a.b/c) and [[note]]"), "site <https://a.b/c> and note\n");
}

TEST(TerminalView, HasNoEscapesButItsOwn) {
  const std::string hostile = "a\x1b[31mb `c\x1b]0;t\x07` [x](<https://e\x1b[0m>)";
  EXPECT_THAT(screen(hostile), Not(HasSubstr("\x1b")));
  EXPECT_EQ(screen("**b** *i*", 40, true), "\x1b[1mb\x1b[0m \x1b[3mi\x1b[0m\n");
}

}  // namespace
}  // namespace loci::note::document_test
