// Absolute paths, directories made on the way, and waiting for a lock.

#include <chrono>

#include "unit/fs/world.h"

namespace loci::fs::testing::file_system_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class AbsolutePath : public BothWorlds {};
class OpenOrCreate : public BothWorlds {};
class LockPatiently : public BothWorlds {};
LOCI_IN_BOTH_WORLDS(AbsolutePath);
LOCI_IN_BOTH_WORLDS(OpenOrCreate);
LOCI_IN_BOTH_WORLDS(LockPatiently);

TEST_P(AbsolutePath, OpensADirectoryThroughLinks) {
  world().put("real/memory/x", "x");
  world().put_link("relative", "real");
  world().put_link("absolute", world().at("relative"));
  const auto opened = files().open(world().at("absolute/memory"), Modes::Umask);
  ASSERT_TRUE(ok(opened));
  EXPECT_EQ((*opened)->path(), world().at("real/memory"));
  EXPECT_EQ((*opened)->modes(), Modes::Umask);
  EXPECT_EQ(*(*opened)->read("x", 10), "x");
}

TEST_P(AbsolutePath, IsResolved) {
  world().put("real/x", "x");
  world().put_link("link", "real");
  world().put_link("real/up", "../real/x");
  EXPECT_EQ(*files().canonical(world().home()), world().home());
  EXPECT_EQ(*files().canonical(world().at("link/x")), world().at("real/x"));
  EXPECT_EQ(*files().canonical(world().at("link/up")), world().at("real/x"));
  EXPECT_EQ(*files().canonical(world().at("link/.//../link/./x")), world().at("real/x"));
  EXPECT_EQ(*files().canonical("/"), "/");
  EXPECT_EQ(*files().canonical("/.."), "/");
}

TEST_P(AbsolutePath, ThatLeadsNowhereIsNotFound) {
  world().put("file", "x");
  world().put_link("dangling", "none");
  for (const char* name : {"none", "none/below", "file/below", "dangling", "dangling/below"}) {
    EXPECT_EQ(kind_of(files().open(world().at(name), Modes::Private)), ErrorKind::NotFound) << name;
    EXPECT_EQ(kind_of(files().canonical(world().at(name))), ErrorKind::NotFound) << name;
    EXPECT_EQ(kind_of(files().stat(world().at(name), true)), ErrorKind::NotFound) << name;
  }
}

TEST_P(AbsolutePath, ThatIsAFileIsNoDirectory) {
  world().put("file", "x");
  const auto opened = files().open(world().at("file"), Modes::Private);
  EXPECT_EQ(kind_of(opened), ErrorKind::Denied);
  EXPECT_EQ(opened.error().message, "'" + world().at("file") + "' is not a directory");
}

TEST_P(AbsolutePath, ThatGoesInCirclesIsDenied) {
  world().put_link("a", "b");
  world().put_link("b", "a");
  EXPECT_EQ(kind_of(files().open(world().at("a"), Modes::Private)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(files().canonical(world().at("a/x"))), ErrorKind::Denied);
  EXPECT_EQ(kind_of(files().stat(world().at("a"), true)), ErrorKind::Denied);
}

TEST_P(AbsolutePath, MustBeAbsolute) {
  for (const std::string& path :
       {std::string(), std::string("x"), std::string("./x"), std::string("/x\0y", 4)}) {
    EXPECT_EQ(kind_of(files().open(path, Modes::Private)), ErrorKind::InvalidInput);
    EXPECT_EQ(kind_of(files().canonical(path)), ErrorKind::InvalidInput);
    EXPECT_EQ(kind_of(files().stat(path, true)), ErrorKind::InvalidInput);
    EXPECT_EQ(kind_of(open_or_create(files(), path, Modes::Private)), ErrorKind::InvalidInput);
  }
}

TEST_P(AbsolutePath, IsExaminedWithOrWithoutItsLastLink) {
  world().put("x", "12345");
  world().put_link("link", "x");
  EXPECT_EQ(files().stat(world().at("link"), true)->kind, Kind::File);
  EXPECT_EQ(files().stat(world().at("link"), true)->size, 5U);
  EXPECT_EQ(files().stat(world().at("link"), false)->kind, Kind::Link);
  EXPECT_EQ(*files().stat(world().at("x"), false), *root().stat("x"));
}

TEST_P(AbsolutePath, KnowsWhichProcessesLive) {
  EXPECT_TRUE(files().process_alive(::getpid()));
  EXPECT_FALSE(files().process_alive(0));
  EXPECT_FALSE(files().process_alive(-1));
  EXPECT_FALSE(files().process_alive(0x7fffffff));
}

// rule: P6
TEST_P(OpenOrCreate, MakesWhatIsMissingWithPrivateModes) {
  const auto deep = open_or_create(files(), world().at("a/b//c/./d/"), Modes::Private);
  ASSERT_TRUE(ok(deep));
  EXPECT_EQ((*deep)->path(), world().at("a/b/c/d"));
  for (const char* name : {"a", "a/b", "a/b/c", "a/b/c/d"}) {
    EXPECT_EQ(files().stat(world().at(name), false)->mode, 0700U) << name;
  }
  EXPECT_TRUE(ok(open_or_create(files(), world().at("a/b/c/d"), Modes::Private)));
}

TEST_P(OpenOrCreate, LeavesWhatIsThere) {
  world().put("a/x", "x");
  const Stat before = *files().stat(world().at("a"), false);
  EXPECT_TRUE(ok(open_or_create(files(), world().at("a"), Modes::Private)));
  EXPECT_EQ(*files().stat(world().at("a"), false), before);
}

TEST_P(OpenOrCreate, GoesThroughLinksAboveButMakesNoneReal) {
  world().put_directory("real");
  world().put_link("link", "real");
  world().put_link("dangling", "none");
  const auto below = open_or_create(files(), world().at("link/a/b"), Modes::Private);
  ASSERT_TRUE(ok(below));
  EXPECT_EQ((*below)->path(), world().at("real/a/b"));
  EXPECT_EQ(kind_of(open_or_create(files(), world().at("dangling"), Modes::Private)),
            ErrorKind::Denied);
  EXPECT_EQ(kind_of(open_or_create(files(), world().at("dangling/a"), Modes::Private)),
            ErrorKind::Denied);
}

TEST_P(OpenOrCreate, RefusesAFileInTheWay) {
  world().put("file", "x");
  EXPECT_EQ(kind_of(open_or_create(files(), world().at("file"), Modes::Private)),
            ErrorKind::Denied);
  EXPECT_EQ(kind_of(open_or_create(files(), world().at("file/a/b"), Modes::Private)),
            ErrorKind::Denied);
  EXPECT_EQ(kind_of(open_or_create(files(), world().at("none/../a"), Modes::Private)),
            ErrorKind::InvalidInput);
}

// rule: P5
TEST_P(OpenOrCreate, BelowARootRefusesALink) {
  world().put_directory("outside");
  world().put_link("link", "outside");
  EXPECT_EQ(kind_of(open_or_create(root(), "link")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(open_or_create(root(), "a/b")), ErrorKind::InvalidInput);
  EXPECT_TRUE(ok(open_or_create(root(), "new")));
  EXPECT_TRUE(ok(open_or_create(root(), "new")));
  EXPECT_THAT(names(), ElementsAre("link", "new", "outside"));
}

TEST_P(LockPatiently, TakesAFreeLockAtOnce) {
  auto lock = lock_patiently(files(), root(), milliseconds(0));
  EXPECT_TRUE(ok(lock));
}

// rule: W12
TEST_P(LockPatiently, GivesUpAndNamesTheHolder) {
  const auto held = root().try_lock();
  const auto start = std::chrono::steady_clock::now();
  const auto lock = lock_patiently(files(), root(), milliseconds(60));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(kind_of(lock), ErrorKind::Locked);
  EXPECT_THAT(lock.error().message, StartsWith("'" + world().home() + "' is locked by pid " +
                                               std::to_string(::getpid())));
  EXPECT_THAT(lock.error().hint, HasSubstr("try again"));
  EXPECT_LT(took, std::chrono::seconds(2));
  if (GetParam() == Which::System) {
    EXPECT_GE(took, milliseconds(60));
  }
}

TEST_P(LockPatiently, DoesNotWaitForWhatWillNotCome) {
  world().put_directory("sub");
  const auto sub = root().open("sub");
  world().take_away("sub");
  EXPECT_EQ(kind_of(lock_patiently(files(), **sub, milliseconds(60'000))), ErrorKind::NotFound);
}

}  // namespace
}  // namespace loci::fs::testing::file_system_test
