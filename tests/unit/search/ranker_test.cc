#include "search/ranker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/notes.h"

namespace loci::search::ranker_test {
namespace {

using support::found;
using support::NoteTexts;
using support::place_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

#ifdef __SANITIZE_ADDRESS__
constexpr int kScale = 1;
#else
constexpr int kScale = 5;
#endif

RankedSections ranked(const std::vector<Collection>& places, const Query& query,
                      const Ranking& ranking) {
  Ranker ranker(places, query, ranking, Timestamp());
  auto sections = ranker.rank();
  EXPECT_TRUE(sections);
  return sections ? std::move(*sections) : RankedSections();
}

// Words as common as words are: the first of the vocabulary most of all; some in two forms.
class MadeUp {
 public:
  explicit MadeUp(unsigned seed) : random_(seed) {}
  std::string words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      const double at = std::uniform_real_distribution<double>(0, 7)(random_);
      const bool apart = random_() % 8 == 0;  // "w-7" and "w7" have one stem
      text += (apart ? "w-" : "w") + std::to_string(static_cast<int>(std::exp(at))) + " ";
    }
    return text;
  }
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

 private:
  std::mt19937 random_;
};

std::vector<Collection> made_places(MadeUp& made) {
  std::vector<Collection> places;
  for (int place = 0; place < 2; ++place) {
    Collection parts{place == 0 ? "global" : "workspace", {}};
    for (int part = 0; part < 3; ++part) {
      NoteTexts notes;
      for (int i = 0; i < 300 * kScale; ++i) {
        std::string text = "---\nname: " + made.words(2) + "\n---\n\n";
        for (int section = made.below(5); section >= 0; --section) {
          text += "## " + made.words(1) + "\n" + made.words(5 + made.below(40)) + "\n";
        }
        notes.emplace_back(std::to_string(part) + "-" + std::to_string(i) + ".md", text);
      }
      parts.parts.push_back(place_of(notes).parts[0]);
    }
    places.push_back(std::move(parts));
  }
  // Some files of one part are gone.
  Part& part = places[1].parts[1];
  auto alive = std::make_shared<Bits>(part.segment->sections(), true);
  for (std::uint32_t file = 0; file < part.segment->files(); file += 3) {
    const FileRecord record = part.segment->file(file);
    for (std::uint32_t i = 0; i < record.sections; ++i) alive->reset(record.first_section + i);
  }
  part.alive = std::move(alive);
  return places;
}

TEST(Ranker, AnswersAsIfNothingWereSkipped) {
  MadeUp made(3);
  const std::vector<Collection> places = made_places(made);
  for (int i = 0; i < 200 * kScale; ++i) {
    std::string text = made.words(1 + made.below(12));
    if (i % 7 == 0) text += " +w1";
    if (i % 11 == 0) text += " -w5";
    if (i % 13 == 0) text += " w20*";
    if (i % 17 == 0) text += " \"w1 w2\"";
    const auto query = parse_query(text, Timestamp());
    Ranking quick;
    quick.candidates = i % 2 == 0 ? 64 : 10;
    Ranking plain = quick;
    plain.plainly = true;
    const RankedSections one = ranked(places, *query, quick);
    const RankedSections two = ranked(places, *query, plain);
    ASSERT_EQ(one.size(), two.size()) << text;
    for (std::size_t k = 0; k < one.size(); ++k) {
      ASSERT_EQ(one[k].section, two[k].section) << text;
      ASSERT_EQ(one[k].part, two[k].part) << text;
      ASSERT_EQ(one[k].score, two[k].score) << text;
    }
  }
}

TEST(Ranker, ScoresAreTheSumOfTheirReasons) {
  MadeUp made(5);
  const std::vector<Collection> places = made_places(made);
  for (int i = 0; i < 20; ++i) {
    const auto query = parse_query(made.words(6), Timestamp());
    const Ranking ranking;
    Ranker ranker(places, *query, ranking, Timestamp());
    const auto sections = ranker.rank();
    ASSERT_TRUE(sections);
    for (std::size_t k = 0; k < std::min<std::size_t>(5, sections->size()); ++k) {
      const Reasons reasons = ranker.explain((*sections)[k]);
      double sum = reasons.near + reasons.note + reasons.link + reasons.exact + reasons.together;
      for (const Reasons::Word& word : reasons.words) sum += word.score;
      EXPECT_NEAR(sum * reasons.recency * reasons.importance, (*sections)[k].score, 1e-9);
    }
  }
}

TEST(Ranking, PrefersRareWordsAndShortSections) {
  const Collection place =
      place_of({{"common.md", "alpha alpha alpha"},
                {"rare.md", "beta"},
                {"x.md", "alpha"},
                {"y.md", "alpha"},
                {"long.md", "beta " + std::string(900, 'z') + " one two three four"}});
  EXPECT_EQ(found(place, "alpha beta")[0], "rare.md");
  EXPECT_EQ(found(place, "alpha")[0], "common.md");
}

TEST(Ranking, WeighsANameMoreThanAnAside) {
  const Collection place =
      place_of({{"aside.md", "---\nname: Other\n---\nabout deployment, in one word among others\n"},
                {"named.md",
                 "---\nname: Deployment\n---\nhow deployment is done, one step after another\n"}});
  EXPECT_THAT(found(place, "deployment"), ElementsAre("named.md", "aside.md"));
}

TEST(Ranking, PrefersTheExactWordToItsStem) {
  const Collection place =
      place_of({{"stem.md", "the runner was running"}, {"exact.md", "the cat runs far"}});
  EXPECT_EQ(found(place, "runs")[0], "exact.md");
}

TEST(Ranking, PrefersWordsThatStandTogether) {
  const Collection place =
      place_of({{"apart.md", "red one two three four five six seven eight nine ten door"},
                {"together.md", "one two three four five red door six seven eight nine ten"}});
  EXPECT_EQ(found(place, "red door")[0], "together.md");
}

TEST(Ranking, SupportsASectionByItsNeighbours) {
  std::string near;
  std::string far;
  for (int i = 0; i < 8; ++i) {
    near += "##\nfiller text here number" + std::to_string(i) + (i == 3 ? " pottery" : "") +
            (i == 4 ? " class" : "") + "\n";
    far += "##\nfiller text here number" + std::to_string(i) + (i == 0 ? " pottery" : "") +
           (i == 7 ? " class" : "") + "\n";
  }
  const Collection place = place_of({{"far.md", far}, {"near.md", near}});
  EXPECT_THAT(found(place, "pottery class"), ElementsAre("near.md", "far.md"));
}

TEST(Ranking, PrefersAShortNoteThatSaysItToALongOneThatAlsoDoes) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += " other" + std::to_string(i);
  std::string long_note;
  for (int i = 0; i < 12; ++i) {
    long_note += "## Part\n" + std::string(i % 3 == 0 ? "the cache" : "a timeout") + words + "\n";
  }
  NoteTexts notes = {{"long.md", long_note}, {"short.md", "raise the cache timeout" + words}};
  for (int i = 0; i < 20; ++i) notes.emplace_back(std::to_string(i) + ".md", "more" + words);
  EXPECT_THAT(found(place_of(notes), "cache timeout"), ElementsAre("short.md", "long.md"));
}

TEST(Ranking, SupportsAFileByTheFilesItIsLinkedWith) {
  const Collection place = place_of({{"alone.md", "backup plan"},
                                     {"linked.md", "backup plan"},
                                     {"hub.md", "backup backup [[linked]]"}});
  const auto keys = found(place, "backup");
  EXPECT_LT(std::find(keys.begin(), keys.end(), "linked.md"),
            std::find(keys.begin(), keys.end(), "alone.md"));
}

TEST(Ranking, HasMildPriorsForRecentAndImportantNotes) {
  const auto dated = [](const std::string& day, const std::string& more = "") {
    return "---\nname: N\nmetadata:\n  modified: " + day + "\n" + more + "---\nbackup plan\n";
  };
  const Collection place = place_of({{"old.md", dated("2020-01-02")},
                                     {"new.md", dated("2026-11-14")},
                                     {"vital.md", dated("2020-01-02", "  importance: 10\n")}});
  const auto query = parse_query("backup", Timestamp());
  SearchOptions options;
  options.now = *parse_time("2026-11-15");
  const auto answer = search(std::span(&place, 1), *query, options);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->hits[0].key, "vital.md");
  EXPECT_EQ(answer->hits[1].key, "new.md");
  EXPECT_LT(answer->hits[0].score, answer->hits[2].score * 1.2);
}

TEST(Ranking, KnowsDatesByTheirWords) {
  const Collection place =
      place_of({{"2026-05-08.md", "went hiking"}, {"2026-06-09.md", "went hiking"}});
  EXPECT_EQ(found(place, "hiking in June 2026")[0], "2026-06-09.md");
  EXPECT_EQ(found(place, "hiking on 8 May")[0], "2026-05-08.md");
  EXPECT_EQ(found(place, "hiking 2026-06-09")[0], "2026-06-09.md");
}

TEST(Ranker, ListsTheNewestForFiltersAlone) {
  const Collection place =
      place_of({{"2026-05-08.md", "a"}, {"2026-06-09.md", "b"}, {"x.md", "c"}});
  EXPECT_THAT(found(place, "after:2026"), ElementsAre("2026-06-09.md", "2026-05-08.md"));
  EXPECT_THAT(found(place, "after:2027"), IsEmpty());
}

}  // namespace
}  // namespace loci::search::ranker_test
