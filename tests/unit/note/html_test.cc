#include "note/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace loci::note {
namespace {

using testing::HasSubstr;
using testing::Not;

// rule: Z17
TEST(MarkdownHtml, ShowsRawHtmlAsText) {
  EXPECT_EQ(markdown_html("<b onclick=x>a</b>"), "<p>&lt;b onclick=x&gt;a&lt;/b&gt;</p>\n");
  EXPECT_EQ(markdown_html("<script>\nx\n</script>\n"),
            "<p>&lt;script&gt;\nx\n&lt;/script&gt;</p>\n");
}

TEST(MarkdownHtml, LetsLinksLeadToTheWebAndToMailOnly) {
  for (const char* address : {"https://a.b/c", "HTTP://a.b", "mailto:x@y.z"}) {
    EXPECT_THAT(markdown_html("[a](" + std::string(address) + ")"), HasSubstr("<a href=\""));
  }
  for (const char* address :
       {"javascript:x", "JaVaScript:x", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
        "//host/x", "&#106;avascript:x", "&#x6a;avascript:x", "javascript&colon;x", "&unknown;:x",
        "blob:x", "java&#10;script:x", "&Tab;javascript:x"}) {
    const std::string html = markdown_html("[a](<" + std::string(address) + ">)");
    EXPECT_THAT(html, Not(HasSubstr("href="))) << address;
  }
}

TEST(MarkdownHtml, LeavesLinksToNotesToWhoeverShowsThem) {
  EXPECT_EQ(markdown_html("[[Other note|that]] [x](other.md#part)"),
            "<p><a data-note=\"Other note\">that</a> <a data-note=\"other.md#part\">x</a></p>\n");
}

TEST(MarkdownHtml, LoadsNoPicture) {
  EXPECT_EQ(markdown_html("![a *b*](https://c.d/e.png)"),
            "<p><span data-image=\"https://c.d/e.png\">a b</span></p>\n");
}

TEST(MarkdownHtml, EscapesWhatStandsInAttributes) {
  const std::string html = markdown_html("[a](https://b/\"'<c>)\n\n```\"><x\ncode\n```\n");
  EXPECT_THAT(html, Not(HasSubstr("\"><x")));
  EXPECT_THAT(html, Not(HasSubstr("'")));
}

TEST(MarkdownHtml, KnowsTablesTasksAndHeadingsBelowTheTitle) {
  const std::string html =
      markdown_html("# A\n\n###### B\n\n| x | y |\n|--:|---|\n| 1 | 2 |\n\n3. c\n\n- [x] d\n");
  EXPECT_THAT(html, HasSubstr("<h2>A</h2>"));
  EXPECT_THAT(html, HasSubstr("<h6>B</h6>"));
  EXPECT_THAT(html, HasSubstr("<th align=\"right\">x</th>"));
  EXPECT_THAT(html, HasSubstr("<ol start=\"3\">"));
  EXPECT_THAT(html, HasSubstr("<input type=\"checkbox\" disabled checked>"));
}

// A long address that is defined once and used often.
TEST(MarkdownHtml, GivesTextBackWhereItWouldGrowWithoutEnd) {
  std::string text = "[a]: https://" + std::string(30'000, 'x') + "\n\n";
  for (int i = 0; i < 10'000; ++i) text += "[a] ";
  const std::string html = markdown_html(text);
  EXPECT_THAT(html, testing::StartsWith("<pre>"));
  EXPECT_LT(html.size(), text.size() * 2);
}

TEST(MarkdownHtml, TakesATimeThatGrowsWithTheTextOnly) {
  const auto time_of = [](const std::string& piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece;
    const auto begin = std::chrono::steady_clock::now();
    (void)markdown_html(text);
    return std::chrono::steady_clock::now() - begin;
  };
  for (const char* piece : {"[", "> ", "*a_ ", "`a``", "![[", "|a", "- ", "<a "}) {
    EXPECT_LT(time_of(piece, 20'000), std::chrono::seconds(5)) << piece;
  }
}

}  // namespace
}  // namespace loci::note
