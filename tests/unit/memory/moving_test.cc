#include "memory/moving.h"

#include "base/hash.h"
#include "memory/targets.h"
#include "support/house.h"

namespace loci::memory::moving_test {
namespace {

using ::testing::IsEmpty;

using Moves = House;

// rule: C20, C19
TEST_F(Moves, TakeNotesAlongWithTheirLines) {
  ASSERT_TRUE(write("x", "user", "text"));
  const NoteRequest x{"x", {}, std::nullopt, false};
  const auto moved = memory::move(*memory, x, "private");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->from, "global");
  EXPECT_FALSE(files.exists(kGlobal + "MEMORY.md"));
  EXPECT_EQ(memory::move(*memory, x, "private")->status, Status::Unchanged);
  ASSERT_TRUE(memory::copy(*memory, x, "global"));
  EXPECT_EQ(files.get(kGlobal + "x.md"), files.get(kPrivate + "x.md"));
  const NoteRequest here{"x", {"global", false, false, false}, std::nullopt, false};
  EXPECT_EQ(kind_of(memory::copy(*memory, here, "private")), ErrorKind::Conflict);
  const auto renamed = memory::rename(*memory, here, "y");
  ASSERT_TRUE(renamed);
  EXPECT_EQ(renamed->from, "x.md");
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "- [X](y.md) - about x\n");
}

// rule: P4
TEST_F(Moves, RefuseLinks) {
  files.put_link(kGlobal + "link.md", "/etc/passwd");
  const NoteRequest link{"link", {}, std::nullopt, false};
  EXPECT_EQ(kind_of(memory::read(*memory, link)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::remove(*memory, link)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::move(*memory, link, "private")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(write("link", "user", "x")), ErrorKind::Denied);
  ASSERT_TRUE(write("x", "user", "x"));
  EXPECT_EQ(kind_of(memory::rename(*memory, {"x", {}, std::nullopt, false}, "link")),
            ErrorKind::Denied);
}

// rule: S7
TEST_F(Moves, NeverReachAnotherWorkspace) {
  ASSERT_TRUE(remember("Here", "x"));
  ASSERT_TRUE(memory::scratch_add(*memory, "here", false));
  ASSERT_TRUE(memory::daily_add(*memory, "", "here", false));
  files.put_directory("/srv/app/.git");
  enter("", false, "/srv/app");
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_EQ(memory::scratch(*memory)->text, "");
  EXPECT_FALSE(memory::daily(*memory, "")->has_value());
  EXPECT_EQ(kind_of(memory::read(*memory, {"here", {}, std::nullopt, false})), ErrorKind::NotFound);
}

// rule: P3
TEST_F(Moves, TrustNoHomeOfSomebodyElse) {
  files.put_directory("/other/loci");
  files.put_owner("/other/loci", 4711);
  EXPECT_EQ(kind_of(store::Store::open(files, clock, log, "/other/loci")), ErrorKind::Denied);
  files.put_link("/home/u/linked", "/other/loci");
  EXPECT_EQ(kind_of(store::Store::open(files, clock, log, "/home/u/linked")), ErrorKind::Denied);
  files.put_link(kHome + "/memory", "/other/loci");
  EXPECT_EQ(kind_of(memory::list(*memory, {})), ErrorKind::Denied);
}

// rule: W7
TEST_F(Moves, NeedTheHashThatWasRead) {
  ASSERT_TRUE(write("x", "user", "text"));
  const auto before = files.tree("/");
  const NoteRequest stale{"x", {}, sha256("another text"), false};
  EXPECT_EQ(kind_of(memory::remove(*memory, stale)), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(memory::rename(*memory, stale, "y")), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(memory::move(*memory, stale, "private")), ErrorKind::Conflict);
  EXPECT_EQ(files.tree("/"), before);
  const NoteRequest known{"x", {}, sha256(files.get(kGlobal + "x.md")), false};
  EXPECT_TRUE(memory::remove(*memory, known));
  EXPECT_FALSE(files.exists(kGlobal + "x.md"));
}

TEST_F(Moves, ARenameToTheNameOfAnotherNoteIsAConflict) {
  ASSERT_TRUE(write("x", "user", "mine"));
  ASSERT_TRUE(write("y", "user", "yours"));
  const NoteRequest x{"x", {}, std::nullopt, false};
  EXPECT_EQ(kind_of(memory::rename(*memory, x, "y")), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(memory::rename(*memory, x, "Y")), ErrorKind::Conflict) << "the same name";
  EXPECT_EQ(body("y"), "yours\n");
}

}  // namespace
}  // namespace loci::memory::moving_test
