#include "search/sections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::search::sections_test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> headings(const Document& document) {
  std::vector<std::string> texts;
  for (const Section& section : document.sections) texts.push_back(section.headings);
  return texts;
}

TEST(Sections, AreWhatStandsBelowEachHeading) {
  const std::string text =
      "---\nname: Runtime Docs\ndescription: Where they are\ntype: project\ntags: [a, b]\n---\n\n"
      "Intro.\n\n# Setup\n\nAll.\n\n## Linux\n\napt\n\n## Mac\n\nbrew\n\n# End\n\nbye\n";
  const Document document = split_sections("runtime-docs.md", text);
  EXPECT_EQ(document.name, "Runtime Docs");
  EXPECT_EQ(document.type, "project");
  EXPECT_THAT(document.tags, ElementsAre("a", "b"));
  EXPECT_EQ(document.file_words, "");
  EXPECT_THAT(headings(document), ElementsAre("", "Setup", "Setup › Linux", "Setup › Mac", "End"));
  const Section& linux_section = document.sections[2];
  EXPECT_EQ(text.substr(linux_section.begin, 9), "## Linux\n");
  EXPECT_EQ(linux_section.line, 14U);
  EXPECT_EQ(linux_section.end_line, 17U);
}

TEST(Sections, PassOverHeadingsWithNothingButHeadingsBelow) {
  const Document document = split_sections("x.md", "# A\n\n## B\n\ntext\n\n## Empty\n");
  EXPECT_THAT(headings(document), ElementsAre("A › B", "A › Empty"));
}

TEST(Sections, CoverTheBodyWithoutGapOrOverlap) {
  std::string text = "# One\n";
  for (int i = 0; i < 900; ++i) text += "word" + std::to_string(i) + (i % 40 == 39 ? "\n\n" : " ");
  text += "\n# Two\nshort\n";
  const Document document = split_sections("x.md", text);
  EXPECT_GT(document.sections.size(), 4U);
  std::size_t at = 0;
  for (const Section& section : document.sections) {
    EXPECT_EQ(section.begin, at);
    EXPECT_LE(section.end - section.begin, kChunkBytes * 3 / 2);
    at = section.end;
  }
  EXPECT_EQ(at, text.size());
}

TEST(Sections, CutALineWithoutSpacesBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "語";
  const Document document = split_sections("x.md", text);
  EXPECT_GT(document.sections.size(), 5U);
  for (const Section& section : document.sections) EXPECT_EQ((section.end - section.begin) % 3, 0U);
}

TEST(Sections, TakeAnEmptyNoteAsOne) {
  for (const std::string text : {"", "\n", "---\nname: X\n---\n"}) {
    EXPECT_EQ(split_sections("x.md", text).sections.size(), 1U) << text;
  }
}

TEST(Sections, BeginBehindAByteOrderMark) {
  const Document document = split_sections("x.md", "\xEF\xBB\xBFTitle\n---\ntext\n");
  EXPECT_THAT(headings(document), ElementsAre("Title"));
  EXPECT_EQ(document.sections[0].begin, 3U);
}

TEST(Sections, ReadTheDateANoteSays) {
  const auto modified =
      split_sections("x.md", "---\nname: X\nmetadata:\n  modified: 2023-05-08T13:56:00Z\n---\n");
  EXPECT_EQ(modified.date_words, "2023-05-08 8 may 2023");
  EXPECT_EQ(split_sections("daily/2026-11-15.md", "x").date_words, "2026-11-15 15 november 2026");
  EXPECT_FALSE(split_sections("x.md", "x").date_ms);
}

TEST(Sections, KnowLinksImportanceAndWhatTheFileNameAdds) {
  const auto document = split_sections(
      "old-name.md",
      "---\nname: New\nmetadata:\n  importance: 9\n---\n[[Other Note]] [t](third.md)\n");
  EXPECT_EQ(document.importance, 9);
  EXPECT_EQ(document.file_words, "old-name");
  EXPECT_THAT(document.links, ElementsAre("other note", "third"));
}

}  // namespace
}  // namespace loci::search::sections_test
