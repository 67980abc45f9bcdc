#include "store/journal.h"
#include "store/journal_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/hash.h"
#include "support/memory_file_system.h"

namespace loci::store::journal_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kNovember = "/h/state/journal/2026-11.jsonl";

Record begin(std::string file, std::string after = "") {
  Record record;
  record.operation = "write";
  record.files = {{"memory", std::move(file), std::nullopt,
                   after.empty() ? sha256("text") : sha256(after), "", ""}};
  return record;
}
Record done(std::uint64_t of) {
  Record record;
  record.kind = Record::Kind::Done;
  record.of = of;
  return record;
}

class JournalTest : public ::testing::Test {
 protected:
  // As another process: nothing is kept from one call to the next.
  std::uint64_t append(Record record, std::vector<std::string> texts = {},
                       Journal::Sync sync = Journal::Sync::Yes) {
    Journal journal(files_, "/h", clock_);
    for (std::string& text : texts) text = format_object(sha256(text), text);
    std::vector<Record> records{std::move(record)};
    const auto appended =
        journal.append(records, std::vector<std::string_view>(texts.begin(), texts.end()), sync);
    EXPECT_TRUE(appended) << appended.error().message;
    return records[0].sequence;
  }
  std::vector<std::uint64_t> sequences() {
    Journal journal(files_, "/h", clock_);
    std::vector<std::uint64_t> found;
    EXPECT_TRUE(journal.visit([&](const Record& record) {
      found.push_back(record.sequence);
      return true;
    }));
    return found;
  }
  std::vector<std::uint64_t> pending() {
    Journal journal(files_, "/h", clock_);
    std::vector<std::uint64_t> found;
    const auto open = journal.pending();
    for (const Record& record : *open) found.push_back(record.sequence);
    return found;
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
};

TEST_F(JournalTest, IsEmptyAndMakesNothingBeforeTheFirstRecord) {
  Journal journal(files_, "/h", clock_);
  EXPECT_THAT(*journal.pending(), IsEmpty());
  EXPECT_THAT(sequences(), IsEmpty());
  EXPECT_FALSE(*journal.last_change("memory", "a.md"));
  EXPECT_EQ(journal.size()->records, 0U);
  EXPECT_THAT(*journal.texts({sha256("x")}), IsEmpty());
  EXPECT_FALSE(files_.exists("/h"));
}

// rule: J2
TEST_F(JournalTest, NumbersAndDatesItsRecords) {
  EXPECT_EQ(append(begin("a.md")), 1U);
  EXPECT_EQ(append(done(1)), 2U);
  EXPECT_EQ(append(begin("b.md")), 3U);
  EXPECT_THAT(sequences(), ElementsAre(3, 2, 1));
  Journal journal(files_, "/h", clock_);
  EXPECT_EQ(journal.last_change_of("memory", "b.md").value()->time, "2026-11-15T10:00:00.000Z");
}

// rule: J2
TEST_F(JournalTest, BeginsANewFileEachMonthAndGoesOnCounting) {
  append(begin("a.md"), {"text"});
  clock_.set(*parse_time("2026-12-01T00:00:00Z"));
  EXPECT_EQ(append(begin("b.md"), {"text b"}), 2U);
  clock_.set(*parse_time("2027-01-01T00:00:00Z"));
  EXPECT_EQ(append(done(1)), 3U);
  EXPECT_TRUE(files_.exists("/h/state/journal/2026-12.jsonl"));
  EXPECT_TRUE(files_.exists("/h/state/journal/2027-01.jsonl"));
  EXPECT_TRUE(files_.exists("/h/state/objects/2026-12.pack"));
  EXPECT_THAT(sequences(), ElementsAre(3, 2, 1));
  EXPECT_THAT(pending(), ElementsAre(2));
  EXPECT_EQ(Journal(files_, "/h", clock_).texts({sha256("text"), sha256("text b")})->size(), 2U);
}

// rule: J2
TEST_F(JournalTest, GoesOnInTheNewestFileWhenTheClockGoesBack) {
  append(begin("a.md"));
  clock_.set(*parse_time("2020-01-01T00:00:00Z"));
  EXPECT_EQ(append(begin("b.md")), 2U);
  EXPECT_FALSE(files_.exists("/h/state/journal/2020-01.jsonl"));
  EXPECT_THAT(sequences(), ElementsAre(2, 1));
}

TEST_F(JournalTest, PassesOverFilesThatAreNotItsOwn) {
  append(begin("a.md"));
  for (const char* name : {"backup.jsonl", "2026-11 (copy).jsonl", "2026-13.jsonl", "x"}) {
    files_.put(std::string("/h/state/journal/") + name, "{}\n");
  }
  EXPECT_EQ(append(begin("b.md")), 2U);
  EXPECT_EQ(files_.get("/h/state/journal/backup.jsonl"), "{}\n");
  EXPECT_THAT(sequences(), ElementsAre(2, 1));
}

// rule: J3
TEST_F(JournalTest, CutsOffATornLastLineWhereverItTore) {
  append(begin("a.md"));
  const std::string whole = files_.get(kNovember);
  append(begin("b.md"));
  const std::string both = files_.get(kNovember);
  for (std::size_t length = whole.size(); length < both.size(); ++length) {
    files_.put(kNovember, both.substr(0, length));
    EXPECT_THAT(sequences(), ElementsAre(1)) << length;
    EXPECT_THAT(pending(), ElementsAre(1)) << length;
    EXPECT_EQ(append(begin("c.md")), 2U) << length;
    EXPECT_THAT(sequences(), ElementsAre(2, 1)) << length;
    EXPECT_TRUE(files_.get(kNovember).starts_with(whole));
    EXPECT_EQ(Journal(files_, "/h", clock_).size()->damaged, 0U) << length;
  }
}

// rule: J3
TEST_F(JournalTest, CutsOffWhatAPowerCutMadeOfTheLastLine) {
  append(begin("a.md"));
  const std::string whole = files_.get(kNovember);
  for (const std::string& torn : {std::string(700, '\0'), std::string("garbage\n"),
                                  std::string("{\"seq\":9,\"open\":1\n\0", 19)}) {
    files_.put(kNovember, whole + torn);
    EXPECT_EQ(append(begin("b.md")), 2U);
    EXPECT_THAT(sequences(), ElementsAre(2, 1));
  }
}

// rule: J4
TEST_F(JournalTest, SkipsADamagedLineInTheMiddle) {
  append(begin("a.md"));
  append(begin("b.md"));
  append(begin("c.md"));
  std::string bytes = files_.get(kNovember);
  bytes[bytes.find("b.md")] = 'X';
  files_.put(kNovember, bytes);
  EXPECT_THAT(sequences(), ElementsAre(3, 1));
  EXPECT_EQ(Journal(files_, "/h", clock_).size()->damaged, 1U);
  EXPECT_EQ(Journal(files_, "/h", clock_).size()->records, 2U);
  EXPECT_EQ(append(begin("d.md")), 4U);
  EXPECT_THAT(sequences(), ElementsAre(4, 3, 1));
  EXPECT_TRUE(*Journal(files_, "/h", clock_).last_change("memory", "a.md"));
  EXPECT_FALSE(*Journal(files_, "/h", clock_).last_change("memory", "b.md"));
}

// rule: J4
TEST_F(JournalTest, IsNotWrittenToAfterALaterVersionOfLoci) {
  append(begin("a.md"));
  const std::string content = R"({"seq":2,"open":3,"kind":"merge")";
  const std::string later = content + ",\"crc\":\"" + hex(crc32(content), 8) + "\"}\n";
  files_.put(kNovember, files_.get(kNovember) + later);
  Journal journal(files_, "/h", clock_);
  std::vector<Record> records{begin("b.md")};
  const auto refused = journal.append(records, {}, Journal::Sync::Yes);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Denied);
  EXPECT_TRUE(files_.get(kNovember).ends_with(later));
  EXPECT_THAT(sequences(), ElementsAre(1));
}

// rule: W15
TEST_F(JournalTest, KnowsWhichOperationsAreOpen) {
  EXPECT_THAT(pending(), IsEmpty());
  append(begin("a.md"));  // 1
  append(begin("b.md"));  // 2, of another process
  append(done(1));        // 3
  EXPECT_THAT(pending(), ElementsAre(2));
  append(begin("c.md"));  // 4
  EXPECT_THAT(pending(), ElementsAre(2, 4));
  Record abort = done(4);
  abort.kind = Record::Kind::Abort;
  append(abort);    // 5
  append(done(2));  // 6
  EXPECT_THAT(pending(), IsEmpty());
  append(begin("d.md"));  // 7
  EXPECT_THAT(pending(), ElementsAre(7));
}

TEST_F(JournalTest, KnowsWhatIsOpenAmongManyAtRandom) {
  std::set<std::uint64_t> open;
  std::uint64_t random = 1;
  for (int i = 0; i < 400; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    if (!open.empty() && (random >> 33U) % 2 == 0) {
      auto which = open.begin();
      std::advance(which, static_cast<std::ptrdiff_t>((random >> 40U) % open.size()));
      append(done(*which), {}, Journal::Sync::No);
      open.erase(which);
    } else {
      open.insert(append(begin("n" + std::to_string(i) + ".md"), {}, Journal::Sync::No));
    }
    if (i % 20 == 0) clock_.advance(std::chrono::days(9));
    EXPECT_EQ(pending(), std::vector<std::uint64_t>(open.begin(), open.end()));
  }
}

// rule: J2
TEST_F(JournalTest, HoldsTenThousandRecords) {
  Journal journal(files_, "/h", clock_);
  std::vector<Record> records;
  for (int i = 0; i < 5'000; ++i) records.push_back(begin("note-" + std::to_string(i) + ".md"));
  ASSERT_TRUE(journal.append(records, {}, Journal::Sync::Yes));
  std::vector<Record> closing;
  for (const Record& record : records) closing.push_back(done(record.sequence));
  ASSERT_TRUE(journal.append(closing, {}, Journal::Sync::Yes));
  EXPECT_EQ(closing.back().sequence, 10'000U);
  EXPECT_EQ(journal.size()->records, 10'000U);
  EXPECT_THAT(*journal.pending(), IsEmpty());
  EXPECT_TRUE(*journal.last_change("memory", "note-0.md"));
  EXPECT_TRUE(*journal.last_change("memory", "note-4999.md"));
  EXPECT_FALSE(*journal.last_change("memory", "note-5000.md"));
  EXPECT_EQ(journal.last_changes("memory")->size(), 5'000U);
}

TEST_F(JournalTest, KnowsTheLastChangeOfAFile) {
  append(begin("a.md", "one"));
  append(begin("a.md", "two"));
  append(begin("ab.md", "other"));
  Record gone = begin("b.md");
  gone.files[0].after = std::nullopt;
  append(gone);
  Journal journal(files_, "/h", clock_);
  EXPECT_EQ(journal.last_change("memory", "a.md").value()->after, sha256("two"));
  EXPECT_EQ(journal.last_change("memory", "b.md").value()->after, std::nullopt);
  EXPECT_FALSE(*journal.last_change("memory", "c.md"));
  EXPECT_FALSE(*journal.last_change("mem", "a.md"));
  const auto all = *journal.last_changes("memory");
  EXPECT_EQ(all.at("a.md").hash, sha256("two"));
  EXPECT_EQ(all.at("b.md").hash, "");
  EXPECT_EQ(journal.last_change_of("memory", "a.md").value()->hash, sha256("two"));
}

// rule: W4
TEST_F(JournalTest, IsAsBeforeWhenAnAppendFails) {
  append(begin("a.md"), {"text"});
  const std::string before = files_.get(kNovember);
  const std::string pack = files_.get("/h/state/objects/2026-11.pack");
  for (std::uint64_t n = 1; n <= 4; ++n) {
    Journal journal(files_, "/h", clock_);
    std::vector<Record> records{begin("b.md")};
    const std::string object = format_object(sha256("more"), "more");
    files_.fail_at(n, ENOSPC);
    const auto failed = journal.append(records, {object}, Journal::Sync::Yes);
    files_.fail_at(0, 0);
    ASSERT_FALSE(failed) << n;
    EXPECT_EQ(files_.get(kNovember), before) << n;
    EXPECT_EQ(files_.get("/h/state/objects/2026-11.pack"), pack) << n;
  }
  EXPECT_EQ(append(begin("b.md")), 2U);
}

Journal::Decide taking(std::set<std::uint64_t> records, std::set<std::uint64_t> summaries,
                       std::set<std::string> texts, bool strays = false) {
  const Forgettable wanted{std::move(records), std::move(summaries), std::move(texts), strays, ""};
  return [wanted](const auto&, const auto&) { return wanted; };
}

// rule: J1, U14
TEST_F(JournalTest, IsRewrittenRecordByRecord) {
  append(begin("a.md"), {"old"});
  append(begin("b.md"), {"text"});
  clock_.advance(std::chrono::days(40));
  append(begin("c.md"), {"text c"});
  Journal journal(files_, "/h", clock_);
  const auto removed = journal.rewrite(taking({1}, {2}, {sha256("old")}));
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->records, 1U);
  EXPECT_EQ(removed->objects, 1U);
  EXPECT_THAT(sequences(), ElementsAre(3, 2));
  EXPECT_EQ(journal.texts({sha256("old"), sha256("text")})->size(), 1U);
  EXPECT_EQ(append(begin("d.md")), 4U);
  EXPECT_FALSE(files_.exists("/h/state/journal/.rewriting"));
}

// A line that is kept is kept to the byte, also with fields of a later version.
// rule: J1, J4
TEST_F(JournalTest, LeavesLinesItDoesNotChangeToTheByte) {
  append(begin("a.md"));
  const std::string content = R"({"seq":2,"open":3,"kind":"external","new":1)";
  const std::string line = content + ",\"crc\":\"" + hex(crc32(content), 8) + "\"}\n";
  files_.put(kNovember, files_.get(kNovember) + "damaged\n" + line);
  const std::string before = files_.get(kNovember);
  Journal journal(files_, "/h", clock_);
  files_.reset_calls();
  ASSERT_TRUE(journal.rewrite(taking({}, {}, {sha256("none")})));
  EXPECT_EQ(files_.get(kNovember), before);
}

// The process that rewrote it died before the new file's name was durable; a
// record that goes into it must not be lost with it. rule: J1, W3
TEST_F(JournalTest, LosesNothingAppendedBehindADeadRewrite) {
  const auto rewrite_and_die = [&](fs::MemoryFileSystem& files, std::uint64_t n) {
    Journal journal(files, "/h", clock_);
    files.die_at(n);
    return journal.rewrite(taking({1}, {}, {sha256("old")})).has_value();
  };
  append(begin("a.md"), {"old"});
  append(begin("b.md"), {"text"});
  for (std::uint64_t n = 1;; ++n) {
    const auto start = files_.after(fs::PowerCut::Data);
    const bool lived = rewrite_and_die(*start, n);
    const auto next = start->after(fs::PowerCut::Nothing);
    Journal journal(*next, "/h", clock_);
    std::vector<Record> records{begin("c.md")};
    const std::string object = format_object(sha256("new"), "new");
    ASSERT_TRUE(journal.append(records, {object}, Journal::Sync::Yes)) << n;
    const auto later = next->after(fs::PowerCut::Both);
    Journal found(*later, "/h", clock_);
    EXPECT_TRUE(*found.last_change("memory", "c.md")) << n;
    EXPECT_EQ(found.texts({sha256("new"), sha256("text")})->size(), 2U) << n;
    if (lived) break;
  }
}

// What others append while the copy is made is in it when it takes its place.
// rule: J8
TEST_F(JournalTest, KeepsWhatIsAppendedWhileItIsCopied) {
  append(begin("a.md"), {"old"});
  append(begin("b.md"), {"text"});
  Journal journal(files_, "/h", clock_);
  const auto decide = taking({1}, {}, {sha256("old")});
  const auto copy = journal.copy(decide);
  ASSERT_TRUE(copy);
  append(begin("c.md"), {"while it is copied"});
  clock_.advance(std::chrono::days(40));
  append(begin("d.md"), {"in a new month"});
  ASSERT_TRUE(journal.swap(**copy, decide));
  EXPECT_THAT(sequences(), ElementsAre(4, 3, 2));
  EXPECT_EQ(journal.texts({sha256("old")})->size(), 0U);
  EXPECT_EQ(journal.texts({sha256("text"), sha256("while it is copied"), sha256("in a new month")})
                ->size(),
            3U);
}

// rule: J8
TEST_F(JournalTest, KeepsATextThatTurnsOutToBeNeededWhenItIsSwapped) {
  append(begin("a.md"), {"old"});
  append(begin("b.md"), {"text"});
  Journal journal(files_, "/h", clock_);
  const auto copy = journal.copy(taking({1}, {}, {sha256("old"), sha256("text")}));
  ASSERT_TRUE(copy);
  append(begin("c.md"));
  ASSERT_TRUE(journal.swap(**copy, taking({}, {}, {sha256("text")})));
  EXPECT_THAT(sequences(), ElementsAre(3, 2, 1));
  EXPECT_EQ(journal.texts({sha256("old")})->size(), 1U);
  EXPECT_EQ(journal.texts({sha256("text")})->size(), 0U);
}

// rule: J8
TEST_F(JournalTest, TakesATextThatCameWhileItWasCopied) {
  append(begin("a.md"), {"old"});
  Journal journal(files_, "/h", clock_);
  const auto copy = journal.copy(taking({}, {}, {sha256("none")}));
  ASSERT_TRUE(copy);
  append(begin("b.md"), {"more"});
  ASSERT_TRUE(journal.swap(**copy, taking({}, {2}, {sha256("more")})));
  EXPECT_EQ(journal.texts({sha256("old"), sha256("more")})->size(), 1U);
  EXPECT_THAT(sequences(), ElementsAre(2, 1));
}

// Of a process that was killed between its texts and its record. rule: U12
TEST_F(JournalTest, LosesTextsThatNoRecordNamesAndDamagedLinesWhenAsked) {
  Record named = begin("a.md");
  named.files.front().after = sha256("text");
  append(named, {"text"});
  append({}, {"of a killed process"});
  const std::string line = files_.get(kNovember);
  files_.put(kNovember, "torn: of a killed process\n" + line);
  Journal journal(files_, "/h", clock_);
  ASSERT_TRUE(journal.rewrite(taking({}, {}, {}, true)));
  for (const auto& [path, bytes] : files_.tree("/h")) {
    EXPECT_EQ(bytes.find("killed process"), std::string::npos) << path;
  }
  EXPECT_EQ(journal.texts({sha256("text")})->size(), 1U);
}

}  // namespace
}  // namespace loci::store::journal_test
