// Replacing files when calls fail, the process dies or the power is cut: at
// every call, in memory.

#include <algorithm>
#include <cerrno>
#include <functional>

#include "fs/atomic_file.h"
#include "unit/fs/world.h"

namespace loci::fs::testing::atomic_file_failure_test {
namespace {

using Tree = std::vector<std::pair<std::string, std::string>>;

constexpr PowerCut kCuts[] = {PowerCut::Nothing, PowerCut::Data, PowerCut::Entries, PowerCut::Both};
constexpr std::uint64_t kSeeds = 32;
constexpr std::string_view kOld = "the old text";
constexpr std::string_view kNew = "the new and longer text";

// What is done, to files made by set_up(); and how it may leave them.
struct Story {
  std::function<void(MemoryFileSystem&)> set_up;
  std::function<Result<>(MemoryFileSystem&)> act;
  std::vector<Tree> states;  // the last is that of success
  bool atomic = true;        // no other state may be seen, siblings aside
};

Result<> replace_and_sync(MemoryFileSystem& files) {
  LOCI_ASSIGN(const auto root, files.open("/h", Modes::Private));
  LOCI_TRY(replace_file(*root, "x.md", kNew));
  return root->sync();
}

Story replacing() {
  return {[](MemoryFileSystem& files) { files.put("/h/x.md", kOld); },
          replace_and_sync,
          {{{"/h/x.md", std::string(kOld)}}, {{"/h/x.md", std::string(kNew)}}}};
}

Story creating() {
  return {[](MemoryFileSystem& files) { files.put_directory("/h"); },
          replace_and_sync,
          {{}, {{"/h/x.md", std::string(kNew)}}}};
}

// The same for the text that is expected there, which makes place by an exchange.
Story replacing_expected() {
  Story story = replacing();
  story.act = [](MemoryFileSystem& files) -> Result<> {
    LOCI_ASSIGN(const auto root, files.open("/h", Modes::Private));
    FileBatch changes;
    LOCI_TRY(changes.replace(*root, "x.md", kNew, {kOld}));
    return changes.commit();
  };
  return story;
}

// One file replaced, one made, one removed, in two directories. Not atomic as a
// whole, but each file is.
Story batch() {
  return {[](MemoryFileSystem& files) {
            files.put("/h/a.md", "old a");
            files.put("/h/gone.md", "old gone");
            files.put_directory("/h/sub");
          },
          [](MemoryFileSystem& files) -> Result<> {
            LOCI_ASSIGN(const auto root, files.open("/h", Modes::Umask));
            LOCI_ASSIGN(const auto sub, root->open("sub"));
            FileBatch changes;
            LOCI_TRY(changes.replace(*root, "a.md", "new a"));
            LOCI_TRY(changes.replace(*sub, "b.md", "new b"));
            changes.remove(*root, "gone.md");
            return changes.commit();
          },
          {{{"/h/a.md", "old a"}, {"/h/gone.md", "old gone"}},
           {{"/h/a.md", "new a"}, {"/h/sub/b.md", "new b"}}},
          false};
}

Tree without_siblings(const Tree& tree) {
  Tree notes;
  for (const auto& file : tree) {
    if (!is_temporary_name(file.first.substr(file.first.rfind('/') + 1))) notes.push_back(file);
  }
  return notes;
}

bool may_be(const Story& story, const Tree& tree) {
  if (story.atomic) {
    return std::find(story.states.begin(), story.states.end(), tree) != story.states.end();
  }
  return std::all_of(tree.begin(), tree.end(), [&](const auto& file) {
    return std::any_of(story.states.begin(), story.states.end(), [&](const Tree& state) {
      return std::find(state.begin(), state.end(), file) != state.end();
    });
  });
}

std::uint64_t calls_of(const Story& story) {
  MemoryFileSystem files;
  story.set_up(files);
  EXPECT_TRUE(ok(story.act(files)));
  EXPECT_EQ(files.tree("/"), story.states.back());
  return files.calls();
}

// Plays the story, dying at every call and not at all, with every cut after it.
// The bad endings, as "call/cut".
using Filter = std::function<bool(const std::string&)>;
std::vector<std::string> bad_endings(const Story& story, const Filter& skip) {
  std::vector<std::string> bad;
  const std::uint64_t calls = calls_of(story);
  for (std::uint64_t death = 1; death <= calls + 1; ++death) {
    MemoryFileSystem files;
    story.set_up(files);
    files.skip_calls(skip);
    files.die_at(death);
    const bool done = story.act(files).has_value();
    const auto judge = [&](const MemoryFileSystem& next, const std::string& cut) {
      const Tree found = without_siblings(next.tree("/"));
      const bool good = done ? found == story.states.back() : may_be(story, found);
      if (!good) bad.push_back(std::to_string(death) + "/" + cut);
    };
    for (const PowerCut cut : kCuts) {
      judge(*files.after(cut), std::to_string(static_cast<int>(cut)));
    }
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      judge(*files.after_some(seed), "seed " + std::to_string(seed));
    }
  }
  return bad;
}

struct NamedStory {
  const char* name;
  Story (*make)();
};

class AfterAPowerCut : public ::testing::TestWithParam<NamedStory> {};

INSTANTIATE_TEST_SUITE_P(Fs, AfterAPowerCut,
                         ::testing::Values(NamedStory{"Replacing", replacing},
                                           NamedStory{"Creating", creating},
                                           NamedStory{"Batch", batch},
                                           NamedStory{"ReplacingExpected", replacing_expected}),
                         [](const auto& which) { return which.param.name; });

// rule: W3
TEST_P(AfterAPowerCut, AFileHasItsOldBytesOrItsNew) {
  EXPECT_THAT(bad_endings(GetParam().make(), nullptr), ::testing::IsEmpty());
}

// rule: W3
TEST_P(AfterAPowerCut, EveryMissingSyncIsNoticed) {
  const Story story = GetParam().make();
  MemoryFileSystem files;
  story.set_up(files);
  ASSERT_TRUE(ok(story.act(files)));
  int syncs = 0;
  for (const std::string& line : files.trace()) {
    if (!line.starts_with("sync")) continue;
    ++syncs;
    const auto skip = [&](const std::string& call) { return call == line; };
    EXPECT_THAT(bad_endings(story, skip), ::testing::Not(::testing::IsEmpty())) << line;
  }
  EXPECT_GE(syncs, 2);
}

// rule: W14
TEST_P(AfterAPowerCut, TheNextProcessSweepsWhatWasLeft) {
  const Story story = GetParam().make();
  const std::uint64_t calls = calls_of(story);
  for (std::uint64_t death = 1; death <= calls; ++death) {
    MemoryFileSystem files;
    story.set_up(files);
    files.die_at(death);
    EXPECT_FALSE(story.act(files));
    const auto next = files.after(PowerCut::Nothing);
    for (const char* path : {"/h", "/h/sub"}) {
      const auto root = next->open(path, Modes::Private);
      if (!root) continue;
      ASSERT_TRUE(ok(sweep_temporary_files(*next, **root)));
    }
    EXPECT_EQ(next->tree("/"), without_siblings(files.tree("/"))) << death;
  }
}

// rule: W4
TEST_P(AfterAPowerCut, AFailedCallLeavesNoSiblingAndIsReported) {
  const Story story = GetParam().make();
  const std::uint64_t calls = calls_of(story);
  for (const int number : {ENOSPC, EIO}) {
    for (std::uint64_t call = 1; call <= calls; ++call) {
      MemoryFileSystem files;
      story.set_up(files);
      files.fail_at(call, number);
      const auto outcome = story.act(files);
      // What has served and cannot be removed is removed once more.
      if (files.trace().at(call - 1).starts_with("remove /h/.loci-")) {
        EXPECT_TRUE(ok(outcome));
      } else {
        EXPECT_EQ(kind_of(outcome), ErrorKind::Io) << files.trace().at(call - 1);
      }
      const Tree found = files.tree("/");
      EXPECT_EQ(found, without_siblings(found)) << files.trace().at(call - 1);
      EXPECT_TRUE(may_be(story, found)) << files.trace().at(call - 1);
      files.fail_at(0, 0);
      EXPECT_TRUE(ok(story.act(files)));
      EXPECT_EQ(files.tree("/"), story.states.back()) << "the second try succeeds";
    }
  }
}

// rule: W2
TEST(ReplaceFileCalls, AreAsFewAsCanBe) {
  MemoryFileSystem files;
  files.put("/h/x.md", kOld);
  ASSERT_TRUE(ok(replace_and_sync(files)));
  const std::string sibling = temporary_name(this_writer(), sibling_number("x.md"));
  EXPECT_THAT(files.trace(),
              ::testing::ElementsAre("create /h/" + sibling, "write /h/" + sibling + " 23",
                                     "sync /h/" + sibling, "rename /h/" + sibling + " -> x.md",
                                     "sync-directory /h"));
}

// rule: W2
TEST(ReplaceFileCalls, OfABatchWriteAllThenSyncAllThenRenameAll) {
  MemoryFileSystem files;
  files.put_directory("/h");
  const auto root = files.open("/h", Modes::Private);
  FileBatch changes;
  ASSERT_TRUE(ok(changes.replace(**root, "a", "1")));
  ASSERT_TRUE(ok(changes.replace(**root, "b", "2")));
  ASSERT_TRUE(ok(changes.commit()));
  std::string order;
  for (const std::string& line : files.trace()) order += line.substr(0, line.find(' ')) + " ";
  EXPECT_EQ(order, "create write create write sync sync rename rename sync-directory ");
}

TEST(ReplaceFileCalls, WithoutDurabilityHaveNoSync) {
  MemoryFileSystem files;
  files.put_directory("/h");
  const auto root = files.open("/h", Modes::Private);
  FileBatch changes;
  ASSERT_TRUE(ok(changes.replace(**root, "a", "1")));
  ASSERT_TRUE(ok(changes.commit(Durability::Unsynced)));
  ASSERT_TRUE(ok(replace_file(**root, "b", "2", Durability::Unsynced)));
  for (const std::string& line : files.trace()) EXPECT_FALSE(line.starts_with("sync")) << line;
}

}  // namespace
}  // namespace loci::fs::testing::atomic_file_failure_test
