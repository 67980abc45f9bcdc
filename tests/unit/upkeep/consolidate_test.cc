#include "upkeep/consolidate.h"

#include <cerrno>
#include <map>
#include <random>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "memory/preferences.h"
#include "memory/search.h"
#include "memory/standings_file.h"
#include "memory/verdicts.h"
#include "note/statements.h"
#include "past/history.h"
#include "past/undo.h"
#include "prompt/session_state.h"
#include "support/consolidating_house.h"
#include "support/random_notes.h"
#include "upkeep/proposals_file.h"
#include "upkeep/sentences.h"

namespace loci::upkeep::consolidate_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Consolidate = ConsolidatingHouse;

// rule: D28, D30, D31
TEST_F(Consolidate, MergesWhatSaysTheSameAndUndoBringsItBack) {
  put("ports", "The gateway listens on port 8080 of atlas. It was moved there in spring.");
  put("gateway", "On atlas, the gateway listens on port 8080.");
  put("other", "The ledger listens on port 8081 of atlas, see [[gateway]] and [it](gateway.md).");
  index({"ports", "gateway", "other"});
  const auto tree = files.tree(kHome + "/projects");
  const auto made = propose();
  ASSERT_THAT(kinds(made), ElementsAre("merge"));
  EXPECT_EQ(made->proposal->steps[0].into, "ports.md");
  EXPECT_EQ(files.tree(kHome + "/projects"), tree);  // nothing is changed yet
  const auto done = apply();
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_THAT(done->done, ElementsAre("1"));
  EXPECT_EQ(done->relinked, 1U);
  EXPECT_FALSE(files.exists(kPrivate + "gateway.md"));
  EXPECT_THAT(files.get(kArchive + "gateway.md"), HasSubstr("On atlas"));
  EXPECT_THAT(files.get(kPrivate + "other.md"), HasSubstr("see [[ports]] and [it](ports.md)."));
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), Not(HasSubstr("gateway")));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_THAT(files.get(kPrivate + "gateway.md"), HasSubstr("On atlas"));
  EXPECT_FALSE(files.exists(kArchive + "gateway.md"));
  EXPECT_THAT(files.get(kPrivate + "other.md"), HasSubstr("[[gateway]]"));
  EXPECT_EQ(consolidate_status(*memory)->proposals[0].state, "undone");
  const auto again = apply();  // the same proposal once more
  ASSERT_TRUE(again) << message_of(again);
  EXPECT_FALSE(files.exists(kPrivate + "gateway.md"));
  EXPECT_EQ(consolidate_status(*memory)->proposals[0].state, "applied");
}

// rule: D33
TEST_F(Consolidate, MarksANoteThatCitesWhatIsGoneAsTheLastVerifyFoundIt) {
  put("door", "The hinge is made in `src/hinge.cc`.");
  index({"door"});
  EXPECT_THAT(kinds(propose()), IsEmpty());
  memory::NoteVerdict gone;
  gone.hash = sha256(files.get(kPrivate + "door.md"));
  gone.citations.push_back({"path", "src/hinge.cc", 7, memory::Verdict::Missing, "no such file"});
  const store::Place place = store::private_place("app-59a4a65d");
  ASSERT_TRUE(memory::keep_verdicts(*memory, place, {{"door.md", gone}}, true));
  ASSERT_THAT(kinds(propose()), ElementsAre("stale"));
  ASSERT_TRUE(apply());
  EXPECT_THAT(files.get(kPrivate + "door.md"), HasSubstr("(stale: 'src/hinge.cc' is missing)"));
  EXPECT_THAT(kinds(propose()), IsEmpty());
}

// rule: D31
TEST_F(Consolidate, UndoAfterALaterEditIsRefusedWithAWayOut) {
  put("a", "Ask Maria before the billing database is migrated.");
  put("b", "Before the billing database is migrated, ask Maria.");
  put("c", "The courier keeps links, such as [[b]], in its own notes.");
  index({"a", "b", "c"});
  ASSERT_TRUE(propose());
  const auto applied = apply();
  ASSERT_TRUE(applied) << message_of(applied);
  put("c", "Edited by hand since then.");
  const auto undone = past::undo(*memory, {});
  EXPECT_EQ(kind_of(undone), ErrorKind::Conflict);
  EXPECT_THAT(hint_of(undone), HasSubstr("--force"));
}

// rule: D31
TEST_F(Consolidate, UndoLeavesNoIndexWhereThereWasNone) {
  put("ports", "The gateway listens on port 8080 of atlas. It was moved there in spring.");
  put("gateway", "On atlas, the gateway listens on port 8080.");
  ASSERT_TRUE(propose());
  const auto done = apply();
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_FALSE(files.exists(kPrivate + "gateway.md"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_TRUE(files.exists(kPrivate + "gateway.md"));
  EXPECT_FALSE(files.exists(kPrivate + "MEMORY.md"));
}

// rule: D38
TEST_F(Consolidate, LeavesAGuessUntilItIsNamedAndKeepsBothWordings) {
  put("styling", "We use CSS modules; no Tailwind.");
  put("styles", "Styling is done with CSS modules, Tailwind is not used.");
  index({"styling", "styles"});
  const auto made = propose();
  ASSERT_THAT(kinds(made), ElementsAre("merge"));
  EXPECT_TRUE(made->proposal->steps[0].likely);
  const auto tree = files.tree(kHome + "/projects");
  const auto all = apply();
  ASSERT_TRUE(all) << all.error().message;
  EXPECT_THAT(all->done, IsEmpty());
  ASSERT_EQ(all->dropped.size(), 1U);
  EXPECT_THAT(all->dropped[0].second, HasSubstr("guess"));
  EXPECT_EQ(files.tree(kHome + "/projects"), tree);
  ApplyRequest by_itself;
  by_itself.by_itself = true;
  EXPECT_THAT(apply_proposal(*memory, by_itself)->done, IsEmpty());
  const auto named = apply({"1"});
  ASSERT_TRUE(named) << named.error().message;
  const std::string text = files.get(kPrivate + made->proposal->steps[0].into);
  EXPECT_THAT(text, HasSubstr("no Tailwind"));
  EXPECT_THAT(text, HasSubstr("Tailwind is not used"));
}

// rule: D30
TEST_F(Consolidate, AnOperationWhoseNoteChangedSinceIsLeftOutAndTheRestIsDone) {
  put("a", "Ask Maria before the billing database is migrated.");
  put("b", "Before the billing database is migrated, ask Maria.");
  put("old", "The flag is on.", "metadata:\n  expires: 2026-01-01\n");
  index({"a", "b", "old"});
  ASSERT_THAT(kinds(propose()), ElementsAre("expire", "merge"));
  put("a", "Maria has left.");
  const auto done = apply();
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_THAT(done->done, ElementsAre("1"));
  ASSERT_EQ(done->dropped.size(), 1U);
  EXPECT_EQ(done->dropped[0].second, "'a.md' changed since the proposal was made");
  EXPECT_TRUE(files.exists(kPrivate + "b.md"));
  EXPECT_TRUE(files.exists(kArchive + "old.md"));
}

// rule: D30
TEST_F(Consolidate, DoesChosenOperationsOnly) {
  put("one", "Gone.", "metadata:\n  expires: 2026-01-01\n");
  put("two", "Gone too.", "metadata:\n  expires: 2026-01-02\n");
  index({"one", "two"});
  ASSERT_TRUE(propose());
  ASSERT_TRUE(apply({"2"}));
  EXPECT_TRUE(files.exists(kPrivate + "one.md"));
  EXPECT_FALSE(files.exists(kPrivate + "two.md"));
  EXPECT_EQ(consolidate_status(*memory)->proposals[0].state, "open");
  EXPECT_EQ(kind_of(apply({"9"})), ErrorKind::NotFound);
}

// rule: D32
TEST_F(Consolidate, RelativeDatesAreOfTheDayTheLineWasWritten) {
  put("dated", "We met yesterday.", "metadata:\n  modified: 2026-11-10\n");
  put("unknown", "We met yesterday as well.");
  ASSERT_TRUE(write("known", "project", "Decided today."));
  clock.advance(std::chrono::hours(24 * 5));
  ASSERT_TRUE(write("known", "", "Decided today.\n\nAnd more."));
  ASSERT_TRUE(propose());
  const auto applied = apply();
  ASSERT_TRUE(applied) << message_of(applied);
  EXPECT_THAT(files.get(kPrivate + "dated.md"), HasSubstr("We met 2026-11-09."));
  EXPECT_THAT(files.get(kPrivate + "unknown.md"), HasSubstr("yesterday"));
  EXPECT_THAT(files.get(kPrivate + "known.md"), HasSubstr("Decided 2026-11-15."));
}

// rule: D33
TEST_F(Consolidate, PutsOldLogsAndSummariesAsideAndFoldsWhatTheyRepeat) {
  for (const char* day : {"2026-11-01", "2026-11-02", "2026-11-03"}) {
    files.put(kDaily + day + ".md",
              "### 10:00 — work\n- the nightly import is slow again\n- something of " +
                  std::string(day) + "\n");
  }
  files.put(kDaily + "2026-09-01.md", "### 09:00 — old\nlong ago\n");
  files.put(kDaily + "2026-11-04.md",
            "### 09:00 — compaction summary (9 msgs)\nWe spoke.\n\n### 10:00 — work\nkept\n");
  ASSERT_TRUE(propose());
  const auto done = apply();
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_THAT(files.get(kPrivate + "recurring-in-daily-logs.md"),
              HasSubstr("- the nightly import is slow again"));
  EXPECT_EQ(files.get(kDaily + "2026-11-01.md"), "### 10:00 — work\n- something of 2026-11-01\n");
  EXPECT_FALSE(files.exists(kDaily + "2026-09-01.md"));
  EXPECT_THAT(files.get(kArchive + "daily-2026-09-01.md"), HasSubstr("long ago"));
  EXPECT_EQ(files.get(kDaily + "2026-11-04.md"), "### 10:00 — work\nkept\n");
  EXPECT_THAT(files.get(kArchive + "summaries-2026-11-04.md"), HasSubstr("We spoke."));
}

// rule: D33
TEST_F(Consolidate, FoldsWhatIsSuperseded) {
  put("new", "The gateway is on borealis.", "metadata:\n  supersedes: old\n");
  put("old", "The gateway is on atlas.");
  put("third", "See [[old]].");
  index({"new", "old", "third"});
  ASSERT_THAT(kinds(propose()), ElementsAre("supersede"));
  ASSERT_TRUE(apply());
  EXPECT_TRUE(files.exists(kArchive + "old.md"));
  EXPECT_THAT(files.get(kPrivate + "third.md"), HasSubstr("[[new]]"));
}

// rule: D33
TEST_F(Consolidate, TightensDescriptionsAndTheIndex) {
  files.put(kPrivate + "vague.md",
            "---\nname: Vague\ndescription: notes\ntype: project\n---\n\nThe courier retries "
            "five times.\n");
  files.put(kPrivate + "MEMORY.md", "# Mine\n\n- [Gone](gone.md)\n");
  ASSERT_THAT(kinds(propose()), ElementsAre("describe", "index"));
  const auto applied = apply();
  ASSERT_TRUE(applied) << message_of(applied);
  EXPECT_THAT(files.get(kPrivate + "vague.md"),
              HasSubstr("description: The courier retries five times"));
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), Not(HasSubstr("gone.md")));
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), HasSubstr("# Mine"));
}

// rule: D34
TEST_F(Consolidate, TheArchiveIsReadWhenAskedForAndNeverElse) {
  put("old", "The secret word is xylophone.", "metadata:\n  expires: 2026-01-01\n");
  ASSERT_TRUE(propose());
  const auto applied = apply();
  ASSERT_TRUE(applied) << message_of(applied);
  EXPECT_THAT(names(), Not(::testing::Contains("old.md")));
  EXPECT_THAT(names({{"archive", false, false, false}}), ElementsAre("old.md"));
  EXPECT_THAT(body("old", {"archive", false, false, false}), HasSubstr("xylophone"));
  memory::SearchRequest search;
  search.query = "xylophone";
  EXPECT_THAT(memory::search(*memory, search, memory::Audience::Person)->answer.hits, IsEmpty());
  EXPECT_EQ(kind_of(write("new", "project", "text", {"archive", false, false, false})),
            ErrorKind::InvalidInput);
}

// rule: D35
TEST_F(Consolidate, WhatAPersonConfirmedStaysAndNothingElseIsConfirmedByIt) {
  ASSERT_TRUE(write("wish", "user", "Answer in short sentences, please."));
  clock.advance(std::chrono::hours(1));
  files.put(kGlobal + "agents.md",
            "---\nname: Wish\ndescription: What an agent noted\ntype: user\n---\n\nPlease answer "
            "in short sentences. The reader is on a train every single morning.\n");
  const auto made = propose();
  ASSERT_THAT(kinds(made), ::testing::Contains("merge"));
  for (const ProposedStep& step : made->proposal->steps) {
    if (step.kind == StepKind::Merge) {
      EXPECT_EQ(step.into, "wish.md");
    }
  }
  ASSERT_TRUE(apply());
  const std::string kept = files.get(kGlobal + "wish.md");
  EXPECT_THAT(kept, HasSubstr("Answer in short sentences, please."));
  EXPECT_THAT(kept, HasSubstr("on a train"));
  const auto standings = memory::read_standings(*store, store::global_place());
  const auto lines = note::statements(note::parse_note(kept));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(standings->at("wish.md").of(lines[0].mark), memory::Standing::Confirmed);
  EXPECT_NE(standings->at("wish.md").of(lines[1].mark), memory::Standing::Confirmed);
}

// rule: D35
TEST_F(Consolidate, TwoWishesOfAPersonAreOneOnlyWhenAPersonSaysSo) {
  ASSERT_TRUE(write("maria", "user", "Ask Maria before the billing database is migrated."));
  ASSERT_TRUE(write("migration", "user", "Before the billing database is migrated, ask Maria."));
  const auto made = propose();
  ASSERT_THAT(kinds(made), ElementsAre("merge"));
  EXPECT_TRUE(made->proposal->steps[0].confirmed);
  ApplyRequest by_itself;
  by_itself.by_itself = true;
  EXPECT_THAT(apply_proposal(*memory, by_itself)->done, IsEmpty());
  ASSERT_TRUE(propose());
  EXPECT_THAT(apply()->done, ElementsAre("1"));
}

// rule: D36
TEST_F(Consolidate, AgentsMayProposeAndOnlyAPersonApplies) {
  put("old", "text that is over", "metadata:\n  expires: 2026-01-01\n");
  memory::Session session = memory->session();
  session.audience = memory::Audience::Agent;
  memory::Memory agents(*store, *config, log, session);
  ProposeRequest request;
  request.force = true;
  ASSERT_TRUE(upkeep::propose(agents, request));
  EXPECT_EQ(kind_of(apply_proposal(agents, {})), ErrorKind::Denied);
  EXPECT_TRUE(apply());
}

// rule: D27
TEST_F(Consolidate, RunsOnceADayAfterThreeSessions) {
  put("old", "text that is over", "metadata:\n  expires: 2026-01-01\n");
  EXPECT_EQ(propose(false)->blocked, "0 of 3 sessions since");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(prompt::add_ended_session(*store, clock.now()));
  EXPECT_EQ(propose(false)->blocked, "");
  clock.advance(std::chrono::hours(3));
  const auto early = propose(false);
  EXPECT_EQ(early->blocked, "last run 3 h ago; at least 24 h are required; 0 of 3 sessions since");
  EXPECT_EQ(early->proposal->id, "1");  // the one that is open
  clock.advance(std::chrono::hours(-30));
  EXPECT_THAT(consolidate_status(*memory)->gates[0].reason, HasSubstr("the clock was set back"));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(prompt::add_ended_session(*store, clock.now()));
  EXPECT_EQ(propose(false)->blocked, "");  // a clock set back
  EXPECT_EQ(consolidate_status(*memory)->proposals[1].state, "replaced");
}

// rule: D27, D29
TEST_F(Consolidate, TimesOfRunsThatAreNotUnderstoodCountAsNoneAndALaterVersionsStay) {
  const std::string path = kHome + "/state/proposals/runs.json";
  for (const char* text :
       {R"({"version":"x","runs":{}})", R"({"version":1,"runs":[]})", "[]", "no"}) {
    files.put(path, text);
    EXPECT_TRUE(propose()) << text;
    EXPECT_THAT(files.get(path), HasSubstr("2026-11-15T10:00")) << text;
  }
  for (const char* text : {R"({"version":2,"runs":{}})", R"({"version":2,"days":[]})"}) {
    files.put(path, text);
    EXPECT_EQ(kind_of(propose()), ErrorKind::Denied) << text;
    EXPECT_EQ(files.get(path), text);
  }
}

// rule: D27
TEST_F(Consolidate, OfTwoOneRuns) {
  const auto lock = RunLock::take(*store, log);
  ASSERT_TRUE(lock);
  const auto other = propose();
  EXPECT_EQ(kind_of(other), ErrorKind::Locked);
  EXPECT_THAT(message_of(other), HasSubstr("running since 2026-11-15T10:00:00.000Z by "));
  EXPECT_FALSE(consolidate_status(*memory)->may_run);
}

// rule: D27
TEST_F(Consolidate, ADeadHolderIsTakenOver) {
  files.put(kHome + "/state/consolidate/running", "2026-11-14T10:00:00.000Z\n");
  EXPECT_TRUE(propose());
  EXPECT_THAT(log.messages(),
              ::testing::Contains(HasSubstr("began 2026-11-14T10:00:00.000Z did not finish")));
}

}  // namespace
}  // namespace loci::upkeep::consolidate_test
