// What a Root promises, on the machine and in memory alike.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "fs/root.h"
#include "unit/fs/world.h"

namespace loci::fs::testing::root_test {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr std::size_t kLimit = 1 << 20;

class RootNames : public BothWorlds {};
class RootReads : public BothWorlds {};
class RootWrites : public BothWorlds {};
class RootDirectories : public BothWorlds {};
class RootRenames : public BothWorlds {};
class RootLinks : public BothWorlds {};
class RootLock : public BothWorlds {};
LOCI_IN_BOTH_WORLDS(RootNames);
LOCI_IN_BOTH_WORLDS(RootReads);
LOCI_IN_BOTH_WORLDS(RootWrites);
LOCI_IN_BOTH_WORLDS(RootDirectories);
LOCI_IN_BOTH_WORLDS(RootRenames);
LOCI_IN_BOTH_WORLDS(RootLinks);
LOCI_IN_BOTH_WORLDS(RootLock);

// Every call of a Root that takes a name, as the error it gives for this one.
std::vector<std::pair<std::string, ErrorKind>> refusals(Root& root, const std::string& name) {
  return {{"stat", kind_of(root.stat(name))},
          {"read", kind_of(root.read(name, kLimit))},
          {"open_reader", kind_of(root.open_reader(name))},
          {"open", kind_of(root.open(name))},
          {"make_directory", kind_of(root.make_directory(name))},
          {"remove_directory", kind_of(root.remove_directory(name))},
          {"create", kind_of(root.create(name))},
          {"open_for_append", kind_of(root.open_for_append(name))},
          {"rename from", kind_of(root.rename(name, "y"))},
          {"rename to", kind_of(root.rename("x", name))},
          {"remove", kind_of(root.remove(name))}};
}

TEST_P(RootNames, AreOnePathComponent) {
  world().put("x", "x");
  world().put("sub/y", "y");
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string("/x"), std::string("sub/y"),
        std::string("../x"), std::string("sub/"), std::string("x\0y", 3)}) {
    for (const auto& [call, kind] : refusals(root(), name)) {
      EXPECT_EQ(kind, ErrorKind::InvalidInput) << call << " of '" << name << "'";
    }
  }
  EXPECT_THAT(names(), ElementsAre("sub", "x"));
}

TEST_P(RootNames, ThatAreTooLongAreInvalid) {
  world().put("x", "x");
  for (const auto& [call, kind] : refusals(root(), std::string(256, 'n'))) {
    EXPECT_EQ(kind, ErrorKind::InvalidInput) << call;
  }
  EXPECT_TRUE(ok(root().create(std::string(255, 'n'))));
}

TEST_P(RootNames, MayHoldAnyOtherByte) {
  const std::string name = "caf\xc3\xa9 \xff\n\x1b[31m*?.md";
  { ASSERT_TRUE(ok((*root().create(name))->write("x"))); }
  EXPECT_THAT(names(), ElementsAre(name));
  EXPECT_EQ(*root().read(name, kLimit), "x");
}

TEST_P(RootNames, AreMadePrintableInMessages) {
  const auto missing = root().read("\x1b[31mred", kLimit);
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("[31mred"));
  EXPECT_EQ(missing.error().message.find('\x1b'), std::string::npos);
}

// More than are asked about at once, and on one thread.
TEST_P(RootReads, TellOfEveryRegularFileOnce) {
  std::vector<std::string> expected;
  for (int i = 0; i < 9'000; ++i) {
    expected.push_back(fmt::format("{:05}", i));
    world().put(expected.back(), i % 2 == 0 ? "two" : "");
  }
  world().put("directory/x", "x");
  std::vector<std::string> seen;
  const auto told = root().for_each_file([&](std::string_view name, const Stat& stat) {
    EXPECT_EQ(stat.kind, Kind::File);
    EXPECT_EQ(stat.size, (name.back() - '0') % 2 == 0 ? 3U : 0U) << name;
    seen.emplace_back(name);
  });
  ASSERT_TRUE(told);
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, expected);
}

TEST_P(RootReads, AWholeFile) {
  const std::string bytes = std::string("a\0b\n", 4) + std::string(100'000, 'z');
  world().put("x.md", bytes);
  EXPECT_EQ(*root().read("x.md", kLimit), bytes);
  world().put("empty.md", "");
  EXPECT_EQ(*root().read("empty.md", 0), "");
}

TEST_P(RootReads, UpToALimit) {
  world().put("x.md", "12345");
  EXPECT_TRUE(ok(root().read("x.md", 5)));
  const auto large = root().read("x.md", 4);
  EXPECT_EQ(kind_of(large), ErrorKind::InvalidInput);
  EXPECT_THAT(large.error().message, EndsWith("/x.md' is larger than 4 bytes"));
}

TEST_P(RootReads, WhatIsMissingAsNotFound) {
  world().put("x", "x");
  EXPECT_EQ(kind_of(root().stat("none")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().read("none", kLimit)), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().open_reader("none")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().open("none")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().remove("none")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().remove_directory("none")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().rename("none", "x")), ErrorKind::NotFound);
  EXPECT_EQ(world().get("x"), "x");
}

// rule: P7
TEST_P(RootReads, NoDirectoryAsAFile) {
  world().put_directory("sub");
  const auto read = root().read("sub", kLimit);
  EXPECT_EQ(kind_of(read), ErrorKind::Denied);
  EXPECT_THAT(read.error().message, EndsWith("/sub' is a directory"));
  EXPECT_EQ(kind_of(root().open_reader("sub")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(root().open_for_append("sub")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(root().remove("sub")), ErrorKind::Denied);
}

TEST_P(RootReads, WithAReaderThatStaysWithItsFile) {
  world().put("x", "0123456789");
  const auto reader = root().open_reader("x");
  ASSERT_TRUE(ok(reader));
  { ASSERT_TRUE(ok((*root().create("new"))->write("other"))); }
  ASSERT_TRUE(ok(root().rename("new", "x")));
  EXPECT_EQ((*reader)->size(), 10U);
  EXPECT_EQ(*(*reader)->read_at(0, 100), "0123456789");
  EXPECT_EQ(*(*reader)->read_at(3, 4), "3456");
  EXPECT_EQ(*(*reader)->read_at(8, 4), "89");
  EXPECT_EQ(*(*reader)->read_at(10, 4), "");
  EXPECT_EQ(*(*reader)->read_at(99, 4), "");
  EXPECT_EQ(*root().read("x", kLimit), "other");
}

TEST_P(RootReads, TheListOfItsEntries) {
  EXPECT_THAT(names(), ElementsAre());
  world().put("x.md", "x");
  world().put(".hidden", "x");
  world().put("sub/below.md", "x");
  world().put_link("link.md", "x.md");
  auto entries = *root().list();
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_THAT(names(), ElementsAre(".hidden", "link.md", "sub", "x.md"));
  EXPECT_EQ(entries[0].kind, Kind::File);
  EXPECT_EQ(entries[1].kind, Kind::Link);
  EXPECT_EQ(entries[2].kind, Kind::Directory);
  EXPECT_EQ(entries[3].kind, Kind::File);
  EXPECT_EQ(root().list()->size(), 4U) << "a second list starts at the beginning";
}

TEST_P(RootReads, WhetherThereIsAnyEntry) {
  EXPECT_TRUE(*root().is_empty());
  world().put_link(".hidden", "none");
  EXPECT_FALSE(*root().is_empty());
  EXPECT_FALSE(*root().is_empty());
  world().put_directory("sub");
  EXPECT_TRUE(*(*root().open("sub"))->is_empty());
}

TEST_P(RootReads, WhatEachEntryIs) {
  world().put("x.md", "12345");
  world().put_link("link.md", "x.md");
  const auto file = root().stat("x.md");
  ASSERT_TRUE(ok(file));
  EXPECT_EQ(file->kind, Kind::File);
  EXPECT_EQ(file->size, 5U);
  EXPECT_EQ(file->owner, files().user());
  EXPECT_GT(file->mtime_ns, 0);
  EXPECT_GT(file->birth_ns, 0);
  EXPECT_EQ(*root().stat("x.md"), *file);
  EXPECT_EQ(root().stat("link.md")->kind, Kind::Link);
  const auto self = root().self();
  EXPECT_EQ(self->kind, Kind::Directory);
  EXPECT_EQ(self->device, file->device);
  EXPECT_EQ(self->inode, files().stat(world().home(), false)->inode);
}

TEST_P(RootReads, AChangeInEveryStat) {
  world().put("x.md", "12345");
  const Stat before = *root().stat("x.md");
  ::usleep(10'000);  // the machine's clock of files has steps of some milliseconds
  {
    const auto file = root().open_for_append("x.md");
    ASSERT_TRUE(ok((*file)->truncate(0)));
    ASSERT_TRUE(ok((*file)->write("54321")));
  }
  const Stat after = *root().stat("x.md");
  EXPECT_EQ(after.size, before.size);
  EXPECT_EQ(after.inode, before.inode);
  EXPECT_GT(after.mtime_ns, before.mtime_ns);
  EXPECT_GT(after.ctime_ns, before.ctime_ns);
  EXPECT_EQ(after.birth_ns, before.birth_ns);
}

TEST_P(RootWrites, ANewFile) {
  auto file = root().create("x.md");
  ASSERT_TRUE(ok(file));
  EXPECT_TRUE(ok((*file)->write("one ")));
  EXPECT_TRUE(ok((*file)->write("")));
  EXPECT_TRUE(ok((*file)->write("two")));
  EXPECT_TRUE(ok((*file)->sync()));
  EXPECT_TRUE(ok(root().sync()));
  EXPECT_EQ(world().get("x.md"), "one two");
}

TEST_P(RootWrites, NoNewFileOverATakenName) {
  world().put("x.md", "old");
  world().put_directory("sub");
  const auto taken = root().create("x.md");
  EXPECT_EQ(kind_of(taken), ErrorKind::Conflict);
  EXPECT_THAT(taken.error().message, EndsWith("/x.md' already exists"));
  EXPECT_EQ(kind_of(root().create("sub")), ErrorKind::Conflict);
  EXPECT_EQ(world().get("x.md"), "old");
}

TEST_P(RootWrites, AtTheEndOfWhatIsThere) {
  world().put("log", "one\n");
  auto first = root().open_for_append("log");
  auto second = root().open_for_append("log");
  EXPECT_TRUE(ok((*first)->write("two\n")));
  EXPECT_TRUE(ok((*second)->write("three\n")));
  EXPECT_TRUE(ok((*first)->write("four\n")));
  EXPECT_EQ(world().get("log"), "one\ntwo\nthree\nfour\n");
  EXPECT_TRUE(ok((*first)->truncate(4)));
  EXPECT_TRUE(ok((*first)->write("2\n")));
  EXPECT_EQ(world().get("log"), "one\n2\n");
  EXPECT_TRUE(ok(root().open_for_append("new")));
  EXPECT_THAT(names(), ElementsAre("log", "new"));
}

TEST_P(RootWrites, AtTheEndAlsoOfANewFile) {
  auto file = root().create("x");
  EXPECT_TRUE(ok((*file)->write("12345678")));
  EXPECT_TRUE(ok((*file)->truncate(2)));
  EXPECT_TRUE(ok((*file)->write("!")));
  EXPECT_TRUE(ok((*file)->truncate(5)));
  EXPECT_EQ(world().get("x"), std::string("12!\0\0", 5));
}

// rule: P6
TEST_P(RootWrites, WithPrivateModesInTheHome) {
  ASSERT_TRUE(ok(root().create("new")));
  ASSERT_TRUE(ok(root().open_for_append("appended")));
  ASSERT_TRUE(ok(root().make_directory("sub")));
  EXPECT_EQ(root().stat("new")->mode, 0600U);
  EXPECT_EQ(root().stat("appended")->mode, 0600U);
  EXPECT_EQ(root().stat("sub")->mode, 0700U);
  EXPECT_EQ(root().modes(), Modes::Private);
  EXPECT_EQ((*root().open("sub"))->modes(), Modes::Private);
}

// rule: P6
TEST_P(RootWrites, WithTheModesOfTheUmaskInARepository) {
  const mode_t before = ::umask(022);
  const auto repository = files().open(world().home(), Modes::Umask);
  ASSERT_TRUE(ok((*repository)->create("new")));
  ASSERT_TRUE(ok((*repository)->open_for_append("appended")));
  ASSERT_TRUE(ok((*repository)->make_directory("sub")));
  ::umask(before);
  EXPECT_EQ(root().stat("new")->mode, 0644U);
  EXPECT_EQ(root().stat("appended")->mode, 0644U);
  EXPECT_EQ(root().stat("sub")->mode, 0755U);
}

TEST_P(RootWrites, TheModeItIsTold) {
  auto file = root().create("x");
  EXPECT_TRUE(ok((*file)->set_mode(0640)));
  EXPECT_EQ(root().stat("x")->mode, 0640U);
}

TEST_P(RootWrites, ToAFileThatWasRemovedMeanwhile) {
  auto file = root().create("x");
  ASSERT_TRUE(ok(root().remove("x")));
  EXPECT_TRUE(ok((*file)->write("lost")));
  EXPECT_TRUE(ok((*file)->sync()));
  EXPECT_THAT(names(), ElementsAre());
}

TEST_P(RootDirectories, AreMadeOpenedAndRemoved) {
  ASSERT_TRUE(ok(root().make_directory("sub")));
  const auto sub = root().open("sub");
  ASSERT_TRUE(ok(sub));
  EXPECT_EQ((*sub)->path(), world().at("sub"));
  { ASSERT_TRUE(ok((*(*sub)->create("x"))->write("deep"))); }
  EXPECT_EQ(world().get("sub/x"), "deep");
  const auto full = root().remove_directory("sub");
  EXPECT_EQ(kind_of(full), ErrorKind::Conflict);
  EXPECT_THAT(full.error().message, EndsWith("/sub' is not empty"));
  ASSERT_TRUE(ok((*sub)->remove("x")));
  EXPECT_TRUE(ok(root().remove_directory("sub")));
  EXPECT_THAT(names(), ElementsAre());
}

TEST_P(RootDirectories, AreNotMadeTwice) {
  world().put("file", "x");
  ASSERT_TRUE(ok(root().make_directory("sub")));
  EXPECT_EQ(kind_of(root().make_directory("sub")), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(root().make_directory("file")), ErrorKind::Conflict);
}

TEST_P(RootDirectories, AreNotFiles) {
  world().put("file", "x");
  const auto opened = root().open("file");
  EXPECT_EQ(kind_of(opened), ErrorKind::Denied);
  EXPECT_THAT(opened.error().message, EndsWith("/file' is not a directory"));
  EXPECT_EQ(kind_of(root().remove_directory("file")), ErrorKind::Denied);
  EXPECT_EQ(world().get("file"), "x");
}

TEST_P(RootDirectories, StayOpenWhenTheyAreMoved) {
  world().put("sub/x", "x");
  const auto sub = root().open("sub");
  ASSERT_TRUE(ok(root().rename("sub", "moved")));
  world().put("sub/x", "another");
  EXPECT_EQ(*(*sub)->read("x", kLimit), "x");
  ASSERT_TRUE(ok((*sub)->create("y")));
  EXPECT_TRUE(ok((*root().open("moved"))->stat("y")));
}

TEST_P(RootDirectories, TakeNothingNewOnceTheyAreGone) {
  ASSERT_TRUE(ok(root().make_directory("sub")));
  const auto sub = root().open("sub");
  ASSERT_TRUE(ok(root().remove_directory("sub")));
  EXPECT_EQ(kind_of((*sub)->create("x")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of((*sub)->make_directory("x")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of((*sub)->open_for_append("x")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of((*sub)->try_lock()), ErrorKind::NotFound);
  EXPECT_TRUE((*sub)->list()->empty());
}

TEST_P(RootRenames, OverAnotherFile) {
  world().put("a", "new");
  world().put("b", "old");
  const auto inode = root().stat("a")->inode;
  EXPECT_TRUE(ok(root().rename("a", "b")));
  EXPECT_THAT(names(), ElementsAre("b"));
  EXPECT_EQ(world().get("b"), "new");
  EXPECT_EQ(root().stat("b")->inode, inode);
  EXPECT_TRUE(ok(root().rename("b", "c")));
  EXPECT_TRUE(ok(root().rename("c", "c")));
  EXPECT_THAT(names(), ElementsAre("c"));
}

TEST_P(RootRenames, NoFileOverADirectoryNorTheReverse) {
  world().put("file", "x");
  world().put_directory("empty");
  world().put("full/x", "x");
  EXPECT_EQ(kind_of(root().rename("file", "empty")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(root().rename("empty", "file")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(root().rename("empty", "full")), ErrorKind::Conflict);
  EXPECT_TRUE(ok(root().rename("full", "empty")));
  EXPECT_EQ(world().get("empty/x"), "x");
  EXPECT_THAT(names(), ElementsAre("empty", "file"));
}

// rule: P4
TEST_P(RootLinks, AreDeniedByEveryCallButStatAndList) {
  world().put("x", "x");
  world().put("outside/secret", "s");
  world().put_link("to-file", "x");
  world().put_link("to-directory", "outside");
  world().put_link("to-nothing", "none");
  for (const std::string& name :
       {std::string("to-file"), std::string("to-directory"), std::string("to-nothing")}) {
    EXPECT_EQ(root().stat(name)->kind, Kind::Link);
    const std::string message = "'" + world().at(name) + "' is a symbolic link";
    const auto expect_link = [&](const auto& result, const char* call) {
      EXPECT_EQ(kind_of(result), ErrorKind::Denied) << call << " of " << name;
      EXPECT_EQ(result.error().message, message) << call;
      EXPECT_THAT(result.error().hint, HasSubstr("does not follow links"));
    };
    expect_link(root().read(name, kLimit), "read");
    expect_link(root().open_reader(name), "open_reader");
    expect_link(root().open(name), "open");
    expect_link(root().make_directory(name), "make_directory");
    expect_link(root().remove_directory(name), "remove_directory");
    expect_link(root().create(name), "create");
    expect_link(root().open_for_append(name), "open_for_append");
    expect_link(root().rename(name, "y"), "rename from");
    expect_link(root().rename("x", name), "rename to");
    expect_link(root().remove(name), "remove");
  }
  EXPECT_THAT(names(), ElementsAre("outside", "to-directory", "to-file", "to-nothing", "x"));
  EXPECT_EQ(world().get("x"), "x");
}

TEST_P(RootLock, ExcludesAnotherOfTheSameProcess) {
  const auto again = files().open(world().home(), Modes::Private);
  auto lock = root().try_lock();
  ASSERT_TRUE(ok(lock));
  EXPECT_EQ(kind_of(root().try_lock()), ErrorKind::Locked);
  const auto other = (*again)->try_lock();
  EXPECT_EQ(kind_of(other), ErrorKind::Locked);
  EXPECT_EQ(other.error().message, "'" + world().home() + "' is locked by another process");
  lock->reset();
  EXPECT_TRUE(ok((*again)->try_lock()));
}

// rule: W10
TEST_P(RootLock, IsOfOneDirectory) {
  ASSERT_TRUE(ok(root().make_directory("sub")));
  const auto sub = root().open("sub");
  const auto lock = root().try_lock();
  EXPECT_TRUE(ok((*sub)->try_lock()));
  EXPECT_THAT(names(), ElementsAre("sub")) << "a lock leaves no file";
}

TEST_P(RootLock, OutlivesItsRoot) {
  auto other = *files().open(world().home(), Modes::Private);
  const auto lock = other->try_lock();
  other.reset();
  EXPECT_EQ(kind_of(root().try_lock()), ErrorKind::Locked);
}

TEST_P(RootLock, NamesItsHolder) {
  EXPECT_EQ(root().lock_holder(), "");
  const auto lock = root().try_lock();
  EXPECT_THAT(root().lock_holder(), HasSubstr("pid " + std::to_string(::getpid())));
}

TEST_P(RootLock, IsRefusedForADirectoryThatWasReplaced) {
  world().put_directory("sub");
  const auto sub = root().open("sub");
  ASSERT_TRUE(ok(root().rename("sub", "moved")));
  EXPECT_EQ(kind_of((*sub)->try_lock()), ErrorKind::NotFound);
  world().put_directory("sub");
  const auto replaced = (*sub)->try_lock();
  EXPECT_EQ(kind_of(replaced), ErrorKind::Conflict);
  EXPECT_THAT(replaced.error().message, HasSubstr("was moved or replaced"));
  EXPECT_TRUE(ok((*root().open("moved"))->try_lock())) << "the vain lock was given back";
}

}  // namespace
}  // namespace loci::fs::testing::root_test
