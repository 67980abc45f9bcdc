#include "memory/scopes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/reading.h"
#include "memory/writing.h"
#include "support/house.h"

namespace loci::memory::scopes_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

store::Workspace workspace(bool has_loci = false, bool has_xcaf = false) {
  return {"/home/u/app", "app-1", has_loci, has_xcaf};
}

std::vector<std::string> labels(const Result<std::vector<store::Place>>& places) {
  std::vector<std::string> result;
  if (!places) return {places.error().message};
  for (const store::Place& place : *places) result.push_back(place.label());
  return result;
}

std::string label(const Result<store::Place>& place) {
  return place ? place->label() : place.error().message;
}

Selector scope(std::string name) { return {std::move(name), false, false, false}; }

// rule: S9, S10
TEST(NewNotes, GoWhereTheirTypeBelongs) {
  const Scopes before(workspace(), "", false);
  EXPECT_EQ(label(before.target({}, note::Type::User)), "global");
  EXPECT_EQ(label(before.target({}, note::Type::Feedback)), "global");
  EXPECT_EQ(label(before.target({}, note::Type::Project)), "private");
  EXPECT_EQ(label(before.target({}, note::Type::Reference)), "private");
  const Scopes after(workspace(true), "", false);
  EXPECT_EQ(label(after.target({}, note::Type::User)), "global");
  EXPECT_EQ(label(after.target({}, note::Type::Project)), "private");
  EXPECT_EQ(label(after.target(scope("workspace"), note::Type::Project)), "private");
}

// rule: S22
TEST(NewNotes, AreSharedWhereTheUserWantsThat) {
  const Scopes with_init(workspace(true), "bob", false, NewNotes::Shared);
  EXPECT_EQ(label(with_init.target({}, note::Type::Project)), "shared");
  EXPECT_EQ(label(with_init.target({}, note::Type::User)), "global");
  EXPECT_EQ(label(with_init.target({"", true, false, false}, note::Type::Project)), "private");
  EXPECT_EQ(label(with_init.target({}, std::nullopt)), "agent:bob (shared)");
  const Scopes without(workspace(), "bob", false, NewNotes::Shared);
  EXPECT_EQ(label(without.target({}, note::Type::Project)), "private");
  EXPECT_EQ(label(without.target({}, std::nullopt)), "agent:bob (private)");
}

// rule: S9
TEST(NewNotes, GoWhereTheUserSays) {
  const Scopes scopes(workspace(true), "", false);
  EXPECT_EQ(label(scopes.target(scope("global"), note::Type::Project)), "global");
  EXPECT_EQ(label(scopes.target(scope("private"), note::Type::User)), "private");
  EXPECT_EQ(label(scopes.target(scope("workspace"), note::Type::User)), "private");
  EXPECT_EQ(label(scopes.target({"", true, false, false}, note::Type::User)), "private");
  EXPECT_EQ(label(scopes.target({"", false, true, false}, note::Type::User)), "shared");
}

// rule: C20
TEST(NewNotes, NeedASharedMemoryToBeShared) {
  const Scopes scopes(workspace(), "", false);
  const auto place = scopes.destination("shared");
  EXPECT_EQ(kind_of(place), ErrorKind::NotFound);
  EXPECT_THAT(hint_of(place), HasSubstr("loci init"));
}

// rule: S11
TEST(Readable, HasTheSharedPartFirst) {
  EXPECT_THAT(labels(Scopes(workspace(true), "", false).readable({})),
              ElementsAre("shared", "private", "global"));
  EXPECT_THAT(labels(Scopes(workspace(), "", false).readable({})),
              ElementsAre("private", "global"));
  EXPECT_THAT(labels(Scopes(workspace(true), "", false).readable({"", true, false, false})),
              ElementsAre("private"));
}

// rule: S12
TEST(Readable, KnowsSixScopesAndGuessesAtOthers) {
  const Scopes scopes(workspace(true), "bob", false);
  EXPECT_THAT(labels(scopes.readable(scope("global"))), ElementsAre("global"));
  EXPECT_THAT(labels(scopes.readable(scope("workspace"))), ElementsAre("shared", "private"));
  EXPECT_THAT(labels(scopes.readable(scope("private"))), ElementsAre("private"));
  EXPECT_THAT(labels(scopes.readable(scope("shared"))), ElementsAre("shared"));
  EXPECT_THAT(labels(scopes.readable(scope("agent"))),
              ElementsAre("agent:bob (shared)", "agent:bob (private)", "agent:bob (user)"));
  EXPECT_THAT(labels(scopes.readable(scope("agent:ann"))),
              ElementsAre("agent:ann (shared)", "agent:ann (private)", "agent:ann (user)"));
  EXPECT_EQ(kind_of(scopes.readable(scope("Global"))), ErrorKind::InvalidInput);
  EXPECT_EQ(hint_of(scopes.readable(scope("globl"))), "did you mean 'global'?");
  EXPECT_EQ(kind_of(scopes.destination("agents:x")), ErrorKind::InvalidInput);
}

// rule: S12
TEST(Readable, RefusesPartsThatAScopeDoesNotHave) {
  const Scopes scopes(workspace(true), "", false);
  EXPECT_EQ(kind_of(scopes.readable({"global", true, false, false})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(scopes.readable({"", false, false, true})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(scopes.readable({"workspace", false, false, true})), ErrorKind::InvalidInput);
}

// rule: S14
TEST(AgentNotes, GoToTheHomeUnlessTheyAreToBeShared) {
  const Selector shared{"agent:bob", false, true, false};
  for (const bool xcaf : {false, true}) {
    const Scopes scopes(workspace(true, xcaf), "", false);
    EXPECT_EQ(label(scopes.destination("agent:bob")), "agent:bob (private)");
    EXPECT_EQ(label(scopes.target(shared, std::nullopt)),
              xcaf ? "agent:bob (xcaf)" : "agent:bob (shared)");
  }
  EXPECT_EQ(label(Scopes(workspace(), "", false).destination("agent:bob")), "agent:bob (private)");
  EXPECT_EQ(label(Scopes(std::nullopt, "", false).destination("agent:bob")), "agent:bob (user)");
  EXPECT_EQ(label(Scopes(workspace(), "bob", false).target({}, std::nullopt)),
            "agent:bob (private)");
}

// rule: S15
TEST(AgentNotes, NeedAnIdThatIsOneComponent) {
  const Scopes scopes(workspace(), "", false);
  for (const std::string id : {"../x", "a/b", ".", "", ".x", "a\nb"}) {
    EXPECT_EQ(kind_of(scopes.readable(scope("agent:" + id))), ErrorKind::InvalidInput) << id;
  }
  EXPECT_EQ(kind_of(scopes.readable(scope("agent:" + std::string(129, 'a')))),
            ErrorKind::InvalidInput);
}

// rule: S16
TEST(AgentNotes, AreReadOnlyWhenTheAgentIsNamed) {
  EXPECT_THAT(labels(Scopes(workspace(), "", false).readable({})),
              ElementsAre("private", "global"));
  EXPECT_THAT(labels(Scopes(workspace(), "bob", false).readable({})),
              ElementsAre("private", "global", "agent:bob (private)", "agent:bob (user)"));
  EXPECT_EQ(kind_of(Scopes(workspace(), "", false).readable(scope("agent"))),
            ErrorKind::InvalidInput);
}

// rule: S19
TEST(Ephemeral, LeavesTheWorkspacesDirectoriesAlone) {
  const Scopes scopes(workspace(true, true), "bob", true);
  EXPECT_THAT(labels(scopes.readable({})),
              ElementsAre("private", "global", "agent:bob (private)", "agent:bob (user)"));
  EXPECT_EQ(label(scopes.target({}, note::Type::Project)), "private");
  EXPECT_EQ(kind_of(scopes.destination("shared")), ErrorKind::NotFound);
}

TEST(Scopes, NeedAWorkspaceForWhatIsAWorkspaces) {
  const Scopes scopes(std::nullopt, "", false);
  EXPECT_THAT(labels(scopes.readable({})), ElementsAre("global"));
  EXPECT_EQ(kind_of(scopes.readable(scope("private"))), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(scopes.scratchpad()), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(scopes.target({}, note::Type::Project)), ErrorKind::InvalidInput);
}

TEST(Scopes, SayWhatToTypeForAPlace) {
  EXPECT_EQ(flags_for(store::global_place()), "--scope global");
  EXPECT_EQ(flags_for(store::private_place("app-1")), "--scope private");
  EXPECT_EQ(flags_for(store::agent_user_place("bob")), "--scope agent:bob --user");
  EXPECT_EQ(flags_for(store::agent_shared_place("/w", "bob")), "--scope agent:bob --shared");
}

using FindNote = House;

// rule: S13, S11
TEST_F(FindNote, InTwoScopesNamesBoth) {
  files.put(kGlobal + "x.md", note_file("X", "global"));
  files.put(kPrivate + "x.md", note_file("X", "private"));
  const auto read = memory::read(*memory, {"x", {}, std::nullopt, false});
  EXPECT_EQ(kind_of(read), ErrorKind::InvalidInput);
  EXPECT_THAT(message_of(read), HasSubstr("private and global"));
  EXPECT_EQ(body("x", scope("global")), "global\n");
  EXPECT_EQ(body("x", {"", true, false, false}), "private\n");
}

// rule: N18
TEST_F(FindNote, TakesTheExactNameBeforeAFoldedOne) {
  files.put(kGlobal + "Notes.md", note_file("A", "upper"));
  EXPECT_EQ(body("NOTES"), "upper\n");
  files.put(kPrivate + "notes.md", note_file("B", "lower"));
  EXPECT_EQ(body("notes"), "lower\n");
  EXPECT_EQ(body("Notes.md"), "upper\n");
  const auto both = memory::read(*memory, {"NOTES", {}, std::nullopt, false});
  EXPECT_EQ(kind_of(both), ErrorKind::InvalidInput);
  EXPECT_THAT(message_of(both), HasSubstr("'notes.md' in private and 'Notes.md' in global"));
}

TEST_F(FindNote, GuessesAtNearNamesOnly) {
  files.put(kGlobal + "other.md", note_file("A", "x"));
  EXPECT_THAT(hint_of(memory::read(*memory, {"othre", {}, std::nullopt, false})),
              HasSubstr("'other.md'"));
  EXPECT_THAT(hint_of(memory::read(*memory, {"nothing", {}, std::nullopt, false})),
              HasSubstr("loci list"));
}

// rule: S16
TEST_F(FindNote, NeverFindsAnotherAgents) {
  enter("bob");
  ASSERT_TRUE(write("quirk", "", "bob's"));
  enter("ann");
  EXPECT_EQ(kind_of(memory::read(*memory, {"quirk", {}, std::nullopt, false})),
            ErrorKind::NotFound);
  EXPECT_THAT(names(), IsEmpty());
}

}  // namespace
}  // namespace loci::memory::scopes_test
