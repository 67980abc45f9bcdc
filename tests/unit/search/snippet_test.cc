#include "search/snippet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace loci::search::snippet_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What a query finds in a text, as it stands there.
std::vector<std::string> found(std::string_view words, std::string_view text) {
  const auto query = parse_query(words, Timestamp());
  Highlighter highlighter(*query);
  std::vector<std::string> all;
  for (const Match& match : highlighter.find(text)) {
    all.emplace_back(text.substr(match.begin, match.end - match.begin));
  }
  return all;
}

// "first-last" for each window around the places of a word.
std::vector<std::string> windows(std::string_view word, std::string_view text, std::size_t around,
                                 std::size_t most = 10) {
  const auto query = parse_query(word, Timestamp());
  Highlighter highlighter(*query);
  std::vector<std::string> all;
  for (const LineWindow& window : line_windows(text, highlighter.find(text), around, most)) {
    all.push_back(std::to_string(window.first) + "-" + std::to_string(window.last));
  }
  return all;
}

TEST(Highlighter, FindsWordsByStemInAnyCase) {
  EXPECT_THAT(found("connect", "Connections, CONNECTED; disconnect"),
              ElementsAre("Connections", "CONNECTED"));
}

TEST(Highlighter, FindsAPhraseWholeAndAPrefixByItsBeginning) {
  EXPECT_THAT(found("\"garden gate\"", "garden gates, a garden  Gate"),
              ElementsAre("garden  Gate"));
  EXPECT_THAT(found("gard*", "garden gate guard"), ElementsAre("garden"));
}

TEST(Highlighter, NamesTheClauseOfEachPlace) {
  const auto query = parse_query("gate gat*", Timestamp());
  Highlighter highlighter(*query);
  const std::vector<Match> matches = highlighter.find("a gate");
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0].clause, 0U);
  EXPECT_EQ(matches[1].clause, 1U);
  EXPECT_EQ(matches[0].begin, matches[1].begin);
}

TEST(Highlighter, ForgetsTheTextBefore) {
  const auto query = parse_query("gate", Timestamp());
  Highlighter highlighter(*query);
  EXPECT_EQ(highlighter.find("gate gate").size(), 2U);
  EXPECT_THAT(highlighter.find("none"), IsEmpty());
}

TEST(Snippet, BeginsAndEndsBetweenWords) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "lengthy-filler ";
  text += "the needle ";
  for (int i = 0; i < 100; ++i) text += "lengthy-filler ";
  const auto query = parse_query("needle", Timestamp());
  Highlighter highlighter(*query);
  const std::string shown = snippet(text, highlighter.find(text), 80);
  EXPECT_THAT(shown, HasSubstr("the needle"));
  EXPECT_TRUE(shown.starts_with("…lengthy-filler ")) << shown;
  EXPECT_TRUE(shown.ends_with(" lengthy-filler…")) << shown;
  EXPECT_LE(count_characters(shown), 90U);
}

TEST(Snippet, OfAShortTextIsAllOfIt) {
  EXPECT_EQ(snippet("a\n\nb", {}, 80), "a b");
  EXPECT_EQ(snippet("a b c d", {}, 5), "a b…");
}

TEST(Snippet, IsAboutTheMostWordsOfTheQuery) {
  std::string text = "alpha at the beginning. ";
  for (int i = 0; i < 60; ++i) text += "filler ";
  text += "here alpha meets beta and more. ";
  for (int i = 0; i < 60; ++i) text += "filler ";
  const auto query = parse_query("alpha beta", Timestamp());
  Highlighter highlighter(*query);
  const std::string shown = snippet(text, highlighter.find(text));
  EXPECT_THAT(shown, HasSubstr("alpha meets beta"));
  EXPECT_TRUE(shown.starts_with("…"));
  EXPECT_TRUE(shown.ends_with("…"));
  EXPECT_LE(count_characters(shown), 165U);
}

TEST(Snippet, CutsNoCharacter) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "日本語";
  const auto query = parse_query("本語", Timestamp());
  Highlighter highlighter(*query);
  EXPECT_TRUE(is_valid_utf8(snippet(text, highlighter.find(text))));
  EXPECT_TRUE(is_valid_utf8(snippet(text, {})));
  EXPECT_EQ(snippet("", {}), "");
  EXPECT_EQ(snippet(" one\n\n two ", {}), "one two");
}

TEST(Highlighter, FindsIrregularForms) {
  const auto query = parse_query("eat dying", Timestamp());
  ASSERT_TRUE(query);
  Highlighter highlighter(*query);
  const std::string_view text = "She ate, he eats, they die.";
  std::vector<std::string_view> found;
  for (const Match& match : highlighter.find(text)) {
    found.push_back(text.substr(match.begin, match.end - match.begin));
  }
  EXPECT_THAT(found, testing::ElementsAre("ate", "eats", "die"));
}

TEST(Highlighter, FindsPhrasesPrefixesAndStems) {
  const auto query = parse_query("\"red door\" conf* runs", Timestamp());
  Highlighter highlighter(*query);
  const std::string text = "A red door, a red, door; config and running.";
  std::vector<std::string> matched;
  for (const Match& match : highlighter.find(text)) {
    matched.push_back(text.substr(match.begin, match.end - match.begin));
  }
  EXPECT_THAT(matched, ElementsAre("red door", "red, door", "config", "running"));
}

TEST(LineWindows, AreLinesAroundEachPlace) {
  const std::string text = "1\n2\nx\n4\n5\n6\n7\nx\n9\n";
  EXPECT_THAT(windows("x", text, 0), ElementsAre("3-3", "8-8"));
  EXPECT_THAT(windows("x", text, 1), ElementsAre("2-4", "7-9"));
  EXPECT_THAT(windows("y", text, 1), IsEmpty());
}

TEST(LineWindows, AreOneWhereTheyMeet) {
  const std::string text = "1\n2\nx\n4\n5\n6\n7\nx\n9\n";
  EXPECT_THAT(windows("x", text, 2), ElementsAre("1-9"));
  EXPECT_THAT(windows("x", "x\nx x\nx\n", 0), ElementsAre("1-3"));
}

TEST(LineWindows, EndWithTheText) {
  EXPECT_THAT(windows("x", "x", 5), ElementsAre("1-1"));
  EXPECT_THAT(windows("x", "1\nx\n", 5), ElementsAre("1-2")) << "no line behind the last ending";
}

TEST(LineWindows, AreNotMoreThanWasAskedFor) {
  EXPECT_THAT(windows("x", "x\n\n\nx\n\n\nx\n", 0, 2), ElementsAre("1-1", "4-4"));
}

}  // namespace
}  // namespace loci::search::snippet_test
