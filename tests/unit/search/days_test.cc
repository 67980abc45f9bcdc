#include "search/days.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/notes.h"

namespace loci::search::days_test {
namespace {

using support::place_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// A Sunday.
const Timestamp kToday = *parse_time("2026-11-15");

std::string named(const std::vector<std::string>& words) {
  const auto days = days_named(words, words.size() - 1, kToday);
  return days ? utc_date(days->begin) + " " + utc_date(days->end) : "";
}

// rule: F12
TEST(Days, AreNamedByTheirWords) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"today"}, "2026-11-15 2026-11-16"},
      {{"yesterday"}, "2026-11-14 2026-11-15"},
      {{"gestern"}, "2026-11-14 2026-11-15"},
      {{"last", "week"}, "2026-11-02 2026-11-09"},
      {{"this", "week"}, "2026-11-09 2026-11-16"},
      {{"last", "month"}, "2026-10-01 2026-11-01"},
      {{"this", "month"}, "2026-11-01 2026-12-01"},
      {{"last", "year"}, "2025-01-01 2026-01-01"},
      {{"letzte", "woche"}, "2026-11-02 2026-11-09"},
      {{"monday"}, "2026-11-09 2026-11-10"},
      {{"last", "monday"}, "2026-11-09 2026-11-10"},
      {{"sunday"}, "2026-11-15 2026-11-16"},
      {{"last", "sunday"}, "2026-11-08 2026-11-09"},
      {{"freitag"}, "2026-11-13 2026-11-14"},
      {{"week"}, ""},
      {{"next", "week"}, ""},
      {{"deploy"}, ""}};
  for (const auto& [words, period] : cases) EXPECT_EQ(named(words), period) << words.back();
}

TEST(Days, OfJanuaryGoBackIntoTheYearBefore) {
  const auto days =
      days_named(std::vector<std::string>{"last", "month"}, 1, *parse_time("2026-01-03"));
  EXPECT_EQ(utc_date(days->begin), "2025-12-01");
  EXPECT_EQ(utc_date(days->end), "2026-01-01");
}

std::vector<std::string> found_today(const Collection& place, std::string_view words) {
  const auto query = parse_query(words, *parse_time("2026-11-15T10:00:00Z"));
  std::vector<std::string> keys;
  const auto answer = search(std::span(&place, 1), *query, {});
  for (const Hit& hit : answer->hits) keys.push_back(hit.key);
  return keys;
}

// rule: F12
TEST(Days, BringTheNotesThatSayTheirDate) {
  const auto place = place_of(
      {{"daily/2026-11-14.md", "Moved the queue to another host"},
       {"daily/2026-11-05.md", "Rotated the keys"},
       {"daily/2026-10-20.md", "Bought new disks"},
       {"dated.md", "---\nname: Dated\nmetadata:\n  created: 2026-11-14T08:00:00Z\n---\nA note"},
       {"undated.md", "A thing without a day"},
       {"word.md", "We saw it yesterday"}});
  EXPECT_THAT(found_today(place, "what did we do yesterday"),
              UnorderedElementsAre("daily/2026-11-14.md", "dated.md", "word.md"));
  EXPECT_THAT(found_today(place, "last week"), ElementsAre("daily/2026-11-05.md"));
  EXPECT_THAT(found_today(place, "last month"), ElementsAre("daily/2026-10-20.md"));
  EXPECT_THAT(found_today(place, "on Saturday"),
              UnorderedElementsAre("daily/2026-11-14.md", "dated.md"));
  EXPECT_THAT(found_today(place, "October"), ElementsAre("daily/2026-10-20.md"));
  EXPECT_THAT(found_today(place, "oct 2026").front(), "daily/2026-10-20.md");
  EXPECT_THAT(found_today(place, "Oktober"), ElementsAre("daily/2026-10-20.md"));
  EXPECT_THAT(found_today(place, "keys last week").front(), "daily/2026-11-05.md");
  EXPECT_THAT(found_today(place, "\"yesterday\""), ElementsAre("word.md"));
  EXPECT_THAT(found_today(place, "last year"), IsEmpty());
}

}  // namespace
}  // namespace loci::search::days_test
