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
