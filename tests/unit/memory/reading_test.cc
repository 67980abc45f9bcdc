#include "memory/reading.h"

#include <cerrno>

#include "support/house.h"

namespace loci::memory::reading_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using List = House;

// rule: C15, N24
TEST_F(List, IsNewestFirstByTheNotesOwnDateTheJournalOrTheFile) {
  ASSERT_TRUE(write("first", "user", "x"));
  clock.advance(std::chrono::hours(1));
  ASSERT_TRUE(write("second", "project", "x"));
  WriteRequest raw;
  raw.file = "dated";
  raw.raw = true;
  raw.content = "---\nname: D\ntype: user\nmetadata:\n  modified: 2027-01-01\n---\n";
  ASSERT_TRUE(memory::write(*memory, raw));
  EXPECT_THAT(names(), ElementsAre("dated.md", "second.md", "first.md"));
  const auto first = memory::read(*memory, {"first", {}, std::nullopt, false});
  EXPECT_EQ(format_utc(*memory::date_of(*memory, first->info)), "2026-11-15T10:00:00.000Z");
}

// rule: C15
TEST_F(List, IsNarrowedByTagAndDate) {
  WriteRequest tagged;
  tagged.file = "tagged";
  tagged.type = "user";
  tagged.description = "d";
  tagged.content = "c";
  tagged.tags = {"Release", "other"};
  ASSERT_TRUE(memory::write(*memory, tagged));
  clock.advance(std::chrono::days(3));
  ASSERT_TRUE(write("later", "user", "x"));
  EXPECT_THAT(names({{}, "", "release", ""}), ElementsAre("tagged.md"));
  EXPECT_THAT(names({{}, "", "", "2026-11-16"}), ElementsAre("later.md"));
  EXPECT_THAT(names({{}, "", "", "7d"}), ElementsAre("later.md", "tagged.md"));
  EXPECT_THAT(names({{}, "user", "release", "1d"}), IsEmpty());
  EXPECT_EQ(kind_of(memory::list(*memory, {{}, "", "", "soon"})), ErrorKind::InvalidInput);
}

// rule: N26
TEST_F(List, HasNotesThatAreReadByTheirTitles) {
  ASSERT_TRUE(remember("Ports: HTTP / HTTPS", "80", "user"));
  const auto by = [&](const std::string& name) {
    return memory::read(*memory, {name, {}, std::nullopt, false, true});
  };
  EXPECT_EQ(by("ports:  http / https")->info.file, "ports-http-https.md");
  EXPECT_EQ(kind_of(memory::read(*memory, {"Ports: HTTP / HTTPS", {}, std::nullopt, false})),
            ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(by("Ports")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(by("a/b")), ErrorKind::InvalidInput);
  ASSERT_TRUE(remember("Ports: HTTP / HTTPS", "81"));
  EXPECT_THAT(message_of(by("Ports: HTTP / HTTPS")),
              testing::HasSubstr("'ports-http-https.md' in private"));
}

// rule: C15
TEST_F(List, IsNarrowedByScopeAndType) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "feedback", "x"));
  ASSERT_TRUE(write("c", "project", "x"));
  EXPECT_THAT(names({{}, "feedback"}), ElementsAre("b.md"));
  EXPECT_THAT(names({{"workspace", false, false, false}, ""}), ElementsAre("c.md"));
  EXPECT_THAT(names({{"agent:nobody", false, false, false}, ""}), IsEmpty());
  EXPECT_EQ(kind_of(memory::list(*memory, {{}, "friend"})), ErrorKind::InvalidInput);
}

// rule: N8, L3, P7
TEST_F(List, ShowsWhatIsMalformedOrTooLargeAndNoLinks) {
  files.put(kGlobal + "broken.md", "---\nname: [x\n---\n");
  files.put(kGlobal + "large.md", std::string((1U << 20U) + 1, 'x'));
  files.put_link(kGlobal + "link.md", "/etc/passwd");
  files.put_directory(kGlobal + "dir.md");
  const auto notes = memory::list(*memory, {});
  ASSERT_TRUE(notes);
  ASSERT_EQ(notes->size(), 2U);
  for (const NoteInfo& note : *notes) {
    EXPECT_EQ(note.faults.empty(), note.file == "large.md");
    EXPECT_EQ(note.unreadable.empty(), note.file == "broken.md");
  }
}

TEST_F(List, IsAnErrorWhereNotesMayBeAndCannotBeListed) {
  ASSERT_TRUE(write("a", "user", "x"));
  enter();
  files.fail_look({"list " + kHome + "/memory", 1, EIO, true});
  EXPECT_FALSE(memory::list(*memory, {}));
}

TEST_F(List, GoesOnWhereOneNoteCannotBeRead) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "user", "x"));
  enter();
  files.fail_look({"read " + kGlobal + "a.md", 1, EIO, true});
  const auto notes = memory::list(*memory, {});
  ASSERT_TRUE(notes) << message_of(notes);
  ASSERT_EQ(notes->size(), 2U);
  for (const NoteInfo& note : *notes) EXPECT_EQ(note.unreadable.empty(), note.file == "b.md");
}

}  // namespace
}  // namespace loci::memory::reading_test
