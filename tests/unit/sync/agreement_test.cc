#include "sync/agreement.h"

#include <gtest/gtest.h>

namespace loci::sync {
namespace {

TEST(Deciding, TakesWhatOnlyTheRemoteChanged) {
  EXPECT_EQ(decide("n", "a", {"a", "a"}, "b").act, Act::Take);
  EXPECT_EQ(decide("n", "a", {"a", "a"}, std::nullopt).act, Act::Remove);
  EXPECT_EQ(decide("n", "b", {"a", "a"}, "a").act, Act::Nothing);
}

TEST(Deciding, LetsAnEditBeatADeletion) {
  EXPECT_EQ(decide("n", "b", {"a", "a"}, std::nullopt).act, Act::Keep);
  EXPECT_EQ(decide("n", std::nullopt, {"a", "a"}, "b").act, Act::Take);
}

TEST(Deciding, MergesWhatBothChanged) {
  EXPECT_EQ(decide("n", "b", {"a", "a"}, "c").act, Act::Merge);
  EXPECT_EQ(decide("n", "b", {"a", "a"}, "b").act, Act::Agree);
}

TEST(WhatBothHadLast, IsFoundInThePastWhereNothingWasWrittenDown) {
  const Agreed found = last_in_common({}, {"c", {"b", "a"}}, {"d", "b"}, "d");
  EXPECT_EQ(found.there, "b");
}

TEST(WhatBothHadLast, IsNoneWhereBothAgreedThatThereIsNone) {
  const Agreed gone{.gone = true};
  EXPECT_EQ(last_in_common(gone, {"a", {}}, {"a"}, std::nullopt).there, std::nullopt);
  // But what came since, and was not written down, counts.
  EXPECT_EQ(last_in_common(gone, {std::nullopt, {"a"}}, {"a"}, "a").there, "a");
}

TEST(HeldNotes, TravelAgainOnceTheHeldVersionWasAccepted) {
  Agreement agreed{{"taken", {"a", "b"}}, {"edited since", {"a", "b"}}, {"waiting", {"a", "b"}}};
  const Notes here{{"taken", "b"}, {"edited since", "c"}, {"waiting", "d"}};
  settle_held(here, agreed, [](std::string_view note) {
    return note == "edited since" ? std::vector<std::string>{"c", "b", "a"}
                                  : std::vector<std::string>{"d", "a"};
  });
  EXPECT_FALSE(agreed["taken"].held());
  EXPECT_FALSE(agreed["edited since"].held());
  EXPECT_TRUE(agreed["waiting"].held());
  const auto sent =
      outgoing(here, agreed, [](std::string_view) { return std::vector<std::string>(); });
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].note, "edited since");
  EXPECT_EQ(sent[0].base, "b");
}

// What another machine merged stands in the remote's past where that one told it, before versions
// that are newer: of those that this replica had, its own newest counts (world 452 of the
// simulation).
TEST(LastInCommon, IsTheNewestOfThisReplica) {
  const RemoteNote remote{"theirs", {"early", "late", "first"}};
  EXPECT_EQ(
      last_in_common({"first", "first"}, remote, {"mine", "late", "early", "first"}, "mine").there,
      "late");
}

// It was sent, and the answer never came: merged from what it was before, it would bring back what
// others took out of it since (world 207 of the simulation).
TEST(LastInCommon, IsAnEditFromOutsideThatNoJournalKnows) {
  const RemoteNote remote{"theirs", {"edited", "first"}};
  EXPECT_EQ(last_in_common({"first", "first"}, remote, {"first"}, "edited").there, "edited");
  const RemoteNote gone{std::nullopt, {"edited", "first"}};
  EXPECT_EQ(last_in_common({"first", "first"}, gone, {"first"}, "edited").there, "edited");
}

// An edit that was here when a version was held back is an edit still when the next one comes: that
// would take its place once it is accepted. And the next is merged from what both had: what the
// held one brought would look as if it had been removed here (world 88 of the simulation).
TEST(HeldNotes, AreMergedFromWhatStoodOnBothSides) {
  const Step first = decide("n", "mine", {"both", "both"}, "theirs");
  EXPECT_EQ(first.act, Act::Merge);
  const Agreed held = agreed_after(first, true);
  EXPECT_TRUE(held.held());
  const Step second = decide("n", "mine", held, "later");
  EXPECT_EQ(second.act, Act::Merge);
  EXPECT_EQ(second.base, "both");
  EXPECT_TRUE(second.held);
  const Step third = decide("n", "mine", agreed_after(second, true), std::nullopt);
  EXPECT_EQ(third.act, Act::Keep);
  // Nothing of it stood here: the edit of a note that the person began meanwhile is no merge.
  const Agreed taken = agreed_after(decide("n", std::nullopt, {}, "theirs"), true);
  EXPECT_EQ(decide("n", "mine", taken, "later").base, std::nullopt);
}

// Somebody took a change back, and the older text waits here: that it stood here once is no yes to
// it. rule: RM9
TEST(HeldNotes, ThatAreAnOlderTextWaitAsAnyOther) {
  Agreement agreed{{"n", {"b", "a"}}};
  const auto settled = [&](const std::string& mine, const std::vector<std::string>& past) {
    agreed["n"].here = "b";
    settle_held({{"n", mine}}, agreed, [&](std::string_view) { return past; });
    return !agreed["n"].held();
  };
  EXPECT_FALSE(settled("b", {"b", "a"}));
  EXPECT_FALSE(settled("c", {"c", "b", "a"}));
  EXPECT_TRUE(settled("c", {"c", "a", "b", "a"}));
  // Accepted, and taken back.
  EXPECT_TRUE(settled("b", {"b", "a", "b", "a"}));
}

// Deleted before the next sync: that is a deletion as any other (world 440 of the simulation).
// rule: RM91
TEST(HeldNotes, ThatWereAcceptedAndDeletedAreDeletedThere) {
  Agreement agreed{{"new", {std::nullopt, "b"}},
                   {"changed", {"a", "b"}},
                   {"waiting", {"a", "b"}},
                   {"had before", {"b", "a"}},
                   {"was there before", {std::nullopt, "b", false, {"b"}, false}}};
  const auto past = [](std::string_view note) {
    return note == "waiting" ? std::vector<std::string>{"a"}
           : note == "new"   ? std::vector<std::string>{"b"}
                             : std::vector<std::string>{"b", "a"};
  };
  settle_held({}, agreed, past);
  EXPECT_FALSE(agreed["new"].held());
  EXPECT_FALSE(agreed["changed"].held());
  EXPECT_TRUE(agreed["waiting"].held());
  EXPECT_TRUE(agreed["had before"].held());
  EXPECT_TRUE(agreed["was there before"].held());
  EXPECT_EQ(outgoing({}, agreed, past).size(), 2U);
}

// An edit beats a deletion, be it one that waits for a person. rule: RM91
TEST(HeldDeletions, WaitNoMoreOnceTheNoteWasEditedOrIsGone) {
  Agreement agreed{{"edited", {"a", std::nullopt, false, {"s"}, false}},
                   {"gone", {"a", std::nullopt}},
                   {"held version", {"a", "b"}},
                   {"waiting", {"a", std::nullopt}}};
  const Notes here{{"edited", "b"}, {"held version", "c"}, {"waiting", "a"}};
  EXPECT_EQ(settle_deletions(here, agreed), (std::vector<std::string>{"edited", "gone"}));
  EXPECT_EQ(agreed["edited"], (Agreed{.seen = {"s"}, .gone = true}));
  EXPECT_TRUE(agreed["held version"].held());
  EXPECT_TRUE(agreed["waiting"].held());
  const auto sent = outgoing(here, agreed, [](std::string_view) {
    return std::vector<std::string>{"b", "a"};
  });
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0], (Outgoing{"edited", std::nullopt, "b", {"a"}}));
}

// rule: RM7
TEST(Removals, AreCountedByScope) {
  std::vector<std::string> all;
  std::vector<std::string> gone;
  for (int i = 0; i < 100; ++i) all.push_back("global/" + std::to_string(i) + ".md");
  for (int i = 0; i < 6; ++i) all.push_back("agents/a/" + std::to_string(i) + ".md");
  for (int i = 0; i < 4; ++i) gone.push_back("agents/a/" + std::to_string(i) + ".md");
  const Removals worst = worst_removals(gone, all);
  EXPECT_EQ(worst.gone, 4U);
  EXPECT_EQ(worst.of, 6U);
  EXPECT_TRUE(worst.too_many());
  gone.pop_back();
  EXPECT_FALSE(worst_removals(gone, all).too_many());
}

// An edit from outside was sent, and no journal knows it: what the note was before is in the past
// of both, and older than what was agreed.
TEST(LastInCommon, IsNeverOlderThanWhatWasAgreed) {
  const Agreed agreed{"edited", "edited", false, {}, false};
  const RemoteNote remote{"merged", {"edited", "theirs", "first"}};
  EXPECT_EQ(last_in_common(agreed, remote, {"first"}, "edited"), agreed);
  // Also where another machine tells that what it merged was that older text once (world 55 of the
  // simulation: a line that it had taken out was back).
  const RemoteNote told{"merged", {"theirs", "first", "edited", "first"}};
  EXPECT_EQ(last_in_common(agreed, told, {"first"}, "edited"), agreed);
}

// What was undone here while somebody else went on: taken for the version that the remote still
// had when it was new, the undo would be gone without a word.
// rule: RM79
TEST(LastInCommon, IsNoTextThatWasTakenUpAgain) {
  const RemoteNote remote{"third", {"second", "first"}};
  const std::vector<std::string> past{"first", "second", "first"};
  EXPECT_EQ(last_in_common({"second", "second"}, remote, past, "first").there, "second");
  // Also where it is not known any more what was agreed.
  EXPECT_EQ(last_in_common({}, remote, past, "first").there, "second");
}

// A new note waits for review, the remote forgets its end, and somebody begins the same note here:
// merged from what only the remote had, it would delete that (world 3072 of the simulation).
TEST(LastInCommon, IsNothingThatWasOnlyHeldBack) {
  const Agreed held{std::nullopt, "held", true, {"older"}, false};
  EXPECT_EQ(last_in_common(held, {"held again", {"older"}}, {"mine"}, "mine"), Agreed{});
  const Agreed stood{"older", "held", true, {"older"}, false};
  EXPECT_EQ(last_in_common(stood, {"held again", {"older"}}, {"mine", "older"}, "mine").there,
            "older");
}

// Taken here, forgotten there, and sent once more by another machine: a deletion of it is one of
// what stands here, not of an earlier text that never did (world 2166 of the simulation).
TEST(LastInCommon, IsWhatTheRemoteForgotAndGotAgain) {
  const Agreed lost{"late", "late", true, {"early"}, false};
  const Agreed back = last_in_common(lost, {"early", {}}, {"late"}, "late");
  EXPECT_EQ(back.there, "early");
  const Agreed found = last_in_common(back, {std::nullopt, {"late", "early"}}, {"late"}, "late");
  EXPECT_EQ(found.there, "late");
  // As long as it did not get it again, what stands here is an edit of the earlier one.
  EXPECT_EQ(last_in_common(back, {"other", {"early"}}, {"late"}, "late").there, "early");
}

// A remote that lost its end hears of the versions that it had: a machine that has one of those
// and comes later would take its own for a new note, and bring a deleted one back.
TEST(WhatIsSentAgain, SaysWhatTheRemoteHadBefore) {
  const auto no_past = [](std::string_view) { return std::vector<std::string>(); };
  const Agreement lost{{"global/a.md", {"new", "new", true, {"older", "oldest"}, false}}};
  const auto again = outgoing({{"global/a.md", "new"}}, lost, no_past);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().past, (std::vector<std::string>{"older", "oldest"}));
  const Agreement kept{{"global/a.md", {"new", "new", false, {"older"}, false}}};
  const auto deleted = outgoing({}, kept, no_past);
  ASSERT_EQ(deleted.size(), 1U);
  EXPECT_EQ(deleted.front().base, "new");
  EXPECT_EQ(deleted.front().past, std::vector<std::string>{"older"});
}

}  // namespace
}  // namespace loci::sync
