#include "memory/outdated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/origins.h"
#include "memory/search.h"
#include "support/house.h"

namespace loci::memory::outdated_test {
namespace {

using ::testing::ElementsAre;

LivingNote note(const store::Place& place, std::string file, std::vector<std::string> supersedes,
                std::string expires = "") {
  return {place, std::move(file), "", {std::move(expires), "", std::move(supersedes)}};
}

// rule: D20, D21
TEST(Outdated, IsWhatExpiredAndWhatAnotherNoteSupersedesInItsOwnPlaceFirst) {
  const store::Place here = store::private_place("app-1");
  const store::Place there = store::global_place();
  EXPECT_THAT(outdated({note(here, "old.md", {}), note(here, "new.md", {"old"}),
                        note(there, "old.md", {}), note(there, "past.md", {}, "2026-11-01"),
                        note(there, "other.md", {"other", "nowhere"})},
                       "2026-11-15"),
              ElementsAre("superseded by new.md", "", "", "expired on 2026-11-01", ""));
  EXPECT_THAT(outdated({note(here, "new.md", {"old"}), note(there, "old.md", {})}, "2026-11-15"),
              ElementsAre("", "superseded by new.md"));
}

class OutdatedSearch : public House {
 protected:
  void put(const std::string& file, const std::string& metadata, const std::string& body) {
    WriteRequest request;
    request.file = file;
    request.raw = true;
    request.content =
        fmt::format("---\nname: {0}\ndescription: about {0}\ntype: user\n{1}---\n\n{2}\n", file,
                    metadata, body);
    ASSERT_TRUE(memory::write(*memory, request));
  }
  std::vector<std::string> found(const std::string& query) {
    SearchRequest request;
    request.query = query;
    const auto reply = memory::search(*memory, request);
    if (!reply) return {reply.error().message};
    std::vector<std::string> hits;
    for (const search::Hit& hit : reply->answer.hits) {
      hits.push_back(hit.outdated.empty() ? hit.key : hit.key + ": " + hit.outdated);
    }
    return hits;
  }
};

// rule: D20, D21
TEST_F(OutdatedSearch, RanksBelowWhatHoldsAndSaysWhy) {
  put("best", "metadata:\n  expires: 2026-11-01\n", "needle needle needle");
  put("old", "", "needle needle needle");
  put("plain", "", "needle and some other words that make it longer than the others are");
  EXPECT_THAT(found("needle").front(), ::testing::Not(::testing::StartsWith("plain")));
  put("new", "metadata:\n  supersedes: old\n", "something else");
  EXPECT_THAT(found("needle"),
              ElementsAre("plain.md", ::testing::StartsWith("best.md: expired on 2026-11-01"),
                          "old.md: superseded by new.md"));
}

// rule: D20, D21
TEST_F(OutdatedSearch, WhatHoldsNoMoreCountsHalf) {
  put("one", "metadata:\n  expires: 2027-11-01\n", "needle and thread");
  put("two", "metadata:\n  expires: 2026-11-01\n", "needle and thread");
  put("six", "metadata:\n  expires: 2027-11-01\n", "needle and thread");
  put("new", "metadata:\n  supersedes: [six]\n", "something else");
  SearchRequest request;
  request.query = "needle";
  request.meaning = false;  // the names differ
  const auto reply = memory::search(*memory, request);
  ASSERT_TRUE(reply) << message_of(reply);
  ASSERT_EQ(reply->answer.hits.size(), 3U);
  const search::Hit& holds = reply->answer.hits[0];
  EXPECT_EQ(holds.key, "one.md");
  for (const std::size_t number : {1U, 2U}) {
    const search::Hit& hit = reply->answer.hits[number];
    EXPECT_NE(hit.outdated, "") << hit.key;
    EXPECT_NEAR(hit.score, holds.score / 2, holds.score / 1'000) << hit.key;
  }
}

// rule: D20, D21, D22
TEST_F(OutdatedSearch, ListsAndSearchesSayWhatExpiredIsSupersededOrDue) {
  put("past", "metadata:\n  expires: 2026-11-14\n", "needle");
  put("old", "", "needle");
  put("new", "metadata:\n  supersedes: old\n  review_by: 2026-11-15\n", "needle");
  put("later", "metadata:\n  review_by: 2026-11-16\n", "needle");
  const auto marks = [](const std::string& file, const std::string& outdated,
                        const std::string& due) { return file + "|" + outdated + "|" + due; };
  const auto expected = ::testing::UnorderedElementsAre(
      marks("past.md", "expired on 2026-11-14", ""), marks("old.md", "superseded by new.md", ""),
      marks("new.md", "", "to be reviewed by 2026-11-15"), marks("later.md", "", ""));
  std::vector<std::string> listed;
  const auto all = list(*memory, {});
  ASSERT_TRUE(all) << message_of(all);
  for (const NoteInfo& note : *all) {
    listed.push_back(marks(note.file, note.outdated, note.due));
  }
  EXPECT_THAT(listed, expected);
  std::vector<std::string> hits;
  SearchRequest request;
  request.query = "needle";
  const auto found = memory::search(*memory, request);
  ASSERT_TRUE(found) << message_of(found);
  for (const search::Hit& hit : found->answer.hits) {
    hits.push_back(marks(hit.key, hit.outdated, hit.due));
  }
  EXPECT_THAT(hits, expected);
}

// rule: D21
TEST_F(OutdatedSearch, AListMarksWhatANoteSupersedesThatItLeavesOut) {
  put("old", "", "text");
  WriteRequest request;
  request.file = "new";
  request.raw = true;
  request.content =
      "---\nname: New\ndescription: d\ntype: project\nmetadata:\n  supersedes: old\n---\n\nx\n";
  ASSERT_TRUE(memory::write(*memory, request));
  const auto users = list(*memory, {{}, "user"});
  ASSERT_EQ(users->size(), 1U);
  EXPECT_EQ(users->front().outdated, "superseded by new.md");
}

// rule: D19
TEST_F(OutdatedSearch, OriginNamesWhoWroteLast) {
  put("mine", "", "needle");
  enter("claude");
  put("theirs", "", "needle");
  enter();
  files.put(kGlobal + "by-hand.md", note_file("By hand", "needle"));
  EXPECT_THAT(found("needle origin:user"), ElementsAre("mine.md"));
  EXPECT_THAT(found("needle origin:agent"), ElementsAre("theirs.md"));
  EXPECT_THAT(found("needle origin:agent:claude"), ElementsAre("theirs.md"));
  EXPECT_THAT(found("needle origin:agent:gemini"), ::testing::IsEmpty());
  ListRequest request;
  request.origin = "external";
  EXPECT_THAT(names(request), ElementsAre("by-hand.md"));
  request.origin = "agent";
  EXPECT_THAT(names(request), ElementsAre("theirs.md"));
}

// rule: D19
TEST(Origin, IsTheActorTheImportOrWhoWroteWhatWasAccepted) {
  EXPECT_EQ(origin_of("cli", "user"), "user");
  EXPECT_EQ(origin_of("mcp", "agent:claude"), "agent:claude");
  EXPECT_EQ(origin_of("import:claude", "user"), "import:claude");
  EXPECT_EQ(origin_of("external", ""), "external");
  EXPECT_EQ(origin_of("inbox:agent:claude", "user"), "agent:claude");
  EXPECT_TRUE(origin_fits("agent:claude", "agent"));
  EXPECT_FALSE(origin_fits("agents", "agent"));
}

}  // namespace
}  // namespace loci::memory::outdated_test
