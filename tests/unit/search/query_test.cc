#include "search/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::search::query_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Timestamp kNow = *parse_time("2026-11-15T12:00:00Z");

Query parsed(std::string_view text) {
  auto query = parse_query(text, kNow);
  EXPECT_TRUE(query) << text;
  return query ? *query : Query();
}

std::vector<std::string> texts(const std::vector<Clause>& clauses) {
  std::vector<std::string> texts;
  for (const Clause& clause : clauses) {
    texts.push_back((clause.required ? "+" : "") + clause.text);
  }
  return texts;
}

TEST(Query, IsWords) {
  EXPECT_THAT(texts(parsed("Review  style").clauses), ElementsAre("review", "style"));
  EXPECT_THAT(texts(parsed("style style").clauses), ElementsAre("style"));
}

TEST(Query, HasPhrasesRequiredAndExcludedWordsAndPrefixes) {
  const Query query = parsed(R"(+must -not "two words" conf* -"old thing" +pre*)");
  EXPECT_THAT(texts(query.clauses), ElementsAre("+must", "\"two words\"", "conf*", "+pre*"));
  EXPECT_THAT(texts(query.excluded), ElementsAre("not", "\"old thing\""));
  EXPECT_EQ(query.clauses[1].kind, Clause::Kind::Phrase);
  EXPECT_THAT(query.clauses[1].words, ElementsAre("two", "words"));
  EXPECT_EQ(query.clauses[2].kind, Clause::Kind::Prefix);
}

TEST(Query, HasFilters) {
  const Query query =
      parsed("deploy type:User scope:global tag:DB file:prefs after:2026-11 before:2026-11-10");
  EXPECT_THAT(texts(query.clauses), ElementsAre("deploy"));
  EXPECT_THAT(query.types, ElementsAre("user"));
  EXPECT_THAT(query.scopes, ElementsAre("global"));
  EXPECT_THAT(query.tags, ElementsAre("db"));
  EXPECT_THAT(query.files, ElementsAre("prefs"));
  EXPECT_EQ(format_utc(*query.after), "2026-11-01T00:00:00.000Z");
  EXPECT_EQ(format_utc(*query.before), "2026-11-10T00:00:00.000Z");
  EXPECT_EQ(format_utc(*parsed("x after:2d").after), "2026-11-13T12:00:00.000Z");
}

TEST(Query, TakesWhatItDoesNotUnderstandAsWords) {
  EXPECT_THAT(texts(parsed("type:banana").clauses), ElementsAre("type:banana", "type", "banana"));
  EXPECT_THAT(texts(parsed("after:soon").clauses), ElementsAre("after:soon", "after", "soon"));
  EXPECT_THAT(texts(parsed("\"unclosed quote").clauses), ElementsAre("unclosed", "quote"));
  EXPECT_THAT(texts(parsed("a:b - + \"\" *").clauses), ElementsAre("a:b", "b"));
  EXPECT_THAT(texts(parsed("--dry-run").clauses), ElementsAre("--dry-run", "dry", "run"));
  EXPECT_THAT(texts(parsed("c++").clauses), ElementsAre("c++", "c"));
}

TEST(Query, LeavesOutWordsThatSayNothingUnlessNothingElseIsLeft) {
  EXPECT_THAT(texts(parsed("what is the review style").clauses), ElementsAre("review", "style"));
  EXPECT_THAT(texts(parsed("to be or").clauses), ElementsAre("to", "be", "or"));
  EXPECT_THAT(texts(parsed("+the style").clauses), ElementsAre("+the", "style"));
  EXPECT_THAT(texts(parsed("\"to be\" x").clauses), ElementsAre("\"to be\"", "x"));
}

TEST(Query, NeedsALetterOrADigit) {
  for (const std::string_view text : {"", "   ", "-", "\"\"", "!?*", "🎉"}) {
    const auto query = parse_query(text, kNow);
    ASSERT_FALSE(query) << text;
    EXPECT_EQ(query.error().kind, ErrorKind::InvalidInput);
  }
  EXPECT_TRUE(parse_query("7", kNow));
  EXPECT_TRUE(parse_query("語", kNow));
}

TEST(Query, AsksForASingleCharacterOfAnUnspacedScriptAsAPrefix) {
  const Query query = parsed("語");
  ASSERT_EQ(query.clauses.size(), 1U);
  EXPECT_EQ(query.clauses[0].kind, Clause::Kind::Prefix);
  EXPECT_THAT(texts(parsed("日本語").clauses), ElementsAre("日本", "本語"));
}

TEST(Query, MayBeFiltersAlone) {
  const Query query = parsed("type:user");
  EXPECT_THAT(query.clauses, IsEmpty());
  EXPECT_TRUE(query.filters());
  EXPECT_FALSE(parsed("user").filters());
}

TEST(Query, StopsReadingAtSomeLength) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "w" + std::to_string(i) + " ";
  EXPECT_LE(parsed(text).clauses.size(), 64U);
}

TEST(Period, IsADayAMonthAYearOrASpan) {
  EXPECT_EQ(format_utc(parse_period("2025", kNow)->end), "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(format_utc(parse_period("2025-12", kNow)->end), "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(format_utc(parse_period("2025-12-31", kNow)->end), "2026-01-01T00:00:00.000Z");
  EXPECT_EQ(parse_period("24h", kNow)->end, kNow);
  EXPECT_FALSE(parse_period("2025-13", kNow));
  EXPECT_FALSE(parse_period("soon", kNow));
  EXPECT_FALSE(parse_period("", kNow));
}

}  // namespace
}  // namespace loci::search::query_test
