#include "past/undo.h"

#include <cerrno>

#include "memory/moving.h"
#include "memory/reading.h"
#include "memory/targets.h"
#include "memory/writing.h"
#include "past/history.h"
#include "support/house.h"
#include "upkeep/health.h"
#include "upkeep/reindex.h"

namespace loci::past::undo_test {
namespace {

using memory::NoteRequest;
using memory::remember;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Undo : public House {
 protected:
  std::string undone(const UndoRequest& request = {}) {
    const auto reply = past::undo(*memory, request);
    if (!reply) return reply.error().message;
    if (!reply->undone) return "nothing";
    return reply->undone->operation;
  }
  std::uint64_t newest() { return past::history(*memory, {}).value().front().record.sequence; }
};

// rule: U4
TEST_F(Undo, TakesTheNewestThatIsNoUndoNotUndoneAndNotExternal) {
  EXPECT_EQ(undone(), "nothing");
  ASSERT_TRUE(write("x", "user", "one"));
  ASSERT_TRUE(rewrite("x", "two"));
  EXPECT_EQ(undone(), "write");
  EXPECT_EQ(body("x"), "one\n");
  EXPECT_EQ(undone(), "write");
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_EQ(undone(), "nothing");
  EXPECT_EQ(kind_of(past::undo(*memory, {99, false, false, false})), ErrorKind::NotFound);
}

// A note that nobody can change: its rename is half done until it is called off.
// rule: W20, H2
TEST_F(Undo, CallsOffWhatCannotBeFinished) {
  ASSERT_TRUE(write("x", "user", "one"));
  ASSERT_TRUE(write("y", "user", "two"));
  const std::string index = files.get(kGlobal + "MEMORY.md");
  files.refuse_calls([](const std::string& line) {
    return line.find("/x.md -> ") != std::string::npos ? EPERM : 0;
  });
  const auto renamed = memory::rename(*memory, {"x", {}, std::nullopt, false}, "z");
  EXPECT_EQ(kind_of(renamed), ErrorKind::Denied);
  EXPECT_THAT(renamed.error().message, HasSubstr(kGlobal + "x.md"));
  EXPECT_EQ(kind_of(rewrite("x", "three")), ErrorKind::Denied);
  EXPECT_TRUE(rewrite("y", "three"));
  const auto health = upkeep::health(*memory);
  ASSERT_TRUE(health);
  ASSERT_FALSE(health->problems.empty());
  EXPECT_THAT(health->problems.front().what, HasSubstr(kGlobal + "x.md"));
  EXPECT_THAT(health->problems.front().fix, HasSubstr("'loci undo 5'"));
  EXPECT_EQ(undone({5, false, false, false}), "rename");
  EXPECT_EQ(body("x"), "one\n");
  EXPECT_FALSE(files.exists(kGlobal + "z.md"));
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), index);
  EXPECT_THAT(upkeep::health(*memory)->problems, IsEmpty());
  EXPECT_EQ(undone(), "write");  // of y: what was called off is no operation
  EXPECT_EQ(body("y"), "two\n");
}

// rule: U4, U19
TEST_F(Undo, OffersWhatWasDoneHereAndEverywhereOnRequest) {
  ASSERT_TRUE(write("here", "project", "x"));
  ASSERT_TRUE(write("global", "user", "x"));
  files.put_directory("/srv/app/.git");
  enter("", false, "/srv/app");
  ASSERT_TRUE(write("there", "project", "x"));
  ASSERT_TRUE(write("everywhere", "user", "x"));
  enter();
  const auto offered = [&](bool everywhere) {
    std::vector<std::string> names;
    const auto rows = past::undo_candidates(*memory, 25, everywhere);
    EXPECT_TRUE(rows);
    for (const HistoryRow& row : *rows) names.push_back(row.record.files.front().file);
    return names;
  };
  EXPECT_THAT(offered(false), ElementsAre("global.md", "here.md"));
  EXPECT_THAT(offered(true), ElementsAre("everywhere.md", "global.md", "here.md"));
}

// rule: U5
TEST_F(Undo, BringsEveryKindOfChangeBack) {
  files.put_directory("/home/u/app/.loci");
  enter();
  ASSERT_TRUE(write("x", "user", "one"));
  ASSERT_TRUE(write("y", "project", "one"));
  ASSERT_TRUE(rewrite("x", "two"));
  ASSERT_TRUE(memory::scratch_add(*memory, "item", false));
  files.put(kGlobal + "MEMORY.md", "# Mine\n\n" + files.get(kGlobal + "MEMORY.md"));
  const NoteRequest x{"x", {}, std::nullopt, false};
  const auto notes_and_pad = [&] {
    std::vector<std::pair<std::string, std::string>> result;
    for (auto& file : files.tree("/home/u")) {
      if (file.first.find("/state/") == std::string::npos) result.push_back(std::move(file));
    }
    return result;
  };
  const std::vector<std::pair<std::string, std::function<bool()>>> changes{
      {"write", [&] { return write("z", "user", "new").has_value(); }},
      {"write", [&] { return rewrite("x", "three").has_value(); }},
      {"remember", [&] { return remember("About z", "z").has_value(); }},
      {"delete", [&] { return memory::remove(*memory, x).has_value(); }},
      {"rename", [&] { return memory::rename(*memory, x, "renamed").has_value(); }},
      {"move", [&] { return memory::move(*memory, x, "shared").has_value(); }},
      {"copy", [&] { return memory::copy(*memory, x, "private").has_value(); }},
      {"restore", [&] { return past::restore(*memory, x, 1).has_value(); }},
      {"scratch add", [&] { return memory::scratch_add(*memory, "more", false).has_value(); }},
      {"scratch done", [&] { return memory::scratch_done(*memory, "1", false).has_value(); }},
      {"scratch clear", [&] { return memory::scratch_clear(*memory, false).has_value(); }},
      {"daily add", [&] { return memory::daily_add(*memory, "h", "text", false).has_value(); }},
  };
  ASSERT_TRUE(memory::copy(*memory, x, "private"));  // so that the project's own file is there
  ASSERT_EQ(undone(), "copy");
  for (const auto& [kind, change] : changes) {
    const auto before = notes_and_pad();
    ASSERT_TRUE(change()) << kind;
    EXPECT_NE(notes_and_pad(), before) << kind;
    EXPECT_EQ(undone(), kind);
    EXPECT_EQ(notes_and_pad(), before) << kind;
  }
}

// rule: U6
TEST_F(Undo, KeepsLinesThatOthersWroteSince) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "user", "x"));
  ASSERT_TRUE(memory::remove(*memory, {"a", {}, std::nullopt, false}));
  files.put(kGlobal + "MEMORY.md", "# Mine\n\n- [B](b.md) - my own hook\n");
  ASSERT_EQ(undone(), "delete");
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), HasSubstr("# Mine\n\n"));
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), HasSubstr("- [B](b.md) - my own hook\n"));
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), HasSubstr("- [A](a.md) - about a\n"));
}

// rule: U7
TEST_F(Undo, OfReindexGoesByLine) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "user", "x"));
  files.put(kGlobal + "MEMORY.md", "# Mine\n- [Gone](gone.md)\n- [B](b.md) - hook\n");
  ASSERT_TRUE(upkeep::reindex(*memory, {}, false));
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"),
            "# Mine\n- [A](a.md) - about a\n- [B](b.md) - hook\n");
  files.put(kGlobal + "MEMORY.md", files.get(kGlobal + "MEMORY.md") + "Added.\n");
  EXPECT_EQ(undone(), "reindex");
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"),
            "# Mine\n- [Gone](gone.md)\n- [B](b.md) - hook\nAdded.\n");
}

// rule: U7
TEST_F(Undo, OfReindexIsConflictWhenItsOwnLinesChanged) {
  ASSERT_TRUE(write("a", "user", "x"));
  files.put(kGlobal + "MEMORY.md", "# Mine\n");
  ASSERT_TRUE(upkeep::reindex(*memory, {}, false));
  files.put(kGlobal + "MEMORY.md", "# Mine\n\n- [A](a.md) - changed by hand\n");
  EXPECT_EQ(kind_of(past::undo(*memory, {})), ErrorKind::Conflict);
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "# Mine\n\n- [A](a.md) - changed by hand\n");
}

// rule: U8
TEST_F(Undo, OfAnUndoIsRedo) {
  ASSERT_TRUE(write("x", "user", "one"));
  ASSERT_TRUE(rewrite("x", "two"));
  ASSERT_EQ(undone(), "write");
  ASSERT_EQ(undone({newest(), false, false, false}), "undo");
  EXPECT_EQ(body("x"), "two\n");
  EXPECT_EQ(undone(), "write");
  EXPECT_EQ(body("x"), "one\n");
}

// rule: U9
TEST_F(Undo, IsConflictWhenTheNoteChangedSinceUnlessForced) {
  ASSERT_TRUE(write("x", "user", "one"));
  ASSERT_TRUE(rewrite("x", "two"));
  const std::string by_hand = note_file("X", "by hand");
  files.put(kGlobal + "x.md", by_hand);
  EXPECT_EQ(kind_of(past::undo(*memory, {})), ErrorKind::Conflict);
  EXPECT_EQ(files.get(kGlobal + "x.md"), by_hand);
  EXPECT_EQ(undone({0, false, true, false}), "write");
  EXPECT_EQ(body("x"), "one\n");
  ASSERT_TRUE(past::restore(*memory, {"x", {}, std::nullopt, false}, 0));
  EXPECT_EQ(files.get(kGlobal + "x.md"), by_hand);
}

// rule: U10
TEST_F(Undo, OfSeveralFilesIsWholeOrNotAtAll) {
  ASSERT_TRUE(write("x", "user", "one"));
  ASSERT_TRUE(memory::move(*memory, {"x", {}, std::nullopt, false}, "private"));
  files.put(kGlobal + "x.md", note_file("X", "in the way"));
  const auto before = files.tree("/");
  EXPECT_EQ(kind_of(past::undo(*memory, {})), ErrorKind::Conflict);
  EXPECT_EQ(files.tree("/"), before);
}

// rule: U11
TEST_F(Undo, OfWhatAnAgentDidNeedsAWord) {
  enter("bob");
  ASSERT_TRUE(write("x", "user", "one"));
  enter();
  const auto before = files.tree("/");
  const auto refused = past::undo(*memory, {});
  EXPECT_EQ(kind_of(refused), ErrorKind::Denied);
  EXPECT_TRUE(refused.error().needs_consent);
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_EQ(undone({0, true, false, false}), "write");
}

}  // namespace
}  // namespace loci::past::undo_test
