// Replacing files: what it does on both worlds.

#include "fs/atomic_file.h"

#include "fs/clear.h"
#include "support/memory_file_system.h"
#include "unit/fs/world.h"

namespace loci::fs::testing::atomic_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t kLimit = 1 << 20;

class ReplaceFile : public BothWorlds {};
class ReplaceSeveral : public BothWorlds {};
class Sweep : public BothWorlds {};
LOCI_IN_BOTH_WORLDS(ReplaceFile);
LOCI_IN_BOTH_WORLDS(ReplaceSeveral);
LOCI_IN_BOTH_WORLDS(Sweep);

TEST_P(ReplaceFile, MakesANewFile) {
  EXPECT_TRUE(ok(replace_file(root(), "x.md", "new")));
  EXPECT_EQ(world().get("x.md"), "new");
  EXPECT_EQ(root().stat("x.md")->mode, 0600U);
  EXPECT_THAT(names(), ElementsAre("x.md"));
}

TEST_P(ReplaceFile, PutsAnotherFileInPlaceOfTheOld) {
  world().put("x.md", "old");
  const auto reader = root().open_reader("x.md");
  const auto inode = root().stat("x.md")->inode;
  EXPECT_TRUE(ok(replace_file(root(), "x.md", "")));
  EXPECT_EQ(world().get("x.md"), "");
  EXPECT_NE(root().stat("x.md")->inode, inode);
  EXPECT_EQ(*(*reader)->read_at(0, 10), "old") << "who reads the old file keeps it";
  EXPECT_THAT(names(), ElementsAre("x.md"));
}

// rule: P6
TEST_P(ReplaceFile, KeepsTheModeOfTheOld) {
  for (const std::uint32_t mode : {0644U, 0600U, 0440U, 0755U}) {
    world().put("x.md", "old");
    { ASSERT_TRUE(ok((*root().open_for_append("x.md"))->set_mode(mode))); }
    EXPECT_TRUE(ok(replace_file(root(), "x.md", "new")));
    EXPECT_EQ(root().stat("x.md")->mode, mode);
    ASSERT_TRUE(ok(root().remove("x.md")));
  }
}

// rule: P6
TEST(ReplaceFileOfOthers, LetsNobodyReadTheSiblingWhoMayNotReadTheFile) {
  MemoryFileSystem files;
  files.put("/t/settings.json", "secret");
  const auto root = *files.open("/t", Modes::Umask);
  { ASSERT_TRUE(ok((*root->open_for_append("settings.json"))->set_mode(0600))); }
  files.reset_calls();
  ASSERT_TRUE(ok(replace_file(*root, "settings.json", "new secret")));
  std::vector<std::string> calls;
  for (const std::string& call : files.trace()) calls.push_back(call.substr(0, call.find(' ')));
  EXPECT_THAT(calls, ElementsAre("create", "chmod", "write", "sync", "rename"));
}

// rule: P4
TEST_P(ReplaceFile, RefusesToWriteThroughALink) {
  world().put("target", "old");
  world().put_link("x.md", "target");
  world().put_link("dangling.md", "none");
  const auto written = replace_file(root(), "x.md", "new");
  EXPECT_EQ(kind_of(written), ErrorKind::Denied);
  EXPECT_THAT(written.error().message, HasSubstr("/x.md' is a symbolic link"));
  EXPECT_EQ(kind_of(replace_file(root(), "dangling.md", "new")), ErrorKind::Denied);
  EXPECT_EQ(world().get("target"), "old");
  EXPECT_THAT(names(), ElementsAre("dangling.md", "target", "x.md"));
}

TEST_P(ReplaceFile, RefusesADirectoryAndABadName) {
  world().put_directory("sub");
  EXPECT_EQ(kind_of(replace_file(root(), "sub", "new")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(replace_file(root(), "../x", "new")), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(replace_file(root(), std::string(256, 'x'), "new")), ErrorKind::InvalidInput);
  EXPECT_THAT(names(), ElementsAre("sub"));
}

// rule: W14
TEST_P(ReplaceFile, PassesOverSiblingsOfOthers) {
  const std::string taken = temporary_name(this_writer(), sibling_number("x.md"));
  world().put(taken, "of another thread");
  EXPECT_TRUE(ok(replace_file(root(), "x.md", "new", Durability::Unsynced)));
  EXPECT_EQ(world().get("x.md"), "new");
  EXPECT_EQ(world().get(taken), "of another thread");
  EXPECT_THAT(names(), ElementsAre(taken, "x.md"));
}

TEST_P(ReplaceSeveral, InSeveralDirectories) {
  world().put("a.md", "old");
  world().put("gone.md", "old");
  ASSERT_TRUE(ok(root().make_directory("sub")));
  const auto sub = root().open("sub");
  FileBatch batch;
  EXPECT_TRUE(ok(batch.replace(root(), "a.md", "A")));
  EXPECT_TRUE(ok(batch.replace(**sub, "b.md", "B")));
  batch.remove(root(), "gone.md");
  batch.remove(root(), "never-there.md");
  EXPECT_EQ(world().get("a.md"), "old") << "nothing happens before commit()";
  EXPECT_EQ(world().get("gone.md"), "old");
  EXPECT_TRUE(ok(batch.commit()));
  EXPECT_EQ(world().get("a.md"), "A");
  EXPECT_EQ(world().get("sub/b.md"), "B");
  EXPECT_THAT(names(), ElementsAre("a.md", "sub"));
  EXPECT_EQ((*sub)->list()->size(), 1U);
  EXPECT_TRUE(ok(batch.commit())) << "an empty batch";
}

TEST_P(ReplaceSeveral, InTheGivenOrder) {
  FileBatch batch;
  ASSERT_TRUE(ok(batch.replace(root(), "x", "first")));
  batch.remove(root(), "x");
  ASSERT_TRUE(ok(batch.replace(root(), "y", "first")));
  ASSERT_TRUE(ok(batch.replace(root(), "y", "second")));
  EXPECT_TRUE(ok(batch.commit(Durability::Unsynced)));
  EXPECT_THAT(names(), ElementsAre("y"));
  EXPECT_EQ(world().get("y"), "second");
}

TEST_P(ReplaceSeveral, LeavesNothingWhenItIsDropped) {
  world().put("x", "old");
  {
    FileBatch batch;
    ASSERT_TRUE(ok(batch.replace(root(), "x", "new")));
    ASSERT_TRUE(ok(batch.replace(root(), "y", "new")));
    batch.remove(root(), "x");
    EXPECT_EQ(names().size(), 3U);
  }
  EXPECT_THAT(names(), ElementsAre("x"));
  EXPECT_EQ(world().get("x"), "old");
}

// rule: W4
TEST_P(ReplaceSeveral, StopsAtTheFirstFaultAndLeavesNoSibling) {
  world().put("a", "old");
  world().put("c", "old");
  FileBatch batch;
  ASSERT_TRUE(ok(batch.replace(root(), "a", "new")));
  ASSERT_TRUE(ok(batch.replace(root(), "b", "new")));
  ASSERT_TRUE(ok(batch.replace(root(), "c", "new")));
  world().put_directory("b");  // in the way since
  EXPECT_EQ(kind_of(batch.commit()), ErrorKind::Denied);
  EXPECT_TRUE(batch.touched());
  EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(world().get("a"), "new");
  EXPECT_EQ(world().get("c"), "old");
}

TEST_P(ReplaceSeveral, ChangesNothingWhenTheLastLookFails) {
  world().put("x", "old");
  FileBatch batch;
  ASSERT_TRUE(ok(batch.replace(root(), "x", "new")));
  batch.remove(root(), "x");
  const auto outcome = batch.commit(Durability::Synced, [&]() -> Result<> {
    EXPECT_EQ(names().size(), 2U) << "the sibling is written";
    EXPECT_EQ(world().get("x"), "old");
    return fail(conflict("edited meanwhile"));
  });
  EXPECT_EQ(kind_of(outcome), ErrorKind::Conflict);
  EXPECT_FALSE(batch.touched());
  EXPECT_THAT(names(), ElementsAre("x"));
  EXPECT_EQ(world().get("x"), "old");
}

TEST_P(ReplaceSeveral, StaysBelowTheLimitOnOpenFiles) {
  FileBatch batch;
  for (int i = 0; i < 1100; ++i) {
    ASSERT_TRUE(ok(batch.replace(root(), "n" + std::to_string(i), std::to_string(i))));
  }
  ASSERT_TRUE(
      ok(batch.commit(GetParam() == Which::System ? Durability::Unsynced : Durability::Synced)));
  EXPECT_EQ(names().size(), 1100U);
  EXPECT_EQ(world().get("n1099"), "1099");
}

// In memory below the number that is worth a thread: that file system changes in one thread only.
std::size_t many(Which which) { return which == Which::System ? 1'100 : 500; }

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(std::to_string(i));
  return all;
}

TEST_P(ReplaceSeveral, InAnyOrderOnSeveralThreads) {
  const std::vector<std::string> all = numbers(many(GetParam()));
  world().put("n7", "old");
  world().put("n8", "gone");
  FileBatch batch(FileBatch::Order::Any);
  for (const std::string& one : all) {
    if (one == "8") continue;
    const Expected expected{one == "7" ? std::optional<std::string_view>("old") : std::nullopt};
    ASSERT_TRUE(ok(batch.replace(root(), "n" + one, one, expected)));
  }
  batch.remove(root(), "n8", {std::string_view("gone")});
  EXPECT_THAT(names(), ElementsAre("n7", "n8")) << "nothing is written before commit()";
  ASSERT_TRUE(ok(batch.commit(Durability::Unsynced, [&]() -> Result<> {
    EXPECT_EQ(names().size(), all.size() + 1) << "the siblings, and two old files";
    return {};
  })));
  EXPECT_TRUE(batch.touched());
  EXPECT_TRUE(batch.overtaken().empty());
  EXPECT_EQ(names().size(), all.size() - 1);
  for (const std::string& one : all) {
    if (one == "8") continue;
    EXPECT_EQ(world().get("n" + one), one);
  }
}

// rule: W4
TEST_P(ReplaceSeveral, InAnyOrderLeaveWhatSomebodyElseSaved) {
  const std::vector<std::string> all = numbers(many(GetParam()));
  FileBatch batch(FileBatch::Order::Any);
  for (const std::string& one : all) {
    ASSERT_TRUE(ok(batch.replace(root(), "n" + one, one, Expected())));
  }
  ASSERT_TRUE(ok(batch.commit(Durability::Unsynced, [&]() -> Result<> {
    world().put("n3", "saved");
    world().put("n499", "saved");
    return {};
  })));
  ASSERT_EQ(batch.overtaken().size(), 2U);
  EXPECT_EQ(batch.overtaken()[0].name, "n3");
  EXPECT_EQ(batch.overtaken()[1].name, "n499");
  EXPECT_EQ(world().get("n3"), "saved");
  EXPECT_EQ(world().get("n499"), "saved");
  EXPECT_EQ(world().get("n0"), "0");
  EXPECT_EQ(names().size(), all.size()) << "no sibling is left";
}

// rule: W4
TEST_P(ReplaceSeveral, InAnyOrderChangeNothingWhenOneCannotBeWritten) {
  const std::vector<std::string> all = numbers(many(GetParam()));
  world().put("n0", "old");
  world().put_directory("n450");
  FileBatch batch(FileBatch::Order::Any);
  for (const std::string& one : all) {
    ASSERT_TRUE(ok(batch.replace(root(), "n" + one, one)));
  }
  EXPECT_EQ(kind_of(batch.commit(Durability::Unsynced)), ErrorKind::Denied);
  EXPECT_FALSE(batch.touched());
  EXPECT_EQ(world().get("n0"), "old");
  EXPECT_THAT(names(), ElementsAre("n0", "n450"));
}

// rule: W8
TEST_P(Sweep, FindsNothingWhenALastLookStoppedABatch) {
  world().put("a", "old");
  FileBatch batch;
  ASSERT_TRUE(ok(batch.replace(root(), "a", "new")));
  batch.remove(root(), "b");
  const auto stopped =
      batch.commit(Durability::Synced, []() -> Result<> { return fail(conflict("edited")); });
  EXPECT_EQ(kind_of(stopped), ErrorKind::Conflict);
  EXPECT_FALSE(batch.touched());
  EXPECT_EQ(world().get("a"), "old");
  EXPECT_THAT(names(), ::testing::ElementsAre("a"));
}

// rule: W14
TEST_P(Sweep, RemovesTheSiblingsOfProcessesThatAreGone) {
  const std::string own = ".loci-" + std::to_string(::getpid()) + "-7.tmp";
  world().put(".loci-2147483647-0.tmp", "torn");
  world().put(".loci-2147483647-12.tmp", "torn");
  world().put(own, "of another thread");
  world().put(".loci-2147483647-0.tmp.md", "a note");
  world().put("x.md", "a note");
  world().put_directory(".loci-2147483647-1.tmp");
  EXPECT_EQ(*sweep_temporary_files(files(), root()), 2);
  EXPECT_THAT(names(), ::testing::UnorderedElementsAre(".loci-2147483647-0.tmp.md",
                                                       ".loci-2147483647-1.tmp", own, "x.md"));
  EXPECT_EQ(*sweep_temporary_files(files(), root()), 0);
}

class Clear : public BothWorlds {};
LOCI_IN_BOTH_WORLDS(Clear);

// rule: F3
TEST_P(Clear, RemovesWhateverStandsThereAndNothingALinkLeadsTo) {
  world().put("kept", "precious");
  world().put_directory("directory");
  world().put_link("link", "kept");
  world().put_link("dangling", "nowhere");
  world().put("file", "x");
  for (const char* name : {"link", "dangling", "file", "directory", "absent"}) {
    EXPECT_TRUE(ok(clear(root(), name))) << name;
  }
  EXPECT_THAT(names(), ElementsAre("kept"));
  EXPECT_EQ(world().get("kept"), "precious");
  world().put_directory("deep");
  {
    const auto deep = root().open("deep");
    ASSERT_TRUE(ok((*deep)->make_directory("deeper")));
    ASSERT_TRUE(ok(replace_file(**deep, "file", "x")));
  }
  EXPECT_TRUE(ok(clear(root(), "deep")));
  EXPECT_THAT(names(), ElementsAre("kept"));
}

// rule: W14
TEST_P(Sweep, LeavesWhatThisProcessIsWriting) {
  const Writer self = this_writer();
  FileBatch batch;
  ASSERT_TRUE(ok(batch.replace(root(), "x.md", "new")));
  world().put(temporary_name(self, 7), "of another thread");
  EXPECT_EQ(*sweep_temporary_files(files(), root()), 0);
  EXPECT_EQ(*sweep_unlocked(files(), root(), Timestamp(std::chrono::days(80'000))), 0);
  ASSERT_TRUE(ok(batch.commit()));
  EXPECT_THAT(names(), ::testing::UnorderedElementsAre(temporary_name(self, 7), "x.md"));
}

// rule: W34
// Whoever else could have written there would hold the lock.
TEST_P(Sweep, RemovesWhatProcessesLeftThatCannotBeSeenFromHere) {
  Writer boot = this_writer();
  boot.boot ^= 1U;
  Writer host = this_writer();
  host.host ^= 1U;
  Writer later = this_writer();
  later.start += 1;
  for (const Writer& writer : {boot, host, later}) world().put(temporary_name(writer, 0), "torn");
  EXPECT_EQ(*sweep_temporary_files(files(), root()), 3);
  EXPECT_THAT(names(), ElementsAre());
}

// rule: W34
TEST_P(Sweep, WithoutTheLockWaitsADayForThose) {
  const Writer self = this_writer();
  Writer boot = self;
  boot.boot ^= 1U;
  Writer host = self;
  host.host ^= 1U;
  Writer later = self;
  later.start += 1;
  for (const Writer& writer : {boot, host, later}) world().put(temporary_name(writer, 0), "torn");
  const auto written = std::chrono::nanoseconds(root().stat(temporary_name(boot, 0))->mtime_ns);
  const Timestamp now(std::chrono::ceil<std::chrono::milliseconds>(written));
  EXPECT_EQ(*sweep_unlocked(files(), root(), now), 1) << "one could be seen here, and is not";
  EXPECT_THAT(names(),
              ::testing::UnorderedElementsAre(temporary_name(boot, 0), temporary_name(host, 0)));
  EXPECT_EQ(*sweep_unlocked(files(), root(), now + std::chrono::hours(23)), 0);
  EXPECT_EQ(*sweep_unlocked(files(), root(), now + std::chrono::hours(25)), 2);
  EXPECT_THAT(names(), ElementsAre());
}

TEST(TemporaryName, SaysWhoseItIs) {
  const Writer self = this_writer();
  EXPECT_EQ(self.pid, ::getpid());
  EXPECT_NE(self.start, 0U);
  EXPECT_FALSE(self.only_pid());
  EXPECT_EQ(writer_of(temporary_name(self, 12)), self);
  EXPECT_EQ(this_writer(), self) << "the same as long as the process runs";
  const Writer most{0x7fffffff, ~std::uint64_t{0}, 0xffffffffU, 0xffffffffU};
  EXPECT_EQ(writer_of(temporary_name(most, ~std::size_t{0})), most);
  EXPECT_LT(temporary_name(most, ~std::size_t{0}).size(), 128U);
  const Writer least{1, 0, 0, 0};
  EXPECT_EQ(temporary_name(least, 0), ".loci-1-0-00000000-00000000-0.tmp");
  EXPECT_EQ(writer_of(temporary_name(least, 0)), least);
  EXPECT_TRUE(writer_of(".loci-812-3.tmp")->only_pid());
  EXPECT_EQ(writer_of(".loci-812-3.tmp")->pid, 812);
}

TEST(TemporaryName, IsRecognised) {
  EXPECT_TRUE(is_temporary_name(".loci-1-0.tmp"));
  EXPECT_TRUE(is_temporary_name(".loci-812-18446744073709551615.tmp"));
  EXPECT_TRUE(is_temporary_name(".loci-812-1f-0011aabb-ffffffff-0.tmp"));
  for (const char* name :
       {".loci-812-1f-0011aabb-ffffffff.tmp", ".loci-812-1f-0011aabb-ffffffff-.tmp",
        ".loci-812-1f-0011aabb-ffffffff-0-0.tmp", ".loci-812-1f-0011aabb--0.tmp",
        ".loci-812-1g-0011aabb-ffffffff-0.tmp", ".loci-812-1f-10011aabb-ffffffff-0.tmp",
        ".loci-812-1f-0011aabb-ffffffff-a.tmp", ".loci-812-1f-0011aabb-ffffffff-0.tmp.md",
        ".loci-812-1f-0011aabb-ffffffff-0.tmp.tmp", ".loci-812--1f-0011aabb-ffffffff-0.tmp"}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
  }
  for (const char* name :
       {"", ".loci-", ".tmp", ".loci-.tmp", ".loci-1.tmp", ".loci-1-.tmp", ".loci--1.tmp",
        ".loci-0-1.tmp", ".loci-1-2.tmp2", "loci-1-2.tmp", ".loci-1-2", ".loci-a-2.tmp",
        ".loci-1-2-3.tmp", ".loci-+1-2.tmp", ".loci--1-2.tmp", ".loci-99999999999-2.tmp",
        ".loci-1-99999999999999999999.tmp"}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
  }
}

}  // namespace
}  // namespace loci::fs::testing::atomic_file_test
