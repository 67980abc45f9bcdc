#include "compile/agents.h"

#include <cerrno>

#include "projects/trust.h"
#include "support/house.h"

namespace loci::compile::agents_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kApp = "/home/u/app/";
const std::string kXcaf = kApp + "xcaf/agents/dev/memory/";
const std::string kDev = kApp + ".loci/agents/dev/memory/";
const std::string kOwn = kHome + "/projects/app-59a4a65d/agents/dev/memory/";
const std::string kUsers = kHome + "/agents/dev/memory/";

class Agents : public House {
 protected:
  Result<AgentSources> sources(bool of_user = false) {
    enter();
    return agent_sources(*memory, of_user, false);
  }
  // "dev/alpha.md: text" for each note.
  static std::vector<std::string> notes(const Result<AgentSources>& sources) {
    if (!sources) return {sources.error().message};
    std::vector<std::string> all;
    for (const AgentSource& agent : sources->agents) {
      for (const SourceNote& note : agent.notes) {
        all.push_back(agent.id + "/" + note.file + ": " + note.text.str());
      }
    }
    return all;
  }
};

// rule: A1
TEST_F(Agents, AreDirectoriesWithANoteInThem) {
  files.put(kDev + "alpha.md", "a");
  files.put(kApp + ".loci/agents/ops/memory/b.md", "b");
  files.put_directory(kApp + ".loci/agents/empty/memory");
  files.put(kDev + "picture.png", "p");
  EXPECT_THAT(notes(sources()), ElementsAre("dev/alpha.md: a", "ops/b.md: b"));
}

// rule: A1
TEST_F(Agents, HaveNotesOfAllTheirPlacesAndTheFirstWins) {
  files.put(kXcaf + "same.md", "xcaf");
  files.put(kDev + "same.md", "shared");
  files.put(kOwn + "same.md", "private");
  files.put(kOwn + "zeta.md", "private");
  files.put(kDev + "alpha.md", "shared");
  const auto found = sources();
  EXPECT_THAT(notes(found),
              ElementsAre("dev/alpha.md: shared", "dev/same.md: xcaf", "dev/zeta.md: private"));
  ASSERT_EQ(found->warnings.size(), 2U);
  EXPECT_THAT(found->warnings[0], HasSubstr("has a different text, which is used"));
  files.put(kDev + "same.md", "xcaf");
  files.put(kOwn + "same.md", "xcaf");
  EXPECT_THAT(sources()->warnings, IsEmpty()) << "the same text is no loss";
}

// rule: A1
TEST_F(Agents, OfTheUserAreNotTheProjects) {
  files.put(kUsers + "own.md", "own");
  files.put(kDev + "alpha.md", "a");
  EXPECT_THAT(notes(sources(true)), ElementsAre("dev/own.md: own"));
  EXPECT_THAT(notes(sources(false)), ElementsAre("dev/alpha.md: a"));
}

// rule: A2
TEST_F(Agents, HaveTheirOddFilesNamed) {
  files.put(kDev + "alpha.md", "a");
  files.put(kDev + "memory.md", "lower case");
  files.put(kDev + "sub/deep.md", "deep");
  files.put(kDev + "sub/deep.txt", "no note");
  files.put(kDev + ".hidden/x.md", "hidden");
  const std::vector<std::string> odd =
      odd_entries(*store, store::agent_shared_place("/home/u/app", "dev"));
  ASSERT_EQ(odd.size(), 2U);
  EXPECT_THAT(odd[0], HasSubstr("memory.md: its name differs from MEMORY.md in case only"));
  EXPECT_THAT(odd[1], HasSubstr("sub/deep.md: notes in directories are not read"));
  EXPECT_THAT(sources()->warnings, ElementsAre(odd[0], odd[1]));
}

TEST_F(Agents, HaveTheIndexOfEachPlaceApartFromTheirNotes) {
  files.put(kDev + "MEMORY.md", "shared index");
  files.put(kOwn + "MEMORY.md", "private index");
  files.put(kDev + "alpha.md", "a");
  const auto found = sources();
  ASSERT_EQ(found->agents.size(), 1U);
  EXPECT_EQ(found->agents[0].notes.size(), 1U);
  ASSERT_EQ(found->agents[0].indexes.size(), 2U);
  EXPECT_EQ(found->agents[0].indexes[0].text.str(), "shared index");
}

// What is compiled must be all there is.
TEST_F(Agents, AreNoneWhenANoteCannotBeRead) {
  files.put(kDev + "alpha.md", "a");
  files.put(kDev + "beta.md", "b");
  files.fail_look({"read " + kDev + "beta.md", 1, EIO, true});
  EXPECT_FALSE(sources());
}

// rule: A17
TEST_F(Agents, AreJoinedByNotesThatAreNobodys) {
  files.put(kShared + "fact.md", "of the workspace");
  files.put(kShared + "MEMORY.md", "- [fact](fact.md)\n");
  files.put(kGlobal + "wide.md", "of the user");
  enter();
  ASSERT_TRUE(projects::trust(*memory, true, false));
  const auto workspace = note_sources(*memory, false, false);
  ASSERT_TRUE(workspace) << message_of(workspace);
  ASSERT_EQ(workspace->notes.size(), 1U);
  EXPECT_EQ(workspace->id, "");
  EXPECT_EQ(workspace->notes[0].text.str(), "of the workspace");
  EXPECT_THAT(workspace->indexes, IsEmpty()) << "the index of notes is not compiled";
  EXPECT_EQ(note_sources(*memory, true, false)->notes[0].text.str(), "of the user");
}

TEST_F(Agents, AreListedWithTheirPlaces) {
  files.put(kDev + "alpha.md", "a");
  files.put(kDev + "beta.md", "b");
  files.put(kUsers + "own.md", "own");
  enter();
  const auto list = list_agents(*memory);
  ASSERT_TRUE(list) << message_of(list);
  ASSERT_EQ(list->agents.size(), 1U);
  EXPECT_EQ(list->agents[0].id, "dev");
  std::map<std::string, std::size_t> entries;
  for (const AgentPlace& place : list->agents[0].places) {
    entries[place.path + "/"] = place.entries;
    EXPECT_EQ(place.untrusted, place.path + "/" == kDev) << "it comes with the repository";
  }
  EXPECT_THAT(entries, ElementsAre(std::pair(kUsers, 1U), std::pair(kDev, 2U)));
}

TEST_F(Agents, AreShownWithTheirNotesOrTheNearestIsNamed) {
  files.put(kDev + "alpha.md", "---\nname: Alpha\n---\n\nfirst line\n");
  enter();
  const auto shown = show_agent(*memory, "dev");
  ASSERT_TRUE(shown) << message_of(shown);
  ASSERT_EQ(shown->notes.size(), 1U);
  EXPECT_EQ(shown->notes[0].name, "Alpha");
  EXPECT_EQ(shown->notes[0].description, "first line");
  const auto missing = show_agent(*memory, "dve");
  EXPECT_EQ(kind_of(missing), ErrorKind::NotFound);
  EXPECT_EQ(hint_of(missing), "did you mean 'dev'?");
}

}  // namespace
}  // namespace loci::compile::agents_test
