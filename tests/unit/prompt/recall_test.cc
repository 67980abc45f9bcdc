#include "prompt/recall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "memory/memory.h"
#include "prompt/recalling.h"
#include "support/house.h"
#include "unit/prompt/recall_curve.h"

namespace loci::prompt::recall_test {
namespace {

// What was reached when this was written.
constexpr int kLeastChosen = 118;
constexpr int kMostChosen = 7;
constexpr double kLeastRelated = 0.64;
constexpr double kLeastAmongMany = 0.63;

using curve::Outcome;
using curve::Point;
using curve::Prompt;

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// rule: G7
TEST(RecallQuery, IsWordsAndNothingElse) {
  EXPECT_EQ(recall_query("fix -the \"cache\" type:user +x* (now)!"),
            "fix the cache type user x now");
  EXPECT_EQ(recall_query("src/app/memory.cc: call_me()"), "src/app/memory.cc call_me");
  EXPECT_EQ(recall_query("日本語 の検索 test"), "日本語 の検索 test");
}

// rule: G7
TEST(RecallQuery, NeedsAWordThatSaysSomething) {
  EXPECT_EQ(recall_query(""), "");
  EXPECT_EQ(recall_query("redux"), "redux");
  EXPECT_EQ(recall_query("what is the and of"), "");
  EXPECT_EQ(recall_query("--- ... !!!"), "");
}

// rule: G16
TEST(RecallLevels, AreThreePointsOfOneCurve) {
  EXPECT_FALSE(recall_bar(RecallLevel::Off, true));
  for (const bool meant : {true, false}) {
    EXPECT_GT(*recall_bar(RecallLevel::Quiet, meant), *recall_bar(RecallLevel::Normal, meant));
    EXPECT_GT(*recall_bar(RecallLevel::Normal, meant), *recall_bar(RecallLevel::Eager, meant));
  }
  EXPECT_EQ(recall_level("eager"), RecallLevel::Eager);
  EXPECT_EQ(recall_level("loud"), RecallLevel::Normal);
}

std::filesystem::path fixtures(const char* name) {
  return std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures" / name;
}

// A memory of its own for each test, filled from files.
class Recalling : public House {
 protected:
  void fill(const std::filesystem::path& notes) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(notes)) {
      if (!entry.is_regular_file()) continue;
      files.put(kGlobal + entry.path().filename().string(), curve::text_of(entry.path()));
    }
  }
  // Notes of other teams: words of many trades, put together by number.
  void fill_up(int notes) {
    const std::vector<std::string> things{
        "warehouse scanner", "payroll export",  "greenhouse sensor", "ticket printer",
        "loyalty card",      "tram timetable",  "dosage calculator", "drone firmware",
        "library catalogue", "parking barrier", "energy tariff",     "recipe planner",
        "claims form",       "turbine log",     "museum audio tour", "blood bank",
        "fleet tracker",     "exam grading",    "noise survey",      "water meter",
        "ski lift gate",     "bakery order",    "court calendar",    "pollen forecast"};
    const std::vector<std::string> places{"Oslo",  "Graz",   "Porto", "Turin", "Ghent", "Cork",
                                          "Malmö", "Bilbao", "Basel", "Lodz",  "Split", "Bergen"};
    const std::vector<std::string> people{"Anna",  "Bela", "Carlo", "Dilek", "Emre",
                                          "Fiona", "Gita", "Henk",  "Ivo",   "Jana"};
    const std::vector<std::string> facts{
        "is calibrated every spring and drifts by two per cent until then",
        "was replaced because the vendor went out of business",
        "stops when more than ninety records wait; empty the tray by hand",
        "needs the blue cable, the grey one damages the plug",
        "sends its figures at noon, never on public holidays",
        "keeps a paper copy in the cupboard behind the reception",
        "must not be moved while the lamp blinks",
        "was agreed with the union and may change in March"};
    for (int i = 0; i < notes; ++i) {
      const auto n = static_cast<std::size_t>(i);
      const std::string& thing = things[n % things.size()];
      const std::string& place = places[n / things.size() % places.size()];
      const std::string& person = people[n / 7 % people.size()];
      const std::string title = fmt::format("{} in {}, unit {}", thing, place, n);
      const std::string body =
          fmt::format("The {} in {} {}. {} looks after unit {} and {}.", thing, place,
                      facts[n / 3 % facts.size()], person, n, facts[n % facts.size()]);
      files.put(kGlobal + fmt::format("other-{}.md", n),
                fmt::format("---\nname: {}\ndescription: {}\ntype: project\n---\n\n{}\n", title,
                            title, body));
    }
  }
  Moment moment_of(const Prompt& prompt) {
    Moment moment;
    moment.prompt = prompt.text;
    return moment;
  }
  std::vector<Outcome> outcomes(const std::vector<Prompt>& prompts) {
    std::vector<Outcome> all;
    for (const Prompt& prompt : prompts) {
      Outcome one{prompt.kind, prompt.file != "-", -99};
      const auto judgement = judge(*memory, moment_of(prompt));
      EXPECT_TRUE(judgement) << prompt.text;
      const std::string wanted = std::filesystem::path(prompt.file).filename().string();
      for (const Judged& note : judgement->notes) {
        if (!one.related || note.file == wanted) {
          one.evidence = std::max(one.evidence, note.evidence.sum);
        }
      }
      if (std::getenv("RECALL_LIST") != nullptr) {
        std::printf("%6.2f %s %-30s %s\n", one.evidence, prompt.kind.c_str(), prompt.file.c_str(),
                    prompt.text.c_str());
      }
      all.push_back(std::move(one));
    }
    return all;
  }
  // Prints the whole curve; gives the point of `normal`.
  static Point print_curve(const char* title, const std::vector<Outcome>& all) {
    std::printf("%s: told of the right note of the related, of anything of the unrelated\n", title);
    for (double bar = -1; bar <= 7; bar += 1) curve::print("", bar, curve::at(all, bar));
    for (const RecallLevel level : {RecallLevel::Quiet, RecallLevel::Normal, RecallLevel::Eager}) {
      const double bar = *recall_bar(level, true);
      curve::print(std::string(recall_level_name(level)).c_str(), bar, curve::at(all, bar));
    }
    return curve::at(all, *recall_bar(RecallLevel::Normal, true));
  }
};

// The weights were chosen on these notes, among others: docs/recall.md.
// rule: G8
TEST_F(Recalling, FindsTheRightNoteAndKeepsQuietOtherwise) {
  fill(fixtures("recall") / "notes");
  std::vector<Prompt> prompts;
  std::ifstream related(fixtures("recall") / "related.tsv");
  for (std::string line; std::getline(related, line);) {
    const std::size_t tab = line.find('\t');
    prompts.push_back({"chosen on", line.substr(tab + 1), line.substr(0, tab)});
  }
  std::ifstream unrelated(fixtures("recall") / "unrelated.tsv");
  for (std::string line; std::getline(unrelated, line);)
    prompts.push_back({"chosen on", "-", line});
  ASSERT_EQ(prompts.size(), 400U);
  const Point normal = print_curve("100 notes", outcomes(prompts));
  EXPECT_GE(normal.related.at("all").told, kLeastChosen);
  EXPECT_LE(normal.unrelated.at("all").told, kMostChosen);
}

// Nothing was chosen on these.
// rule: G8
TEST_F(Recalling, DoesAsWellInAMemoryItWasNotChosenOn) {
  fill(fixtures("workday") / "notes");
  const Point normal =
      print_curve("60 notes", outcomes(curve::prompts_in(fixtures("workday") / "prompts.tsv")));
  EXPECT_GE(normal.related.at("all").part(), kLeastRelated);
  EXPECT_LE(normal.unrelated.at("all").part(), 0.03);
}

// rule: G8
TEST_F(Recalling, DoesAsWellAmongTwoThousandNotes) {
  fill(fixtures("workday") / "notes");
  fill_up(1940);
  const Point normal =
      print_curve("2,000 notes", outcomes(curve::prompts_in(fixtures("workday") / "prompts.tsv")));
  EXPECT_GE(normal.related.at("all").part(), kLeastAmongMany);
  EXPECT_LE(normal.unrelated.at("all").part(), 0.03);
}

}  // namespace
}  // namespace loci::prompt::recall_test
