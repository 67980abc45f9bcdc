#include "sync/run.h"

#include <gtest/gtest.h>

namespace loci::sync {
namespace {

const Past kNoPast = [](std::string_view) { return std::vector<std::string>(); };

// Pulls an answer without news and looks at what is here.
void go_through(SyncRun& run, const Notes& here) {
  if (run.need() == Need::Pull) {
    Pulled pulled;
    pulled.cursor = "2";
    run.pulled(std::move(pulled), here);
  }
  if (run.need() == Need::Look) run.looked(here, "id");
}

// rule: RM44
TEST(SyncRun, ThatSendsNothingEndsAndSaysWhatStays) {
  ReplicaState state;
  state.cursor = "1";
  state.agreed["global/old.md"] = {"h1", "h1"};
  state.to_purge.insert({"global/gone.md", "h9"});
  const Notes here{{"global/old.md", "h2"}, {"global/new.md", "h3"}};
  SyncRun run(state, kNoPast, false);
  run.send_only([](const Outgoing&) { return false; });
  go_through(run, here);
  EXPECT_EQ(run.need(), Need::Finished);
  ASSERT_EQ(run.withheld().size(), 2U);
  EXPECT_FALSE(state.sending);
  EXPECT_EQ(state.to_purge.size(), 1U);  // it goes once the remote is an ordinary one
  EXPECT_EQ(state.agreed["global/old.md"].here, "h1");

  SyncRun later(state, kNoPast, false);
  go_through(later, here);
  ASSERT_EQ(later.need(), Need::Send);
  EXPECT_EQ(later.sending().changes.size(), 2U);
  EXPECT_EQ(later.sending().purges.size(), 1U);
}

// rule: RM45
TEST(SyncRun, SendsOnlyWhatMayGo) {
  ReplicaState state;
  state.cursor = "1";
  state.agreed["global/deleted.md"] = {"h1", "h1"};
  const Notes here{{"global/kept.md", "h2"}, {"global/scratch.md", "h3"}};
  SyncRun run(state, kNoPast, false);
  run.send_only([](const Outgoing& change) { return change.note == "global/kept.md"; });
  go_through(run, here);
  ASSERT_EQ(run.need(), Need::Send);
  ASSERT_EQ(run.sending().changes.size(), 1U);
  EXPECT_EQ(run.sending().changes.front().note, "global/kept.md");
  EXPECT_EQ(run.withheld().size(), 2U);  // another note, and a deletion
  run.sent({.cursor = "3"});
  EXPECT_EQ(run.need(), Need::Finished);
  EXPECT_EQ(state.agreed["global/kept.md"].there, "h2");
}

// rule: RM44
TEST(SyncRun, LeavesWhatAnEarlierOneBeganToSend) {
  ReplicaState state;
  state.cursor = "1";
  state.sending = Sending{"before", {{"global/a.md", {}, "h1"}}, {}, "1"};
  SyncRun run(state, kNoPast, false);
  EXPECT_EQ(run.need(), Need::Send);
  run.send_only([](const Outgoing&) { return false; });
  EXPECT_EQ(run.need(), Need::Pull);
  EXPECT_FALSE(state.sending);
}

// A deletion that does not go cannot be too many of them.
TEST(SyncRun, DoesNotAskAboutDeletionsThatStayHere) {
  ReplicaState state;
  state.cursor = "1";
  for (const char* note : {"global/1.md", "global/2.md", "global/3.md", "global/4.md"}) {
    state.agreed[note] = {"h", "h"};
  }
  SyncRun asks(state, kNoPast, false);
  go_through(asks, {});
  EXPECT_EQ(asks.why(), StopReason::RemovesThere);
  SyncRun stays(state, kNoPast, false);
  stays.send_only([](const Outgoing&) { return false; });
  go_through(stays, {});
  EXPECT_EQ(stays.need(), Need::Finished);
}

// A purge that was heard, of more than a third. rule: RM7, RM8
TEST(SyncRun, AsksBeforePurgesEraseManyNotes) {
  Notes here;
  Pulled heard;
  heard.cursor = "2";
  for (const char* note : {"global/1.md", "global/2.md", "global/3.md", "global/4.md"}) {
    here[note] = "h";
    heard.purged.push_back({note, "h"});
  }
  ReplicaState state;
  state.cursor = "1";
  SyncRun asks(state, kNoPast, false);
  asks.pulled(heard, here);
  EXPECT_EQ(asks.why(), StopReason::PurgesHere);
  EXPECT_EQ(asks.removals().gone, 4U);
  EXPECT_EQ(state.cursor, "1");
  SyncRun accepted(state, kNoPast, true);
  accepted.pulled(heard, here);
  EXPECT_EQ(accepted.need(), Need::Erase);
  // Texts of the past go without a question.
  for (auto& [note, version] : here) version = "later";
  SyncRun past(state, kNoPast, false);
  past.pulled(heard, here);
  EXPECT_EQ(past.need(), Need::Erase);
}

// One yes is to what was asked, or to the first question: what removes notes for another reason, or
// more of them, is asked about, and the next yes is to all of it.
// rule: RM71
TEST(SyncRun, TakesAYesForWhatWasAskedAlone) {
  Notes here;
  Pulled rewound;
  rewound.answer = Pulled::Answer::Rewound;
  Pulled all;
  all.answer = Pulled::Answer::Everything;
  all.cursor = "2";
  ReplicaState state;
  state.cursor = "9";
  for (const char* note : {"global/1.md", "global/2.md", "global/3.md", "global/4.md"}) {
    here[note] = "h";
    state.agreed[note] = {"h", "h"};
    all.notes[note] = {{}, {"h"}};
    all.purged.push_back({note, "h"});
  }
  const auto sync = [&](Consent consent) {
    SyncRun run(state, kNoPast, consent);
    run.pulled(rewound, here);
    if (run.need() == Need::Pull) run.pulled(all, here);
    return run.need() == Need::Stopped ? run.why() : StopReason::None;
  };
  EXPECT_EQ(sync(Consent::None), StopReason::Rewound);
  EXPECT_EQ(sync(Consent::Asked), StopReason::PurgesHere);
  EXPECT_EQ(state.asked[StopReason::PurgesHere].gone, 4U);
  EXPECT_EQ(sync(Consent::None), StopReason::Rewound);  // is still not agreed to
  EXPECT_EQ(sync(Consent::Asked), StopReason::None);

  // Nothing was asked: the yes is to the first question.
  state.asked.clear();
  EXPECT_EQ(sync(Consent::Asked), StopReason::PurgesHere);
  EXPECT_EQ(sync(Consent::Asked), StopReason::None);

  // Four were shown, and now it is five.
  here["global/5.md"] = "h";
  all.purged.push_back({"global/5.md", "h"});
  EXPECT_EQ(sync(Consent::Asked), StopReason::PurgesHere);
  EXPECT_EQ(state.asked[StopReason::PurgesHere].gone, 5U);
  EXPECT_EQ(sync(Consent::Asked), StopReason::None);
}

// As many notes, and others: nobody has said yes to those. Fewer of them are. What goes in a scope
// where it is not too many is not asked about. rule: RM71
TEST(SyncRun, TakesAYesForTheNotesThatWereShown) {
  const auto names = [](int first, int last) {
    std::vector<std::string> all;
    for (int i = first; i <= last; ++i) all.push_back("global/" + std::to_string(i) + ".md");
    return all;
  };
  ReplicaState state;
  state.cursor = "1";
  Notes all{{"agents/a/1.md", "h"}, {"agents/a/2.md", "h"}};
  for (const auto& note : names(1, 9)) all[note] = "h";
  for (const auto& [note, version] : all) state.agreed[note] = {version, version};
  const auto sync = [&](Consent consent, const std::vector<std::string>& deleted) {
    auto here = all;
    for (const auto& note : deleted) here.erase(note);
    SyncRun run(state, kNoPast, consent);
    go_through(run, here);
    const auto why = run.why();
    state.sending.reset();
    return why;
  };
  EXPECT_EQ(sync(Consent::None, names(1, 5)), StopReason::RemovesThere);
  EXPECT_EQ(sync(Consent::Asked, names(2, 6)), StopReason::RemovesThere);
  EXPECT_EQ(sync(Consent::None, names(1, 5)), StopReason::RemovesThere);
  EXPECT_EQ(sync(Consent::Asked, names(2, 5)), StopReason::None);
  auto more = names(1, 5);
  more.push_back("agents/a/1.md");
  EXPECT_EQ(sync(Consent::Asked, more), StopReason::None);
  // The same note with another text.
  for (auto& [note, agreed] : state.agreed) agreed = {"h2", "h2"};
  for (auto& [note, version] : all) version = "h2";
  EXPECT_EQ(sync(Consent::Asked, names(1, 5)), StopReason::RemovesThere);
  EXPECT_EQ(sync(Consent::Asked, names(1, 5)), StopReason::None);
}

// rule: RM71
TEST(SyncRun, ForgetsWhatItAskedOnceAllIsWell) {
  ReplicaState state;
  state.cursor = "1";
  for (const char* note : {"global/1.md", "global/2.md", "global/3.md", "global/4.md"}) {
    state.agreed[note] = {"h", "h"};
  }
  SyncRun asks(state, kNoPast, Consent::None);
  go_through(asks, {});
  EXPECT_EQ(asks.why(), StopReason::RemovesThere);
  EXPECT_EQ(state.asked.size(), 1U);
  Notes back;
  for (const auto& [note, agreed] : state.agreed) back[note] = "h";
  SyncRun well(state, kNoPast, Consent::None);
  go_through(well, back);
  EXPECT_EQ(well.need(), Need::Finished);
  EXPECT_TRUE(state.asked.empty());
  // Another store gets nothing because of a yes to something else.
  state.asked[StopReason::Rewound] = {};
  Pulled foreign;
  foreign.answer = Pulled::Answer::Foreign;
  SyncRun other(state, kNoPast, Consent::Asked);
  other.pulled(foreign, back);
  EXPECT_EQ(other.why(), StopReason::Foreign);
}

// A version that waited here for a person is purged, and its note deleted: what stands here is
// what both had before it, and goes too. An edit of that stays.
// rule: RM4, RM8
TEST(SyncRun, GoesBackToWhatBothHadWhereTheHeldVersionIsPurged) {
  const std::string note = "global/a.md";
  const Past past = [](std::string_view) { return std::vector<std::string>{"v0"}; };
  const auto hear = [&](const std::string& here) {
    ReplicaState state;
    state.cursor = "1";
    state.agreed[note] = {here, "v1", false, {"other", "v0"}, false};
    SyncRun run(state, past, true);
    Pulled pulled;
    pulled.cursor = "2";
    pulled.purged.push_back({note, "v1"});
    pulled.notes[note] = {{}, {"v1"}};
    run.pulled(std::move(pulled), {{note, here}});
    run.erased(false);
    return run.step();
  };
  EXPECT_EQ(hear("v0").act, Act::Remove);
  EXPECT_EQ(hear("mine").act, Act::Keep);
}

// A later version comes as to any note once the held one was accepted, also in the same sync.
// rule: RM9
TEST(SyncRun, MergesALaterVersionOnceTheHeldOneWasAccepted) {
  const std::string note = "global/a.md";
  ReplicaState state;
  state.cursor = "1";
  state.agreed[note] = {"v0", "v1", false, {"v0"}, false};
  const Past past = [](std::string_view) { return std::vector<std::string>{"mine", "v1", "v0"}; };
  SyncRun run(state, past, false);
  Pulled pulled;
  pulled.cursor = "2";
  pulled.notes[note] = {"v2", {"v1", "v0"}};
  run.pulled(std::move(pulled), {{note, "mine"}});
  ASSERT_EQ(run.need(), Need::Step);
  EXPECT_EQ(run.step().act, Act::Merge);
  EXPECT_EQ(run.step().base, "v1");
  EXPECT_FALSE(run.step().held);
}

// A version of it waits, and the deletion brings nothing that a person would have to look at.
// rule: RM93
TEST(SyncRun, HoldsNoDeletion) {
  const std::string note = "global/a.md";
  const auto hear = [&](const NoteVersion& before, const Notes& here) {
    ReplicaState state;
    state.cursor = "1";
    state.agreed[note] = {before, "v1", false, {"v0"}, false};
    SyncRun run(state, kNoPast, false);
    Pulled pulled;
    pulled.cursor = "2";
    pulled.notes[note] = {{}, {"v1", "v0"}};
    run.pulled(std::move(pulled), here);
    const Step step = run.step();
    run.done(SyncRun::Came::Done);
    EXPECT_FALSE(state.agreed[note].held());
    return step;
  };
  const Step of_new = hear(std::nullopt, {});
  EXPECT_EQ(of_new.act, Act::Agree);
  EXPECT_TRUE(of_new.outdates);
  const Step of_changed = hear("v0", {{note, "v0"}});
  EXPECT_EQ(of_changed.act, Act::Remove);
  EXPECT_FALSE(of_changed.held);
  EXPECT_TRUE(of_changed.outdates);
  const Step of_edited = hear("v0", {{note, "mine"}});
  EXPECT_EQ(of_edited.act, Act::Keep);
  EXPECT_TRUE(of_edited.outdates);
}

// A deletion waits for a person, who edits the note instead. rule: RM91
TEST(SyncRun, SendsAnEditThatADeletionWaitedFor) {
  const std::string note = "global/a.md";
  ReplicaState state;
  state.cursor = "1";
  state.agreed[note] = {"v0", std::nullopt, false, {"v0"}, false};
  SyncRun waits(state, kNoPast, false);
  go_through(waits, {{note, "v0"}});
  EXPECT_EQ(waits.need(), Need::Finished);
  EXPECT_TRUE(waits.settled().empty());
  SyncRun edited(state, kNoPast, false);
  go_through(edited, {{note, "v1"}});
  EXPECT_EQ(edited.settled(), std::vector<std::string>{note});
  ASSERT_EQ(edited.need(), Need::Send);
  EXPECT_EQ(edited.sending().changes.front(), (Outgoing{note, std::nullopt, "v1", {}}));
}

// rule: RM49
TEST(SyncRun, SendsADeletionAgainThatTheRemoteForgot) {
  ReplicaState state;
  state.cursor = "1";
  state.agreed["global/a.md"] = {"h1", "h1"};
  SyncRun deletes(state, kNoPast, false);
  go_through(deletes, {});
  ASSERT_EQ(deletes.need(), Need::Send);
  deletes.sent({.cursor = "2"});

  // It failed over to a copy that lacks this.
  SyncRun stops(state, kNoPast, false);
  Pulled rewound;
  rewound.answer = Pulled::Answer::Rewound;
  stops.pulled(rewound, {});
  EXPECT_EQ(stops.why(), StopReason::Rewound);
  SyncRun again(state, kNoPast, true);
  again.pulled(rewound, {});
  EXPECT_EQ(again.cursor(), "");
  Pulled everything;
  everything.answer = Pulled::Answer::Everything;
  everything.cursor = "1 anew";
  everything.notes["global/a.md"] = {"h1"};
  again.pulled(std::move(everything), {});
  ASSERT_EQ(again.need(), Need::Look);
  again.looked({}, "id");
  ASSERT_EQ(again.need(), Need::Send);
  ASSERT_EQ(again.sending().changes.size(), 1U);
  EXPECT_EQ(again.sending().changes.front().base, "h1");
  EXPECT_FALSE(again.sending().changes.front().version);
}

// Somebody else's change came between, so that the cursor stays before what was sent. A standby
// that took over without both, and says that it is the same store, forgot it: that is asked about,
// and then it is sent again (world 96 of the simulation).
TEST(SyncRun, NoticesThatWhatItSentIsForgottenBehindItsCursor) {
  ReplicaState state;
  state.cursor = "5";
  state.sending = Sending{"id", {{"global/a.md", {}, "h1", {}}}, {}, "5"};
  const Notes here{{"global/a.md", "h1"}};
  SyncRun run(state, kNoPast, false);
  run.sent({});
  Pulled lacking;
  lacking.cursor = "6 of another past";
  lacking.notes["global/b.md"] = {"h2"};
  auto told = state;
  run.pulled(lacking, here);
  EXPECT_EQ(run.why(), StopReason::Rewound);

  // A store that has it says so.
  SyncRun goes_on(told, kNoPast, false);
  Pulled whole = lacking;
  whole.notes["global/a.md"] = {"h3", {"h1"}};
  goes_on.pulled(whole, here);
  ASSERT_EQ(goes_on.need(), Need::Step);
  while (goes_on.need() == Need::Step) goes_on.done(SyncRun::Came::Done);
  EXPECT_TRUE(told.ahead.empty());
}

// It died in the midst of the steps: what was agreed on of the others is from before its cursor,
// and no pull from there tells of that.
TEST(SyncRun, ThatDiedAmongItsStepsTakesNothingForForgotten) {
  ReplicaState state;
  state.cursor = "5";
  state.agreed["global/a.md"] = {"h1", "h1"};
  state.agreed["global/b.md"] = {"h3", "h3"};
  const Notes here{{"global/a.md", "h1"}, {"global/b.md", "h3"}};
  Pulled since;
  since.cursor = "7";
  since.notes["global/a.md"] = {"h2"};
  since.notes["global/b.md"] = {"h4"};
  SyncRun dies(state, kNoPast, false);
  dies.pulled(since, here);
  dies.done(SyncRun::Came::Done);
  auto saved = state;
  SyncRun next(saved, kNoPast, false);
  next.pulled(since, {{"global/a.md", "h2"}, {"global/b.md", "h3"}});
  ASSERT_EQ(next.need(), Need::Step) << static_cast<int>(next.why());
  EXPECT_EQ(next.step().note, "global/b.md");
}

// What it sent was purged by somebody else since: the store tells of no such version, and is not
// older for that.
TEST(SyncRun, TakesAPurgeOfWhatItSentForNothingForgotten) {
  ReplicaState state;
  state.cursor = "5";
  state.sending =
      Sending{"id", {{"global/a.md", {}, "h1", {}}, {"global/c.md", {}, "h4", {}}}, {}, "5"};
  const Notes here{{"global/a.md", "h1"}, {"global/c.md", "h4"}};
  SyncRun run(state, kNoPast, false);
  run.sent({});
  Pulled since;
  since.cursor = "8";
  since.notes["global/a.md"] = {"h2"};
  since.purged = {{"global/a.md", "h1"}, {"global/c.md", "h4"}};
  run.pulled(since, here);
  EXPECT_EQ(run.need(), Need::Erase) << static_cast<int>(run.why());
}

// A purge takes what stood at the remote; where that does not take the new text there is none then.
// A machine that went on from what was purged was told each time that others had been quicker
// (world 1521 of the simulation).
TEST(SyncRun, KnowsThatThereIsNoneWhereAPurgeWentAndTheNewTextWasRefused) {
  ReplicaState state;
  state.cursor = "1";
  state.agreed["global/a.md"] = {"secret", "secret"};
  state.to_purge.insert({"global/a.md", "secret"});
  const Notes here{{"global/a.md", "other"}};
  SyncRun run(state, kNoPast, false);
  go_through(run, here);
  ASSERT_EQ(run.need(), Need::Send);
  run.sent({.refused = {{"global/a.md", "too large"}}, .cursor = "3"});
  ASSERT_EQ(run.need(), Need::Finished);

  state.refused.clear();
  SyncRun later(state, kNoPast, false);
  go_through(later, here);
  ASSERT_EQ(later.need(), Need::Send);
  EXPECT_EQ(later.sending().changes.front().base, std::nullopt);
}

// Others wrote in between, so that the answer says no cursor. From the old one a store that lost
// its end would tell of the note as it should be, and not that the purge is gone (world 6908 of the
// simulation).
TEST(SyncRun, ListensBehindItsPurges) {
  ReplicaState state;
  state.cursor = "1";
  state.to_purge.insert({"global/gone.md", "secret"});
  SyncRun run(state, kNoPast, false);
  go_through(run, {});
  ASSERT_EQ(run.need(), Need::Send);
  run.sent({});
  ASSERT_EQ(run.need(), Need::Pull);
  Pulled since;
  since.cursor = "5";
  since.purged = {{"global/gone.md", "secret"}};
  run.pulled(since, {});
  while (run.need() == Need::Erase) run.erased(false);
  run.looked({}, "id");
  EXPECT_EQ(run.need(), Need::Finished);
  EXPECT_EQ(state.cursor, "5");
}

// A text that was erased here for good comes back from a store that forgot that: neither taken nor
// merged, though others may have written it into the note again since (world 6 of the simulation).
TEST(SyncRun, DoesNotTakeBackWhatItPurged) {
  for (const NoteVersion& mine : {NoteVersion(), NoteVersion("h3")}) {
    ReplicaState state;
    state.cursor = "5";
    state.agreed["global/a.md"] = {"h1", "h1"};
    state.purged = {{"global/a.md", "h2"}};
    Notes here;
    if (mine) here["global/a.md"] = mine;
    const auto past = [](std::string_view) { return std::vector<std::string>{"h3", "h1"}; };
    SyncRun run(state, past, true);
    Pulled rewound;
    rewound.answer = Pulled::Answer::Rewound;
    run.pulled(rewound, here);
    Pulled everything;
    everything.answer = Pulled::Answer::Everything;
    everything.cursor = "1 anew";
    everything.notes["global/a.md"] = {"h2", {"h1"}};
    run.pulled(std::move(everything), here);
    ASSERT_EQ(run.need(), Need::Look);
    run.looked(here, "id");
    ASSERT_EQ(run.need(), Need::Send);
    ASSERT_EQ(run.sending().changes.size(), 1U);
    EXPECT_EQ(run.sending().changes.front().base, "h2");
    EXPECT_EQ(run.sending().changes.front().version, mine);
    EXPECT_EQ(run.sending().purges, (std::set<Purged>{{"global/a.md", "h2"}}));
  }
}

// What the remote forgot besides was a later text of the note and its deletion: it is deleted
// there, too, but whoever still has the later text would take that for newer.
TEST(SyncRun, SaysADeletionAgainWhereTheRemoteKnowsAnEarlierOne) {
  ReplicaState state;
  state.cursor = "5";
  state.agreed["global/a.md"] = {.seen = {"h2", "h1"}, .gone = true};
  SyncRun run(state, kNoPast, true);
  Pulled rewound;
  rewound.answer = Pulled::Answer::Rewound;
  run.pulled(rewound, {});
  Pulled everything;
  everything.answer = Pulled::Answer::Everything;
  everything.cursor = "1 anew";
  everything.notes["global/a.md"] = {std::nullopt, {"h1"}};
  run.pulled(std::move(everything), {});
  ASSERT_EQ(run.need(), Need::Step);
  EXPECT_EQ(run.step().act, Act::Agree);
  run.done(SyncRun::Came::Done);
  run.looked({}, "id");
  ASSERT_EQ(run.need(), Need::Send);
  const Outgoing& deletion = run.sending().changes.front();
  EXPECT_FALSE(deletion.base);
  EXPECT_FALSE(deletion.version);
  EXPECT_EQ(deletion.past, (std::vector<std::string>{"h1", "h2"}));

  // Somebody who has it still was quicker.
  run.sent({.answer = Sent::Answer::Moved});
  Pulled moved;
  moved.cursor = "2 anew";
  moved.notes["global/a.md"] = {"h2", {"h1"}};
  run.pulled(std::move(moved), {});
  ASSERT_EQ(run.need(), Need::Look);
  run.looked({}, "another id");
  ASSERT_EQ(run.need(), Need::Send);
  EXPECT_EQ(run.sending().changes.front().base, "h2");
  EXPECT_FALSE(run.sending().changes.front().version);
  run.sent({.cursor = "3 anew"});
  EXPECT_EQ(run.need(), Need::Finished);
  EXPECT_TRUE(state.agreed["global/a.md"].gone);
}

}  // namespace
}  // namespace loci::sync
