#include "memory/survey.h"

#include <cerrno>

#include "support/house.h"

namespace loci::memory::survey_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Survey : public House {
 protected:
  std::vector<SurveyedPlace> surveyed(const std::vector<store::Place>& places) {
    const auto view = store->view(places);
    return *survey(*memory, places, **view);
  }
  SurveyedPlace global() { return surveyed({store::global_place()}).at(0); }
  std::vector<std::string> keys() {
    std::vector<std::string> result;
    const auto places = all_places(*memory, {});
    if (!places) return {places.error().message};
    for (const store::Place& place : *places) result.push_back(place.key);
    return result;
  }
};

TEST_F(Survey, KnowsTheAgentsOfTheHomeAndOfTheRepository) {
  files.put("/home/u/app/.loci/agents/dev/memory/a.md", "a\n");
  files.put("/home/u/app/xcaf/agents/ops/memory/b.md", "b\n");
  files.put(kHome + "/agents/me/memory/c.md", "c\n");
  enter();
  EXPECT_THAT(keys(), Contains("/home/u/app/.loci/agents/dev/memory"));
  EXPECT_THAT(keys(), Contains("/home/u/app/xcaf/agents/ops/memory"));
  EXPECT_THAT(keys(), Contains("agents/me/memory"));
}

// rule: P5
TEST_F(Survey, FollowsNoLinkToAnAgent) {
  files.put("/elsewhere/memory/a.md", "a\n");
  files.put_directory("/home/u/app/.loci/agents");
  files.put_link("/home/u/app/.loci/agents/evil", "/elsewhere");
  enter();
  for (const std::string& key : keys()) EXPECT_EQ(key.find("evil"), std::string::npos) << key;
}

TEST_F(Survey, IsAnErrorWhereAgentsMayBeAndCannotBeListed) {
  files.put("/home/u/app/.loci/agents/dev/memory/a.md", "a\n");
  enter();
  files.fail_look({"list /home/u/app/.loci/agents", 1, EIO, true});
  EXPECT_FALSE(all_places(*memory, {})) << "a check that left them out would find nothing wrong";
}

TEST_F(Survey, NamesWhatLiesInAPlaceAndIsNoNote) {
  files.put(kGlobal + "a.md", note_file("A", "x"));
  files.put(kGlobal + "deeper/b.md", "b\n");
  files.put(kGlobal + "deeper/c.txt", "no note\n");
  files.put(kGlobal + ".hidden/d.md", "d\n");
  files.put_link(kGlobal + "link.md", "/etc/passwd");
  files.put_directory(kGlobal + "MEMORY.md");
  const SurveyedPlace place = global();
  ASSERT_EQ(place.notes.size(), 1U);
  EXPECT_EQ(place.notes[0].name, "A");
  EXPECT_EQ(place.index, "");
  std::vector<std::string> strays;
  for (const Stray& stray : place.strays) {
    strays.push_back(stray.path + (stray.kind == Stray::Kind::Nested ? " nested" : " no file"));
  }
  EXPECT_THAT(strays, ElementsAre("deeper/b.md nested", "link.md no file", "MEMORY.md no file"));
}

TEST_F(Survey, KeepsTheNameOfANoteThatItCannotReadAndSaysWhy) {
  files.put(kGlobal + "a.md", note_file("A", "[[b]]"));
  files.put(kGlobal + "b.md", note_file("B", "x"));
  files.put(kGlobal + "MEMORY.md", "- [B](b.md)\n");
  files.fail_look({"read " + kGlobal + "a.md", 1, EIO, true});
  const SurveyedPlace place = global();
  ASSERT_EQ(place.notes.size(), 2U);
  EXPECT_EQ(place.notes[0].file + place.notes[0].name, "a.md");
  EXPECT_THAT(place.notes[0].links, IsEmpty());
  EXPECT_EQ(place.notes[1].name, "B");
  EXPECT_EQ(place.index, "- [B](b.md)\n") << "the rest is looked at";
  ASSERT_EQ(place.unread.size(), 1U);
  EXPECT_EQ(place.unread[0].path, "a.md");
  EXPECT_NE(place.unread[0].message, "");
}

TEST_F(Survey, CountsTheLinesOfLinksFromTheTopOfTheFile) {
  files.put(kGlobal + "a.md", "---\nname: A\n---\n\nsee\n[[b]]\n");
  const SurveyedPlace place = global();
  ASSERT_EQ(place.notes.at(0).links.size(), 1U);
  EXPECT_EQ(place.notes[0].links[0].target, "b");
  EXPECT_EQ(place.notes[0].links[0].line, 6U);
}

TEST_F(Survey, TellsPlacesThatAreNotThereFromThoseThatMayHoldNotes) {
  files.put(kGlobal + "a.md", "a\n");
  files.put_directory("/elsewhere");
  files.put_link(kHome + "/agents/linked/memory", "/elsewhere");
  files.put(kHome + "/agents/broken/memory/b.md", "b\n");
  files.fail_look({"open " + kHome + "/agents/broken/memory", 1, EIO, true});
  std::vector<Refused> refused;
  const auto present =
      present_places(*memory,
                     {store::global_place(), store::agent_user_place("nobody"),
                      store::agent_user_place("linked"), store::agent_user_place("broken")},
                     refused);
  EXPECT_THAT(present, ElementsAre(store::global_place()));
  ASSERT_EQ(refused.size(), 2U);
  EXPECT_EQ(refused[0].path, kHome + "/agents/linked/memory");
  EXPECT_FALSE(refused[0].unreadable) << "a link holds no notes";
  EXPECT_TRUE(need_readable({refused[0]}));
  EXPECT_EQ(refused[1].path, kHome + "/agents/broken/memory");
  EXPECT_FALSE(need_readable(refused));
}

TEST_F(Survey, CountsWhatARepositoryShipsAndNothingOfTheHome) {
  files.put(kShared + "a.md", "a\n");
  files.put(kShared + "MEMORY.md", "no note\n");
  files.put("/home/u/app/.loci/agents/dev/memory/b.md", "b\n");
  files.put(kGlobal + "mine.md", "m\n");
  enter();
  EXPECT_EQ(*shipped_notes(*memory), 2U);
  enter("", true);
  EXPECT_EQ(*shipped_notes(*memory), 0U) << "an ephemeral session leaves it alone";
}

}  // namespace
}  // namespace loci::memory::survey_test
