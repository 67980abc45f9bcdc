#include "search/spelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/words.h"
#include "support/notes.h"

namespace loci::search::spelling_test {
namespace {

using support::found;
using support::place_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// rule: F9
TEST(Spelling, LetsTwoSpellingsOfAWordMeet) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kPairs = {{
      {"colour", "color"},
      {"colours", "colors"},
      {"behaviour", "behavior"},
      {"behavioural", "behavioral"},
      {"organisation", "organization"},
      {"organised", "organize"},
      {"analyse", "analyze"},
      {"analysing", "analyzing"},
      {"centres", "center"},
      {"licences", "license"},
      {"serialisation", "serialization"},
      {"synchronised", "synchronizes"},
      {"initialiser", "initializer"},
      {"catalogues", "catalog"},
      {"grey", "gray"},
      {"fulfilment", "fulfillment"},
  }};
  for (const auto& [british, american] : kPairs) {
    const std::string one(stem(british));
    EXPECT_EQ(one, stem(american)) << british;
  }
}

TEST(Spelling, LeavesWordsThatOnlyLookLikeIt) {
  for (const std::string_view word :
       {"exercise", "promise", "advise", "enterprise", "analysis", "analyst", "organism",
        "optimism", "four", "hour", "tour", "source", "wise", "enrollment", "fulfilled", "metric",
        "color"}) {
    std::string scratch;
    EXPECT_EQ(one_spelling(word, scratch), word);
  }
}

TEST(Spelling, IsFoundAndShownEitherWay) {
  const auto place =
      place_of({{"a.md", "The colour of every button"}, {"b.md", "Initialize it first"}});
  EXPECT_THAT(found(place, "color"), ElementsAre("a.md"));
  EXPECT_THAT(found(place, "initialise"), ElementsAre("b.md"));
  EXPECT_THAT(found(place, "\"color\""), IsEmpty());
}

}  // namespace
}  // namespace loci::search::spelling_test
