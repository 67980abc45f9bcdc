#include "store/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace loci::store::history_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A journal being written, oldest first.
struct Book {
  std::vector<Record> records;
  Timestamp now = *parse_time("2026-11-15T10:00:00Z");

  std::uint64_t add(Record record) {
    record.sequence = records.size() + 1;
    if (record.time.empty()) record.time = format_utc(now);
    records.push_back(record);
    return record.sequence;
  }
  std::uint64_t write(const std::string& file, std::optional<std::string> before,
                      std::optional<std::string> after, std::uint64_t undoes = 0) {
    Record record;
    record.operation = undoes != 0 ? "undo" : "write";
    record.undoes = undoes;
    record.files = {{"memory", file, std::move(before), std::move(after), "", ""}};
    const std::uint64_t id = add(std::move(record));
    close(id);
    return id;
  }
  void close(std::uint64_t of, Record::Kind kind = Record::Kind::Done) {
    Record record;
    record.kind = kind;
    record.of = of;
    add(std::move(record));
  }
  [[nodiscard]] std::vector<std::uint64_t> revisions(const std::string& place,
                                                     const std::string& file) const {
    RevisionScan scan(place, file);
    for (auto record = records.rbegin(); record != records.rend(); ++record) scan.add(*record);
    std::vector<std::uint64_t> ids;
    for (const Revision& revision : scan.revisions()) ids.push_back(revision.id);
    return ids;
  }
  // Operations that can be taken back, newest first.
  [[nodiscard]] std::vector<std::uint64_t> candidates() const {
    OperationScan scan;
    std::vector<std::uint64_t> ids;
    for (auto record = records.rbegin(); record != records.rend(); ++record) {
      const auto verdict = scan.add(*record);
      if (verdict.happened && !verdict.undone && record->undoes == 0 && can_be_undone(*record)) {
        ids.push_back(record->sequence);
      }
    }
    return ids;
  }
};

// rule: U1
TEST(RevisionScan, FollowsANoteAcrossRenamesAndMoves) {
  Book book;
  const auto first = book.write("a.md", std::nullopt, "1");
  book.write("other.md", std::nullopt, "x");
  Record rename;
  rename.operation = "rename";
  rename.files = {{"memory", "b.md", std::nullopt, "1", "a.md", ""},
                  {"memory", "a.md", "1", std::nullopt, "", ""}};
  const auto renamed = book.add(rename);
  Record move;
  move.operation = "move";
  move.files = {{"projects/p/memory", "b.md", std::nullopt, "1", "b.md", "memory"},
                {"memory", "b.md", "1", std::nullopt, "", ""}};
  const auto moved = book.add(move);
  const auto again = book.write("a.md", std::nullopt, "2");  // another note, by an old name
  EXPECT_THAT(book.revisions("projects/p/memory", "b.md"), ElementsAre(moved, renamed, first));
  EXPECT_THAT(book.revisions("memory", "a.md"), ElementsAre(again, renamed, first));
  EXPECT_THAT(book.revisions("memory", "none.md"), IsEmpty());
}

// rule: U1, W8
TEST(RevisionScan, CountsEditsByHandButNothingThatWasCalledOff) {
  Book book;
  const auto first = book.write("a.md", std::nullopt, "1");
  Record external;
  external.kind = Record::Kind::External;
  external.files = {{"memory", "a.md", "1", "2", "", ""}};
  const auto edited = book.add(external);
  Record failed;
  failed.files = {{"memory", "a.md", "2", "3", "", ""}};
  const auto begun = book.add(failed);
  Record abort;
  abort.kind = Record::Kind::Abort;
  abort.of = begun;
  abort.files = {{"memory", "a.md", "3", "2", "", ""}};
  book.add(abort);
  EXPECT_THAT(book.revisions("memory", "a.md"), ElementsAre(edited, first));
}

// rule: U4, U8
TEST(OperationScan, KnowsUndoAndRedo) {
  Book book;
  const auto one = book.write("a.md", std::nullopt, "1");
  const auto two = book.write("a.md", "1", "2");
  EXPECT_THAT(book.candidates(), ElementsAre(two, one));
  const auto undo = book.write("a.md", "2", "1", two);
  EXPECT_THAT(book.candidates(), ElementsAre(one));
  const auto redo = book.write("a.md", "1", "2", undo);
  EXPECT_THAT(book.candidates(), ElementsAre(two, one));
  book.write("a.md", "2", "1", redo);
  EXPECT_THAT(book.candidates(), ElementsAre(one));
}

// rule: U4
TEST(OperationScan, PassesOverWhatDidNotHappen) {
  Book book;
  const auto one = book.write("a.md", std::nullopt, "1");
  Record begun;
  begun.files = {{"memory", "a.md", "1", "2", "", ""}};
  begun.undoes = one;
  book.close(book.add(begun), Record::Kind::Abort);
  Record external;
  external.kind = Record::Kind::External;
  book.add(external);
  Record purge;
  purge.operation = "purge";
  book.add(purge);
  EXPECT_THAT(book.candidates(), ElementsAre(one));
}

std::vector<std::string> stored_in(const Book& book) {
  std::set<std::string> hashes;
  for (const Record& record : book.records) {
    for (const FileRecord& file : record.files) {
      if (file.before) hashes.insert(*file.before);
      if (file.after) hashes.insert(*file.after);
    }
  }
  return {hashes.begin(), hashes.end()};
}

Forgettable forget(const Book& book, Retention retention = {}) {
  return forgettable(book.records, stored_in(book), book.now, retention);
}

std::string text(int number) { return "text " + std::to_string(number); }

// One note, written every `step`, the last time now.
Book diary(int count, std::chrono::hours step) {
  Book book;
  const Timestamp end = book.now;
  for (int i = 0; i < count; ++i) {
    book.now = end - step * (count - 1 - i);
    book.write("a.md", i == 0 ? std::nullopt : std::optional(text(i - 1)), text(i));
  }
  book.now = end;
  return book;
}

// rule: U14, U15
TEST(Forgettable, IsWhatIsOldAndNotAmongTheLast) {
  const Book book = diary(60, std::chrono::hours(24 * 10));  // 600 days
  Retention generous;
  generous.largest_share = 1;
  const Forgettable old = forget(book, generous);
  EXPECT_EQ(old.refusal, "");
  // 590 … 190 days ago: 41 writes, and none of the last 20.
  EXPECT_EQ(old.records.size(), 2 * 40U);  // with their Done
  EXPECT_TRUE(old.records.contains(1));
  EXPECT_TRUE(old.records.contains(2));
  EXPECT_TRUE(old.texts.contains(text(0)));
  EXPECT_TRUE(old.texts.contains(text(38)));
  EXPECT_FALSE(old.texts.contains(text(39)));  // the next one's `before`
  for (int i = 40; i < 60; ++i) EXPECT_FALSE(old.texts.contains(text(i))) << i;
}

// rule: U15
TEST(Forgettable, IsATenthOfTheTextsAtMost) {
  const Book book = diary(60, std::chrono::hours(24 * 10));
  const Forgettable old = forget(book);
  EXPECT_GT(old.texts.size(), 0U);
  EXPECT_LE(old.texts.size(), 6U);
  EXPECT_TRUE(old.texts.contains(text(0)));  // the oldest go first
}

// rule: U14
TEST(Forgettable, IsNothingYoung) {
  EXPECT_THAT(forget(diary(60, std::chrono::hours(24))).records, IsEmpty());  // 60 days
  Retention none;
  none.age = std::chrono::days(0);
  none.revisions = 0;
  none.largest_share = 1;
  const Forgettable old = forget(diary(60, std::chrono::hours(24)), none);
  // Of the last 30 days nothing goes, whatever was configured.
  for (int i = 29; i < 60; ++i) EXPECT_FALSE(old.texts.contains(text(i))) << i;
  EXPECT_TRUE(old.texts.contains(text(10)));
}

// The 30 days are counted by sequence: a clock that was wrong for a while makes
// no note old. rule: U14
TEST(Forgettable, IsNothingBehindAYoungRecordWhateverItsDate) {
  Book book = diary(60, std::chrono::hours(24 * 10));
  book.records[10].time = format_utc(book.now - std::chrono::days(3));
  Retention generous;
  generous.largest_share = 1;
  const Forgettable old = forget(book, generous);
  for (const std::uint64_t sequence : old.records) EXPECT_LT(sequence, 11U);
}

// rule: U15
TEST(Forgettable, IsNothingWhenTheClockIsInDoubt) {
  Book future = diary(60, std::chrono::hours(24 * 10));
  future.now -= std::chrono::days(1);
  EXPECT_THAT(forget(future).refusal, HasSubstr("future"));
  EXPECT_THAT(forget(future).records, IsEmpty());

  Book leap = diary(60, std::chrono::hours(24 * 10));
  leap.now += std::chrono::days(400);
  leap.write("a.md", text(59), text(60));
  EXPECT_THAT(forget(leap).refusal, HasSubstr("year"));
  EXPECT_THAT(forget(leap).texts, IsEmpty());
}

// rule: U16
TEST(Forgettable, IsNeverTheNewestLineOfANote) {
  Book book;
  book.now -= std::chrono::days(1'000);
  book.write("old.md", std::nullopt, "old text");
  book.write("gone.md", std::nullopt, "gone text");
  book.write("gone.md", "gone text", std::nullopt);
  book.now += std::chrono::days(1'000);
  Retention strict;
  strict.largest_share = 1;
  strict.revisions = 1;
  const Forgettable old = forget(book, strict);
  EXPECT_FALSE(old.records.contains(1));
  EXPECT_FALSE(old.records.contains(5));
  EXPECT_FALSE(old.texts.contains("old text"));
}

// rule: U16, W15
TEST(Forgettable, IsNeverAnOperationThatIsStillOpen) {
  Book book = diary(60, std::chrono::hours(24 * 10));
  ASSERT_EQ(book.records[1].of, 1U);
  book.records[1].of = 3;  // so the first write was never finished
  Retention generous;
  generous.largest_share = 1;
  const Forgettable old = forget(book, generous);
  EXPECT_FALSE(old.records.contains(1));
  EXPECT_FALSE(old.texts.contains(text(0)));
}

TEST(Forgettable, IsNothingOfAnEmptyJournal) {
  EXPECT_EQ(forget(Book()).refusal, "");
  EXPECT_THAT(forget(Book()).records, IsEmpty());
}

}  // namespace
}  // namespace loci::store::history_test
