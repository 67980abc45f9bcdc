#include "past/show.h"

#include "memory/moving.h"
#include "past/purge.h"
#include "past/undo.h"
#include "support/house.h"

namespace loci::past::show_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using ShowAnOperation = House;

std::uint64_t newest(memory::Memory& memory) {
  return past::history(memory, {})->at(0).record.sequence;
}
const ShownChange& change_of(const ShownOperation& shown, const std::string& file) {
  for (const ShownChange& one : shown.changes) {
    if (one.file.file == file) return one;
  }
  throw std::out_of_range(file);
}

// rule: Z22
TEST_F(ShowAnOperation, SaysWhoDidItAndWhatItDidToEachFile) {
  ASSERT_TRUE(write("a", "user", "before"));
  enter("bob");
  ASSERT_TRUE(rewrite("a", "after"));
  enter();
  const auto shown = show_operation(*memory, newest(*memory));
  ASSERT_TRUE(shown) << message_of(shown);
  EXPECT_EQ(shown->row.record.actor, "agent:bob");
  const ShownChange& change = change_of(*shown, "a.md");
  EXPECT_FALSE(change.lost);
  EXPECT_THAT(change.diff, HasSubstr("-before\n+after\n"));
  EXPECT_THAT(change.diff, HasSubstr("--- a.md\n+++ a.md\n"));
}

TEST_F(ShowAnOperation, AFileThatComesOrGoesIsComparedWithNothing) {
  ASSERT_TRUE(write("a", "user", "text"));
  const auto made = show_operation(*memory, newest(*memory));
  ASSERT_TRUE(made);
  EXPECT_THAT(change_of(*made, "a.md").diff, HasSubstr("--- /dev/null\n+++ a.md\n"));
  ASSERT_TRUE(memory::remove(*memory, {"a", {}, std::nullopt, false}));
  const auto gone = show_operation(*memory, newest(*memory));
  ASSERT_TRUE(gone);
  EXPECT_THAT(change_of(*gone, "a.md").diff, HasSubstr("+++ /dev/null\n"));
  EXPECT_THAT(change_of(*gone, "a.md").diff, HasSubstr("-text\n"));
}

TEST_F(ShowAnOperation, OneThatWasTakenBackSaysSo) {
  ASSERT_TRUE(write("a", "user", "text"));
  const std::uint64_t number = newest(*memory);
  UndoRequest request;
  request.id = number;
  ASSERT_TRUE(undo(*memory, request));
  const auto shown = show_operation(*memory, number);
  ASSERT_TRUE(shown) << message_of(shown);
  EXPECT_TRUE(shown->row.undone);
}

TEST_F(ShowAnOperation, ATextThatWasErasedIsSaidToBeLost) {
  ASSERT_TRUE(write("a", "user", "secret"));
  const std::uint64_t number = newest(*memory);
  ASSERT_TRUE(purge(*memory, {{"a", {}, std::nullopt, false}, 0, false, true}));
  const auto shown = show_operation(*memory, number);
  ASSERT_TRUE(shown) << message_of(shown);
  const ShownChange& change = change_of(*shown, "a.md");
  EXPECT_TRUE(change.lost);
  EXPECT_EQ(change.diff, "");
}

TEST_F(ShowAnOperation, ThereIsNoneOfANumberThatWasNotGiven) {
  ASSERT_TRUE(write("a", "user", "text"));
  EXPECT_EQ(kind_of(show_operation(*memory, 4711)), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(show_operation(*memory, 0)), ErrorKind::NotFound);
}

using DaysOfAMonth = House;

TEST_F(DaysOfAMonth, CountWhatWasDoneAndByWhom) {
  ASSERT_TRUE(write("a", "project", "one"));
  ASSERT_TRUE(rewrite("a", "two"));
  enter("bob");
  ASSERT_TRUE(rewrite("a", "three"));
  clock.advance(std::chrono::days(2));
  ASSERT_TRUE(rewrite("a", "four"));
  enter();
  const auto days = changes_by_day(*memory, "2026-11");
  ASSERT_TRUE(days) << message_of(days);
  ASSERT_THAT(*days, SizeIs(2));
  EXPECT_EQ(days->at(0).date, "2026-11-15");
  EXPECT_EQ(days->at(0).operations, 3U);
  ASSERT_THAT(days->at(0).by, SizeIs(2));
  EXPECT_EQ(days->at(1).date, "2026-11-17");
  EXPECT_EQ(days->at(1).operations, 1U);
  EXPECT_THAT(*changes_by_day(*memory, "2026-10"), IsEmpty());
  EXPECT_THAT(*changes_by_day(*memory, "2026-12"), IsEmpty());
}

TEST_F(DaysOfAMonth, AreThoseOfTheWorkspaceThatIsMeant) {
  files.put_directory("/home/u/other/.git");
  ASSERT_TRUE(write("a", "project", "here"));
  enter("", false, "/home/u/other");
  EXPECT_THAT(*changes_by_day(*memory, "2026-11"), IsEmpty());
  ASSERT_TRUE(write("b", "project", "there"));
  EXPECT_THAT(*changes_by_day(*memory, "2026-11"), SizeIs(1));
}

}  // namespace
}  // namespace loci::past::show_test
