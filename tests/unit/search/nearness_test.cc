#include "search/nearness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/notes.h"

namespace loci::search::nearness_test {
namespace {

using ::testing::ElementsAre;

// How one note, that is one section, answers a query.
Closeness closeness(const std::string& body, std::string_view words) {
  const Collection place = support::place_of({{"a.md", body}});
  const auto query = parse_query(words, Timestamp());
  const Matches matches(std::span(&place, 1), *query);
  const PartMatches& part = matches.parts().front();
  Nearness nearness(*part.segment, *query, part.clauses);
  return nearness.measure(part.segment->section(0));
}

TEST(Nearness, IsOneForAWordRightBehindTheOneBeforeIt) {
  EXPECT_THAT(closeness("the garden gate", "garden gate").nearness, ElementsAre(0.0, 1.0));
  EXPECT_THAT(closeness("a garden with gate", "garden gate").nearness, ElementsAre(0.0, 0.5));
}

TEST(Nearness, IsLessTheOtherWayRound) {
  EXPECT_THAT(closeness("gate garden", "garden gate").nearness, ElementsAre(0.0, 0.5));
}

TEST(Nearness, IsTheNearestOfSeveral) {
  EXPECT_THAT(closeness("garden and a gate, then the garden gate", "garden gate").nearness,
              ElementsAre(0.0, 1.0));
}

TEST(Nearness, EndsEightWordsAway) {
  EXPECT_THAT(closeness("garden 1 2 3 4 5 6 7 gate", "garden gate").nearness,
              ElementsAre(0.0, 1.0 / 8));
  EXPECT_THAT(closeness("garden 1 2 3 4 5 6 7 8 gate", "garden gate").nearness,
              ElementsAre(0.0, 0.0));
}

TEST(Nearness, DoesNotReachFromOneFieldIntoAnother) {
  EXPECT_THAT(closeness("---\nname: garden\ndescription: gate\n---\n\nx\n", "garden gate").nearness,
              ElementsAre(0.0, 0.0));
}

TEST(Closeness, TellsTheWordItselfFromItsStem) {
  EXPECT_THAT(closeness("he runs", "runs").exact, ElementsAre(true));
  EXPECT_THAT(closeness("he runs", "running").exact, ElementsAre(false));
  EXPECT_THAT(closeness("he went", "go").exact, ElementsAre(false));
}

TEST(Closeness, CountsAWordInEachField) {
  const Closeness found =
      closeness("---\nname: garden\ndescription: x\n---\n\ngardens and a garden\n", "garden");
  std::uint32_t all = 0;
  std::size_t fields = 0;
  for (const std::uint32_t count : found.fields[0]) {
    all += count;
    fields += count > 0 ? 1U : 0U;
  }
  EXPECT_EQ(all, 3U);
  EXPECT_EQ(fields, 2U);
}

TEST(Closeness, CountsPhrasesAndPrefixes) {
  const auto count = [](const Closeness& found) {
    std::uint32_t all = 0;
    for (const std::uint32_t one : found.fields[0]) all += one;
    return all;
  };
  const std::string body = "blue garden gate, garden of a gate, garden gate\n";
  EXPECT_EQ(count(closeness(body, "\"garden gate\"")), 2U);
  EXPECT_EQ(count(closeness(body, "gard*")), 3U);
  EXPECT_EQ(count(closeness(body, "\"garden blue\"")), 0U);
  EXPECT_THAT(closeness(body, "blue \"garden gate\"").nearness, ElementsAre(0.0, 0.5))
      << "a phrase is where it ends";
}

}  // namespace
}  // namespace loci::search::nearness_test
