#include "past/history.h"

#include "memory/moving.h"
#include "support/house.h"

namespace loci::past::history_test {
namespace {

using ::testing::HasSubstr;

using History = House;

// rule: H4
TEST_F(History, IsBoundedAndNarrowed) {
  ASSERT_TRUE(write("a", "user", "x"));
  clock.advance(std::chrono::days(2));
  ASSERT_TRUE(write("b", "project", "x"));
  EXPECT_EQ(past::history(*memory, {})->size(), 2U);
  EXPECT_EQ(past::history(*memory, {"", "", "24h", 25})->size(), 1U);
  EXPECT_EQ(past::history(*memory, {"global", "", "", 25})->size(), 1U);
  EXPECT_EQ(past::history(*memory, {"", "delete", "", 25})->size(), 0U);
  EXPECT_EQ(past::history(*memory, {"", "", "", 1})->size(), 1U);
  EXPECT_EQ(kind_of(past::history(*memory, {"", "", "", 101})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(past::history(*memory, {"", "", "soon", 25})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(past::history(*memory, {"globl", "", "", 25})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(past::history(*memory, {"", "dance", "", 25})), ErrorKind::InvalidInput);
}

// rule: Z28
TEST_F(History, IsThatOfOneDay) {
  ASSERT_TRUE(write("a", "user", "x"));
  clock.advance(std::chrono::days(2));
  ASSERT_TRUE(write("b", "project", "x"));
  HistoryRequest request;
  request.on = "2026-11-15";
  const auto rows = past::history(*memory, request);
  ASSERT_TRUE(rows) << message_of(rows);
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->at(0).record.files.at(0).file, "a.md");
  request.on = "2026-11-16";
  EXPECT_EQ(past::history(*memory, request)->size(), 0U);
  request.on = "yesterday";
  EXPECT_EQ(kind_of(past::history(*memory, request)), ErrorKind::InvalidInput);
}

// rule: J5
TEST_F(History, SaysWhoDidItAndFromWhere) {
  enter("bob");
  ASSERT_TRUE(write("a", "user", "x"));
  enter();
  ASSERT_TRUE(write("b", "user", "token=super-secret"));
  const auto rows = past::history(*memory, {});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->at(0).record.actor, "user");
  EXPECT_EQ(rows->at(1).record.actor, "agent:bob");
  EXPECT_EQ(rows->at(1).record.origin, "cli");
  EXPECT_EQ(rows->at(1).record.workspace, "app-59a4a65d");
}

class PastOfANote : public House {
 protected:
  const memory::NoteRequest a{"a", {}, std::nullopt, false};
};

TEST_F(PastOfANote, BeginsWithAnEditByHandThatNobodyRecorded) {
  ASSERT_TRUE(write("a", "user", "through loci"));
  const std::string written = files.get(kGlobal + "a.md");
  files.put(kGlobal + "a.md", note_file("A", "by hand"));
  const auto revisions = past::log(*memory, a);
  ASSERT_TRUE(revisions) << message_of(revisions);
  ASSERT_EQ(revisions->size(), 2U);
  EXPECT_EQ(revisions->at(0).operation, "external");
  EXPECT_EQ(revisions->at(0).id, 0U);
  const auto changed = diff(*memory, a, 0);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->to, "a.md (now, edited by hand)");
  EXPECT_THAT(changed->diff, HasSubstr("-through loci\n"));
  EXPECT_THAT(changed->diff, HasSubstr("+by hand\n"));
  ASSERT_TRUE(restore(*memory, a, 0));
  EXPECT_EQ(files.get(kGlobal + "a.md"), written);
}

TEST_F(PastOfANote, IsThereWhenTheNoteIsDeleted) {
  ASSERT_TRUE(write("a", "user", "text"));
  const std::string written = files.get(kGlobal + "a.md");
  ASSERT_TRUE(memory::remove(*memory, a));
  EXPECT_EQ(past::log(*memory, a)->size(), 2U);
  ASSERT_TRUE(restore(*memory, a, 0));
  EXPECT_EQ(files.get(kGlobal + "a.md"), written);
}

TEST_F(PastOfANote, AsksWhichOneWhereTwoWereDeleted) {
  ASSERT_TRUE(write("a", "user", "global"));
  ASSERT_TRUE(memory::remove(*memory, a));
  ASSERT_TRUE(write("a", "project", "private"));
  ASSERT_TRUE(memory::remove(*memory, a));
  EXPECT_EQ(kind_of(restore(*memory, a, 0)), ErrorKind::InvalidInput);
  ASSERT_TRUE(restore(*memory, {"a", {"global", false, false, false}, std::nullopt, false}, 0));
  EXPECT_EQ(body("a"), "global\n");
}

TEST_F(PastOfANote, IsNotRestoredToWhereItWasNotThere) {
  ASSERT_TRUE(write("a", "user", "text"));
  EXPECT_EQ(kind_of(restore(*memory, a, 0)), ErrorKind::NotFound) << "it was new";
  EXPECT_EQ(kind_of(restore(*memory, a, 99)), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(diff(*memory, a, 99)), ErrorKind::NotFound);
  files.put(kGlobal + "b.md", note_file("B", "by hand"));
  EXPECT_EQ(kind_of(diff(*memory, {"b", {}, std::nullopt, false}, 0)), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(past::log(*memory, {"c", {}, std::nullopt, false})), ErrorKind::NotFound);
}

}  // namespace
}  // namespace loci::past::history_test
