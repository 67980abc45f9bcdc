// Finding what says the same in other words.

#include "search/meaning.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "search/search.h"
#include "search/segment_builder.h"
#include "support/notes.h"

namespace loci::search::meaning_test {
namespace {

using support::NoteTexts;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const NoteTexts kNotes = {
    {"rollback.md", "When a deploy goes wrong, get the previous version back within a minute"},
    {"coffee.md", "The user takes no milk in the morning"},
    {"money.md", "Amounts are integers of cents"},
    {"travel.md", "Every March the user is in Lisbon"},
    {"docs.md", "Documentation is published on merge"}};

Collection place_with(const NoteTexts& notes, std::shared_ptr<const Embedder> embedder) {
  SegmentBuilder builder({}, std::move(embedder));
  for (const auto& [key, text] : notes) builder.add({.key = key, .text = text});
  Collection place{"global", {}};
  place.parts.push_back({*Segment::open(builder.finish()), nullptr});
  return place;
}

Answer asked(const Collection& place, std::string_view words, bool meaning = true) {
  const auto query = parse_query(words, Timestamp());
  SearchOptions options;
  options.explain = true;
  if (meaning) options.ranking.embedder = Embedder::built_in();
  auto answer = search(std::span(&place, 1), *query, options);
  EXPECT_TRUE(answer);
  return answer ? std::move(*answer) : Answer();
}

std::vector<std::string> keys(const Answer& answer) {
  std::vector<std::string> keys;
  for (const Hit& hit : answer.hits) keys.push_back(hit.key);
  return keys;
}

TEST(Meaning, FindsANoteThatSharesNoWordAndSaysSo) {
  const Collection place = place_with(kNotes, Embedder::built_in());
  EXPECT_THAT(asked(place, "revert a bad release", false).hits, IsEmpty());
  const Answer answer = asked(place, "revert a bad release");
  ASSERT_THAT(answer.hits, SizeIs(1));
  EXPECT_EQ(answer.hits[0].key, "rollback.md");
  EXPECT_TRUE(answer.hits[0].by_meaning);
  EXPECT_FALSE(answer.hits[0].name_only);
  EXPECT_THAT(answer.hits[0].sections[0].snippet, ::testing::HasSubstr("previous version"));
  EXPECT_THAT(render(answer, {}, 4096), ::testing::HasSubstr("by meaning"));
}

TEST(Meaning, LeavesOutWhatHasNothingToDoWithIt) {
  const Collection place = place_with(kNotes, Embedder::built_in());
  EXPECT_THAT(asked(place, "quantum chromodynamics lattice").hits, IsEmpty());
}

TEST(Meaning, DoesNotGuessAtExactWordsNumbersOrExclusions) {
  const Collection place = place_with(kNotes, Embedder::built_in());
  EXPECT_THAT(asked(place, "\"revert a bad release\"").hits, IsEmpty());
  EXPECT_THAT(asked(place, "4711").hits, IsEmpty());
  EXPECT_THAT(keys(asked(place, "revert bad release -minute")), Not(Contains("rollback.md")));
  EXPECT_THAT(asked(place, "revert a bad release +nowhere").hits, IsEmpty());
}

TEST(Meaning, OrdersNotesThatHaveTheWordsToo) {
  const Collection place =
      place_with({{"orchestra.md", "The conductor told the orchestra to release the tension"},
                  {"deploy.md", "How a release is deployed: build, push, restart the servers"},
                  {"fish.md", "Release small fish at once"}},
                 Embedder::built_in());
  EXPECT_EQ(keys(asked(place, "rolling out a release to production"))[0], "deploy.md");
}

TEST(Meaning, ScoresAreTheSumOfTheirReasons) {
  const Collection place = place_with(kNotes, Embedder::built_in());
  for (const Hit& hit : asked(place, "user deploy previous milk").hits) {
    const Reasons& reasons = *hit.sections[0].reasons;
    double sum = reasons.near + reasons.note + reasons.link + reasons.exact + reasons.together;
    for (const Reasons::Word& word : reasons.words) sum += word.score;
    EXPECT_NEAR(sum * reasons.recency * reasons.importance + reasons.meaning, hit.score, 1e-9);
  }
}

TEST(Meaning, IsTheSameInOneSegmentAndInMergedOnes) {
  const Collection whole = place_with(kNotes, Embedder::built_in());
  SegmentBuilder merged({}, Embedder::built_in());
  for (std::uint32_t i = 0; i < whole.parts[0].segment->files(); ++i) {
    ASSERT_TRUE(merged.add(*whole.parts[0].segment, i, whole.parts[0].segment->stamp(i)));
  }
  EXPECT_EQ(merged.finish(), whole.parts[0].segment->all_bytes());
}

TEST(Meaning, OfASegmentWithoutVectorsIsNone) {
  const Collection place = place_with(kNotes, nullptr);
  EXPECT_THAT(asked(place, "revert a bad release").hits, IsEmpty());
  EXPECT_THAT(keys(asked(place, "deploy")), ElementsAre("rollback.md"));
}

TEST(Meaning, NoticesADamagedVector) {
  SegmentBuilder builder({}, Embedder::built_in());
  for (const auto& [key, text] : kNotes) builder.add({.key = key, .text = text});
  const std::string bytes = builder.finish();
  int refused = 0;
  int tries = 0;
  for (std::size_t at = 400; at < bytes.size(); at += 37, ++tries) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    const auto segment = Segment::open(flipped);
    if (!segment) {
      ++refused;
      continue;
    }
    Collection place{"global", {}};
    place.parts.push_back({*segment, nullptr});
    const auto query = parse_query("revert a bad release", Timestamp());
    SearchOptions options;
    options.ranking.embedder = Embedder::built_in();
    refused += search(std::span(&place, 1), *query, options) ? 0 : 1;
  }
  EXPECT_EQ(refused, tries);
}

}  // namespace
}  // namespace loci::search::meaning_test
