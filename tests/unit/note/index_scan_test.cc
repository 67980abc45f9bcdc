#include "note/index_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note::index_scan_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The hidden parts of a text; a code block behind a "=".
std::vector<std::string> hidden(std::string_view text) {
  std::vector<std::string> all;
  for (const HiddenRange& range : hidden_ranges(text)) {
    all.push_back((range.shown ? "=" : "") +
                  std::string(text.substr(range.begin, range.end - range.begin)));
  }
  return all;
}

// The lines that may hold an entry.
std::vector<std::string> open_lines(std::string_view text) {
  std::vector<std::string> all;
  for_each_line(text, hidden_ranges(text), [&](std::size_t begin, std::size_t end, bool is_hidden) {
    if (!is_hidden) all.emplace_back(text.substr(begin, end - begin));
    return true;
  });
  return all;
}

TEST(HiddenRanges, AreFrontmatterCommentsAndCode) {
  EXPECT_THAT(hidden("---\na: b\n---\n- [A](a.md)\n"), ElementsAre("---\na: b\n---\n"));
  EXPECT_THAT(hidden("x\n<!-- one\ntwo -->\ny\n"), ElementsAre("<!-- one\ntwo -->"));
  EXPECT_THAT(hidden("x\n```\n- [A](a.md)\n```\ny\n"), ElementsAre("=```\n- [A](a.md)\n```\n"));
  EXPECT_THAT(hidden("~~~\n<!-- no comment -->\n~~~\n"),
              ElementsAre("=~~~\n<!-- no comment -->\n~~~\n"));
  EXPECT_THAT(hidden("plain\n"), IsEmpty());
  EXPECT_THAT(hidden(""), IsEmpty());
}

// One slip would hide every entry below it.
TEST(HiddenRanges, AreOnlyWhatIsClosed) {
  EXPECT_THAT(hidden("x\n```\n- [A](a.md)\n"), IsEmpty());
  EXPECT_THAT(hidden("x <!-- y\n- [A](a.md)\n"), IsEmpty());
  EXPECT_THAT(hidden("---\na: b\n- [A](a.md)\n"), IsEmpty());
  EXPECT_THAT(hidden("````\n```\n- [A](a.md)\n"), IsEmpty()) << "closed by as many marks";
}

TEST(HiddenRanges, AreNotWhatIsRuledOffBetweenTwoLines) {
  EXPECT_THAT(hidden("---\n- [A](a.md)\n---\n"), IsEmpty()) << "it holds an entry";
  EXPECT_THAT(hidden("---\nname: [\n---\n"), IsEmpty()) << "it is no frontmatter";
  EXPECT_THAT(hidden("x\n---\na: b\n---\n"), IsEmpty()) << "it does not come first";
}

TEST(HiddenRanges, EndWithTheLineOfAListItem) {
  EXPECT_THAT(hidden("- item <!-- a\n- [A](a.md)\n- b -->\n"), IsEmpty());
  EXPECT_THAT(hidden("- item <!-- a --> b\n"), ElementsAre("<!-- a -->"));
}

TEST(HiddenRanges, AreNotInACodeSpan) {
  EXPECT_THAT(hidden("write `<!--` and\n- [A](a.md)\nthen `-->`\n"), IsEmpty());
  EXPECT_THAT(hidden("`code` <!-- a -->\n"), ElementsAre("<!-- a -->"));
}

TEST(HiddenRanges, AreFoundInLinearTime) {
  std::string marks;
  std::string fences;
  for (int i = 0; i < 200'000; ++i) {
    marks += "<!--";
    fences += "```\nx\n";
  }
  EXPECT_THAT(hidden(marks), IsEmpty());
  EXPECT_EQ(hidden_ranges(fences).size(), 100'000U);
  EXPECT_THAT(hidden("- " + marks), IsEmpty());
}

TEST(Lines, AreVisitedWithTheirEndingsAndWithoutTheMark) {
  EXPECT_THAT(open_lines("\xEF\xBB\xBFone\r\ntwo"), ElementsAre("one\r\n", "two"));
  EXPECT_THAT(open_lines("one\n<!-- two\nthree -->\nfour\n"), ElementsAre("one\n", "four\n"));
  EXPECT_THAT(open_lines("one <!-- x --> y\n"), ElementsAre("one <!-- x --> y\n"))
      << "a line is hidden where it begins hidden";
}

TEST(Lines, AreVisitedUntilItIsEnough) {
  int seen = 0;
  for_each_line("a\nb\nc\n", {}, [&](std::size_t, std::size_t, bool) { return ++seen < 2; });
  EXPECT_EQ(seen, 2);
}

}  // namespace
}  // namespace loci::note::index_scan_test
