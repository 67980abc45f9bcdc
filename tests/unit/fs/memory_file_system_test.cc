// What the file system in memory does that no machine does on demand.

#include "support/memory_file_system.h"

#include <cerrno>
#include <set>

#include "fs/file_system.h"
#include "unit/fs/world.h"

namespace loci::fs::testing::memory_file_system_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

// A home with one durable file, and a root on it.
struct Home {
  MemoryFileSystem files;
  std::unique_ptr<Root> root;

  Home() {
    files.put("/h/x", "old");
    root = *files.open("/h", Modes::Private);
  }
  void append(const std::string& name, std::string_view bytes, bool sync) {
    auto file = root->open_for_append(name);
    ASSERT_TRUE(ok(file));
    ASSERT_TRUE(ok((*file)->write(bytes)));
    if (sync) {
      ASSERT_TRUE(ok((*file)->sync()));
    }
  }
  [[nodiscard]] std::string after(PowerCut cut, const std::string& path) const {
    const auto next = files.after(cut);
    return next->exists(path) ? "'" + next->get(path) + "'" : "absent";
  }
};

TEST(MemoryTrace, ListsEveryChangingCall) {
  Home home;
  {
    auto file = home.root->create("a");
    ASSERT_TRUE(ok((*file)->write("123456")));
    ASSERT_TRUE(ok((*file)->truncate(3)));
    ASSERT_TRUE(ok((*file)->set_mode(0640)));
    ASSERT_TRUE(ok((*file)->sync()));
  }
  ASSERT_TRUE(ok(home.root->open_for_append("a")));  // changes nothing
  ASSERT_TRUE(ok(home.root->open_for_append("b")));
  ASSERT_TRUE(ok(home.root->rename("a", "c")));
  ASSERT_TRUE(ok(home.root->remove("c")));
  ASSERT_TRUE(ok(home.root->make_directory("sub")));
  ASSERT_TRUE(ok(home.root->remove_directory("sub")));
  ASSERT_TRUE(ok(home.root->sync()));
  ASSERT_TRUE(ok(home.root->read("x", 10)));
  ASSERT_FALSE(home.root->create("x"));  // refused, so nothing
  EXPECT_THAT(home.files.trace(),
              ElementsAre("create /h/a", "write /h/a 6", "truncate /h/a 3", "chmod /h/a 640",
                          "sync /h/a", "create /h/b", "rename /h/a -> c", "remove /h/c",
                          "mkdir /h/sub", "rmdir /h/sub", "sync-directory /h"));
  EXPECT_EQ(home.files.calls(), 11U);
  home.files.reset_calls();
  EXPECT_EQ(home.files.calls(), 0U);
  EXPECT_THAT(home.files.trace(), IsEmpty());
}

TEST(MemoryFailure, OfALookHappensOnceOrFromThenOn) {
  Home home;
  home.files.put("/h/a", "text");
  home.files.note_looks();
  EXPECT_TRUE(home.root->list() && home.root->read("a", 10) && home.root->stat("a"));
  EXPECT_THAT(home.files.looks(), ElementsAre("list /h", "read /h/a", "stat /h/a"));
  home.files.fail_look({"read /h/a", 2, EIO, false});
  EXPECT_TRUE(ok(home.root->read("a", 10)));
  EXPECT_EQ(kind_of(home.root->read("a", 10)), ErrorKind::Io);
  EXPECT_TRUE(ok(home.root->read("a", 10)));
  home.files.fail_look({"stat /h/a", 1, EACCES, true});
  EXPECT_TRUE(ok(home.root->read("a", 10)));
  EXPECT_EQ(kind_of(home.root->stat("a")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(home.root->read("a", 10)), ErrorKind::Denied);
  EXPECT_TRUE(ok(home.root->list()));
}

TEST(MemoryFailure, HappensOnceAtTheChosenCall) {
  Home home;
  ASSERT_TRUE(ok(home.root->make_directory("one")));
  home.files.fail_at(2, ENOSPC);
  EXPECT_TRUE(ok(home.root->make_directory("two")));
  const auto failed = home.root->make_directory("three");
  EXPECT_EQ(kind_of(failed), ErrorKind::Io);
  EXPECT_FALSE(failed.error().hint.empty());
  EXPECT_FALSE(home.files.exists("/h/three"));
  EXPECT_TRUE(ok(home.root->make_directory("three")));
}

TEST(MemoryFailure, OfAnyCallChangesNothing) {
  using Call = std::function<Result<>(Root&, File&)>;
  const std::vector<Call> calls = {
      [](Root& root, File&) { return root.create("new").map([](auto&&) {}); },
      [](Root& root, File&) { return root.open_for_append("new").map([](auto&&) {}); },
      [](Root& root, File&) { return root.rename("x", "new"); },
      [](Root& root, File&) { return root.remove("x"); },
      [](Root& root, File&) { return root.make_directory("new"); },
      [](Root& root, File&) { return root.remove_directory("sub"); },
      [](Root& root, File&) { return root.sync(); },
      [](Root&, File& file) { return file.truncate(1); },
      [](Root&, File& file) { return file.set_mode(0777); },
      [](Root&, File& file) { return file.sync(); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    Home home;
    home.files.put_directory("/h/sub");
    const auto file = home.root->open_for_append("x");
    const Stat before = *home.root->stat("x");
    home.files.fail_at(1, EACCES);
    EXPECT_EQ(kind_of(calls[i](*home.root, **file)), ErrorKind::Denied) << i;
    EXPECT_THAT(home.files.tree("/"), ElementsAre(Pair("/h/x", "old"))) << i;
    EXPECT_TRUE(home.files.exists("/h/sub")) << i;
    EXPECT_EQ(*home.root->stat("x"), before) << i;
    EXPECT_EQ(home.files.calls(), 1U) << i;
    EXPECT_TRUE(ok(calls[i](*home.root, **file))) << i;
  }
}

TEST(MemoryFailure, OfAWriteLeavesHalfOfIt) {
  Home home;
  const auto file = home.root->open_for_append("x");
  home.files.fail_at(1, ENOSPC);
  EXPECT_EQ(kind_of((*file)->write("123456")), ErrorKind::Io);
  EXPECT_EQ(home.files.get("/h/x"), "old123");
}

TEST(MemoryDeath, FailsEveryLaterCallOfAnyKind) {
  Home home;
  const auto file = home.root->open_for_append("x");
  const auto reader = home.root->open_reader("x");
  home.files.die_at(2);
  EXPECT_TRUE(ok((*file)->sync()));
  EXPECT_TRUE(ok(home.root->stat("x")));
  EXPECT_EQ(kind_of((*file)->write("123456")), ErrorKind::Io);
  EXPECT_EQ(home.files.get("/h/x"), "old123");
  EXPECT_EQ(kind_of((*file)->write("123456")), ErrorKind::Io);
  EXPECT_EQ(kind_of((*file)->sync()), ErrorKind::Io);
  EXPECT_EQ(kind_of((*reader)->read_at(0, 1)), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->stat("x")), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->self()), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->list()), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->read("x", 10)), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->remove("x")), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->sync()), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.root->try_lock()), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.files.open("/h", Modes::Private)), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.files.canonical("/h")), ErrorKind::Io);
  EXPECT_EQ(kind_of(home.files.stat("/h", true)), ErrorKind::Io);
  EXPECT_EQ(home.files.get("/h/x"), "old123");
  EXPECT_EQ(home.files.calls(), 2U);
}

TEST(MemorySkip, AnswersSuccessAndDoesNothing) {
  Home home;
  home.files.skip_calls([](const std::string& line) { return !line.starts_with("sync-dir"); });
  {
    auto file = home.root->create("new");
    ASSERT_TRUE(ok(file));
    EXPECT_TRUE(ok((*file)->write("bytes")));
  }
  EXPECT_TRUE(ok(home.root->remove("x")));
  EXPECT_TRUE(ok(home.root->make_directory("sub")));
  EXPECT_THAT(home.files.tree("/"), ElementsAre(Pair("/h/x", "old")));
  EXPECT_FALSE(home.files.exists("/h/sub"));
  EXPECT_EQ(home.files.calls(), 4U);
}

TEST(PowerCutOf, BytesTakesWhatWasNotSynced) {
  Home home;
  home.append("x", " synced", true);
  home.append("x", " not", false);
  home.append("new", "bytes", false);
  EXPECT_EQ(home.after(PowerCut::Nothing, "/h/x"), "'old synced not'");
  EXPECT_EQ(home.after(PowerCut::Data, "/h/x"), "'old synced'");
  EXPECT_EQ(home.after(PowerCut::Data, "/h/new"), "''");
  EXPECT_EQ(home.after(PowerCut::Entries, "/h/x"), "'old synced not'");
  EXPECT_EQ(home.after(PowerCut::Entries, "/h/new"), "absent");
  EXPECT_EQ(home.after(PowerCut::Both, "/h/x"), "'old synced'");
}

TEST(PowerCutOf, EntriesRestoresThoseOfTheLastSync) {
  Home home;
  home.append("new", "bytes", true);
  ASSERT_TRUE(ok(home.root->rename("new", "x")));
  EXPECT_EQ(home.after(PowerCut::Data, "/h/x"), "'bytes'");
  EXPECT_EQ(home.after(PowerCut::Entries, "/h/x"), "'old'");
  EXPECT_EQ(home.after(PowerCut::Entries, "/h/new"), "absent");
  ASSERT_TRUE(ok(home.root->sync()));
  EXPECT_EQ(home.after(PowerCut::Both, "/h/x"), "'bytes'");
  ASSERT_TRUE(ok(home.root->remove("x")));
  EXPECT_EQ(home.after(PowerCut::Both, "/h/x"), "'bytes'");
  EXPECT_EQ(home.after(PowerCut::Nothing, "/h/x"), "absent");
}

TEST(PowerCutOf, EntriesTakesADirectoryWhoseParentWasNotSynced) {
  Home home;
  ASSERT_TRUE(ok(home.root->make_directory("sub")));
  const auto sub = home.root->open("sub");
  {
    auto file = (*sub)->create("y");
    ASSERT_TRUE(ok((*file)->write("y")));
    ASSERT_TRUE(ok((*file)->sync()));
  }
  ASSERT_TRUE(ok((*sub)->sync()));
  EXPECT_EQ(home.after(PowerCut::Data, "/h/sub/y"), "'y'");
  EXPECT_EQ(home.after(PowerCut::Both, "/h/sub"), "absent");
  ASSERT_TRUE(ok(home.root->sync()));
  EXPECT_EQ(home.after(PowerCut::Both, "/h/sub/y"), "'y'");
}

TEST(PowerCutOf, NothingLeavesUnsyncedWhatWas) {
  Home home;
  home.append("x", " more", false);
  home.append("new", "bytes", false);
  const auto restarted = home.files.after(PowerCut::Nothing);
  EXPECT_EQ(restarted->get("/h/new"), "bytes");
  const auto cut = restarted->after(PowerCut::Both);
  EXPECT_THAT(cut->tree("/"), ElementsAre(Pair("/h/x", "old")));
  const auto again = home.files.after(PowerCut::Data)->after(PowerCut::Both);
  EXPECT_THAT(again->tree("/"), ElementsAre(Pair("/h/new", ""), Pair("/h/x", "old")));
}

TEST(PowerCutOf, SomeTakesOrLeavesEachThingThatWasNotSynced) {
  Home home;
  home.append("x", "+new", false);     // "old", "old+new" or part of it
  home.append("fresh", "data", true);  // there or not
  home.append("x2", "safe", true);
  ASSERT_TRUE(ok(home.root->sync()));
  home.append("late", "data", true);  // no entry yet
  std::set<std::string> bytes;
  std::set<std::string> late;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto next = home.files.after_some(seed);
    EXPECT_EQ(next->get("/h/fresh"), "data");
    EXPECT_EQ(next->get("/h/x2"), "safe");
    bytes.insert(next->get("/h/x"));
    late.insert(next->exists("/h/late") ? next->get("/h/late") : "absent");
    EXPECT_EQ(home.files.after_some(seed)->tree("/"), next->tree("/"));
  }
  EXPECT_THAT(bytes, ::testing::UnorderedElementsAre("old", "old+", "old+n", "old+ne", "old+new"));
  EXPECT_THAT(late, ::testing::UnorderedElementsAre("absent", "data"));
}

TEST(PowerCutOf, AnyKindLeavesThePresentObjectAlone) {
  Home home;
  const auto lock = home.root->try_lock();
  home.files.fail_at(9, EIO);
  const auto next = home.files.after(PowerCut::Both);
  const auto root = next->open("/h", Modes::Private);
  EXPECT_TRUE(ok((*root)->try_lock())) << "locks are free";
  ASSERT_TRUE(ok((*root)->remove("x")));
  EXPECT_EQ(home.files.get("/h/x"), "old");
  EXPECT_EQ(kind_of(home.root->try_lock()), ErrorKind::Locked);
  home.append("y", "y", true);
  EXPECT_FALSE(next->exists("/h/y"));
  EXPECT_EQ(next->calls(), 1U);
  EXPECT_FALSE(next->process_alive(::getpid())) << "whoever left siblings is gone";
}

TEST(PowerCutOf, AnyKindKeepsLinksModesAndOwners) {
  MemoryFileSystem files;
  files.put("/h/x", "x");
  files.put_link("/h/link", "x");
  files.put_owner("/h/x", 7);
  const auto next = files.after(PowerCut::Both);
  EXPECT_EQ(next->get("/h/link"), "x");
  EXPECT_EQ(*next->stat("/h/link", true), *files.stat("/h/x", false));
  EXPECT_EQ(next->stat("/h/x", false)->owner, 7U);
}

TEST(OpenOrCreateCalls, SyncEachParentBeforeTheNextDirectory) {
  MemoryFileSystem files;
  ASSERT_TRUE(ok(open_or_create(files, "/a/b", Modes::Private)));
  EXPECT_THAT(files.trace(),
              ElementsAre("mkdir /a", "sync-directory /", "mkdir /a/b", "sync-directory /a"));
  EXPECT_TRUE(files.after(PowerCut::Both)->exists("/a/b"));
  files.put("/a/b/x", "x");
  files.reset_calls();
  ASSERT_TRUE(ok(open_or_create(files, "/a/b", Modes::Private)));
  EXPECT_EQ(files.calls(), 0U);
}

// A process may die between making a directory and syncing its parent; the next
// one finds it and must not build on sand.
TEST(OpenOrCreateCalls, SyncTheParentOfADirectoryThatIsFoundEmpty) {
  for (const char* path : {"/a", "/a/b", "/a/b/c"}) {
    for (std::uint64_t death = 1;; ++death) {
      MemoryFileSystem files;
      files.die_at(death);
      if (open_or_create(files, path, Modes::Private)) break;
      const auto next = files.after(PowerCut::Nothing);
      ASSERT_TRUE(ok(open_or_create(*next, path, Modes::Private)));
      EXPECT_TRUE(next->after(PowerCut::Both)->exists(path)) << path << " died at " << death;
      const auto root = files.after(PowerCut::Nothing)->open("/", Modes::Private);
      ASSERT_TRUE(ok(open_or_create(**root, "a")));
    }
  }
}

TEST(MemorySetUp, ReplacesWhatIsThere) {
  MemoryFileSystem files;
  files.put("/h/x", "one");
  const Stat before = *files.stat("/h/x", false);
  files.put("/h/x", "two");
  const Stat after = *files.stat("/h/x", false);
  EXPECT_EQ(files.get("/h/x"), "two");
  EXPECT_EQ(after.inode, before.inode);
  EXPECT_NE(after.mtime_ns, before.mtime_ns);
  files.put_link("/h/link", "x");
  files.put("/h/link", "a file now");
  EXPECT_EQ(files.get("/h/x"), "two");
  EXPECT_EQ(files.get("/h/none"), "");
  EXPECT_EQ(files.get("/h"), "");
  files.put_directory("/h/sub/deep");
  EXPECT_TRUE(files.exists("/h/sub/deep"));
  EXPECT_THAT(files.tree("/h"), ElementsAre(Pair("/h/link", "a file now"), Pair("/h/x", "two")));
  EXPECT_EQ(files.calls(), 0U);
}

}  // namespace
}  // namespace loci::fs::testing::memory_file_system_test
