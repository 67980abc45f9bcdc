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
