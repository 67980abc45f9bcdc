#include "note/paragraphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note::paragraphs_test {
namespace {

constexpr std::string_view kDate = "2026-11-15";

// rule: R4
TEST(AddParagraph, PutsADatedOneAtTheEnd) {
  EXPECT_EQ(add_paragraph("one\n", kDate, "two"), "one\n\n2026-11-15: two\n");
  EXPECT_EQ(add_paragraph("one", kDate, " two \n\n"), "one\n\n2026-11-15: two\n");
  EXPECT_EQ(add_paragraph("one\n\n", kDate, "two"), "one\n\n2026-11-15: two\n");
  EXPECT_EQ(add_paragraph("", kDate, "two"), "2026-11-15: two\n");
  EXPECT_EQ(add_paragraph("---\nname: N\n---\n", kDate, "two"),
            "---\nname: N\n---\n2026-11-15: two\n");
  EXPECT_EQ(add_paragraph("---\r\nname: N\r\n---\r\n\r\none\r\n", kDate, "two\nthree"),
            "---\r\nname: N\r\n---\r\n\r\none\r\n\r\n2026-11-15: two\r\nthree\r\n");
}

// rule: R4
TEST(AddParagraph, KeepsEveryByteThatIsThere) {
  for (const std::string file :
       {"", "\n", " \n\n ", "---\n", "---\nname: N", "---\nname: N\n---", "a\r\nb", "a\r\n\r\n",
        "```\nopen fence", "\xEF\xBB\xBF---\nname: N\n---\n\nbody  \n\t\n",
        "\xFF\xFE broken \x80"}) {
    for (const std::string text : {"plain", "- list", "---", "2026-01-01: dated", "\r\nx\r\n"}) {
      const std::string added = add_paragraph(file, kDate, text);
      EXPECT_TRUE(added.starts_with(file)) << file;
      EXPECT_TRUE(added.ends_with('\n')) << file;
    }
  }
}

// rule: R4
TEST(AddParagraph, PutsWhatIsNoProseBelowTheDate) {
  for (const std::string text :
       {"- a\n- b", "# Title", "> said", "| a | b |", "```\nx\n```", "1. first", "2) second"}) {
    EXPECT_EQ(add_paragraph("one\n", kDate, text), "one\n\n2026-11-15:\n\n" + text + "\n");
  }
  EXPECT_EQ(add_paragraph("one\n", kDate, "1.4 is out"), "one\n\n2026-11-15: 1.4 is out\n");
}

std::string titled(std::string_view body) {
  return "---\nname: Style\n---\n\n" + std::string(body);
}

// rule: R9
TEST(AddParagraph, ComesBelowNoHeadingOfTheNote) {
  EXPECT_EQ(add_paragraph("Ask.\n\n# Never\n\npush\n", kDate, "tabs"),
            "Ask.\n\n# Never\n\npush\n\n# Added\n\n2026-11-15: tabs\n");
  EXPECT_EQ(add_paragraph("## Do\nask\n### Never\npush\n", kDate, "tabs"),
            "## Do\nask\n### Never\npush\n\n## Added\n\n2026-11-15: tabs\n");
  EXPECT_EQ(add_paragraph("Never\n=====\npush\n", kDate, "tabs"),
            "Never\n=====\npush\n\n# Added\n\n2026-11-15: tabs\n");
  EXPECT_EQ(add_paragraph("# Never\n\npush\n\n# Added\n\n2026-11-14: tabs\n", kDate, "short"),
            "# Never\n\npush\n\n# Added\n\n2026-11-14: tabs\n\n2026-11-15: short\n");
  EXPECT_EQ(add_paragraph("# Added\n\n2026-11-14: tabs\n\n# Never\n\npush\n", kDate, "short"),
            "# Added\n\n2026-11-14: tabs\n\n# Never\n\npush\n\n# Added\n\n2026-11-15: short\n");
}

// rule: R9
TEST(AddParagraph, TakesTheTitleOnTopForNoHeading) {
  EXPECT_EQ(add_paragraph(titled("# Style\n\nshort\n"), kDate, "tabs"),
            titled("# Style\n\nshort\n\n2026-11-15: tabs\n"));
  EXPECT_EQ(add_paragraph(titled("# Style\n\n## Never\n\npush\n"), kDate, "tabs"),
            titled("# Style\n\n## Never\n\npush\n\n## Added\n\n2026-11-15: tabs\n"));
  EXPECT_EQ(add_paragraph(titled("Short.\n\n# Style\n\nno tabs\n"), kDate, "ask"),
            titled("Short.\n\n# Style\n\nno tabs\n\n# Added\n\n2026-11-15: ask\n"));
}

// rule: R9
TEST(AddParagraph, ClosesAFenceThatWasLeftOpen) {
  EXPECT_EQ(add_paragraph("```sh\nmake\n", kDate, "tabs"),
            "```sh\nmake\n```\n\n2026-11-15: tabs\n");
  EXPECT_EQ(add_paragraph("~~~~\n# make\n```\n", kDate, "tabs"),
            "~~~~\n# make\n```\n~~~~\n\n2026-11-15: tabs\n");
  EXPECT_EQ(add_paragraph("- run\n  ```\n  make", kDate, "tabs"),
            "- run\n  ```\n  make\n  ```\n\n2026-11-15: tabs\n");
  EXPECT_EQ(add_paragraph("```\nmake\n```\n", kDate, "tabs"),
            "```\nmake\n```\n\n2026-11-15: tabs\n");
}

// rule: R5, R9
TEST(NewestSays, TakesNothingThatStandsBelowAHeading) {
  const auto says = [](std::string_view body, std::string_view text) {
    return newest_saying(parse_note(titled(body)), text).has_value();
  };
  EXPECT_FALSE(says("# Never\n\npush to main\n", "push to main"));
  EXPECT_FALSE(says("# Never\n\n2026-11-15: push to main\n", "push to main"));
  EXPECT_TRUE(says("# Never\n\npush to main\n", "# Never\n\npush to main"));
  EXPECT_TRUE(says("# Style\n\nshort\n", "short"));
  EXPECT_TRUE(says("# Never\n\npush\n\n# Added\n\n2026-11-15: tabs\n", "tabs"));
  EXPECT_TRUE(says("One.\n\n2026-11-15:\n\n# A\n\nb\n", "# A\n\nb"));
  EXPECT_TRUE(says("One.\n\n2026-11-15: tabs\n\n# Never\n\npush\n", "tabs"));
}

// rule: R5
TEST(NewestSays, ComparesWithoutDateAndWhiteSpace) {
  const std::string body = "One.\n\n2026-11-14: Two.\nMore.\n\n2026-11-15: Three.\n";
  const auto newest_says = [](const std::string& text, std::string_view said) {
    return newest_saying(parse_note(text), said).has_value();
  };
  EXPECT_EQ(newest_paragraph(body), "Three.");
  EXPECT_TRUE(newest_says(body, "Three.\n"));
  EXPECT_FALSE(newest_says(body, "Two. More."));
  EXPECT_FALSE(newest_says(body, "three."));
  EXPECT_TRUE(newest_says("One  two.\n", "One\ntwo."));
  EXPECT_TRUE(newest_says("By hand.\n\nThe last.\n", "The last."));
  EXPECT_TRUE(newest_says("x\n\n2026-11-15:\n\n- a\n\n- b\n", "- a\n\n- b"));
  EXPECT_FALSE(newest_says("", "x"));
}

TEST(NewestParagraph, BeginsWithADateThatIsOneAndStandsInNoFence) {
  EXPECT_EQ(newest_paragraph("One.\n\n2026-13-45: no date\n"), "One.\n\n2026-13-45: no date");
  EXPECT_EQ(newest_paragraph("One.\n2026-11-15: in the midst\n"), "One.\n2026-11-15: in the midst");
  EXPECT_EQ(newest_paragraph("One.\n\n```\nlog\n\n2026-11-15: line\n```\n"),
            "One.\n\n```\nlog\n\n2026-11-15: line\n```");
  EXPECT_EQ(newest_paragraph("2026-11-14: a\n\n2026-11-15: b\n"), "b");
  EXPECT_EQ(newest_paragraph(""), "");
}

TEST(NewestSaying, KnowsTheLines) {
  const auto lines = newest_saying(parse_note("a\n\n2026-11-15: b\nc\n\n# D\n\ne\n"), "b c");
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->begin, 2U);
  EXPECT_EQ(lines->end, 5U);
}

// rule: R2, R7
TEST(Derived, IsTheFirstSentenceOfSomeParagraph) {
  const std::string body = "One. More.\n\nBy hand, too.\n\n2026-11-15: Two! And so on.\n";
  for (const std::string description : {"One.", "By hand, too.", "Two!"}) {
    EXPECT_TRUE(is_derived(description, body)) << description;
  }
  for (const std::string description : {"More.", "Written by somebody", "2026-11-15: Two!"}) {
    EXPECT_FALSE(is_derived(description, body)) << description;
  }
  EXPECT_EQ(first_sentence("\n# Heading\n\nText."), "Heading");
  EXPECT_EQ(first_sentence("Since v1.2 it is on. More."), "Since v1.2 it is on.");
  const std::string words = std::string(115, 'x') + " responsibilities";
  EXPECT_EQ(first_sentence(words), std::string(115, 'x'));
  EXPECT_TRUE(is_derived(words.substr(0, 120), words)) << "as loci 0.1 cut it";
}

}  // namespace
}  // namespace loci::note::paragraphs_test
