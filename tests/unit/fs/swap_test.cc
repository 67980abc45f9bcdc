// Changing a file only when it has the text it was read with, while somebody
// else saves at every single call.

#include "fs/swap.h"

#include <cerrno>
#include <functional>

#include "base/hash.h"
#include "fs/atomic_file.h"
#include "fs/faults.h"
#include "unit/fs/world.h"

namespace loci::fs::testing::swap_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Exchange : public BothWorlds {};
LOCI_IN_BOTH_WORLDS(Exchange);

// rule: W18
TEST_P(Exchange, TradesTwoNames) {
  world().put("a", "1");
  world().put("b", "2");
  const auto before = root().stat("a");
  ASSERT_TRUE(*root().exchange("a", "b"));
  EXPECT_EQ(world().get("a"), "2");
  EXPECT_EQ(world().get("b"), "1");
  EXPECT_EQ(root().stat("b")->inode, before->inode);
}

TEST_P(Exchange, NeedsBothNames) {
  world().put("a", "1");
  EXPECT_EQ(kind_of(root().exchange("a", "b")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().exchange("b", "a")), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(root().exchange("a", "../b")), ErrorKind::InvalidInput);
  EXPECT_EQ(world().get("a"), "1");
}

// What came out is looked at afterwards, so a link may be what came out.
TEST_P(Exchange, MovesALinkWithoutFollowingIt) {
  world().put("a", "1");
  world().put_link("b", "/nowhere");
  ASSERT_TRUE(*root().exchange("a", "b"));
  EXPECT_EQ(root().stat("a")->kind, Kind::Link);
  EXPECT_EQ(world().get("b"), "1");
}

// rule: W18
TEST_P(Exchange, RenamesToANameThatIsFreeOnly) {
  world().put("a", "1");
  world().put("b", "2");
  EXPECT_EQ(kind_of(root().rename_new("a", "b")), ErrorKind::Conflict);
  EXPECT_EQ(world().get("b"), "2");
  ASSERT_TRUE(*root().rename_new("a", "c"));
  EXPECT_THAT(names(), ElementsAre("b", "c"));
  EXPECT_EQ(kind_of(root().rename_new("a", "d")), ErrorKind::NotFound);
}

TEST(NoExchange, IsSaidByThreeNumbers) {
  for (const int number : {EINVAL, ENOSYS, ENOTSUP}) EXPECT_TRUE(lacks_call(number)) << number;
  for (const int number : {0, EIO, EEXIST, EPERM}) EXPECT_FALSE(lacks_call(number)) << number;
}

using Act = std::function<Result<>(Root&)>;

struct Failing {
  const char* name;
  Act act;
  bool looked_after;  // an error after the effect is none
};

std::vector<Failing> failing_calls() {
  return {
      {"rename", [](Root& root) { return root.rename("a", "b"); }, true},
      {"rename over", [](Root& root) { return root.rename("a", "c"); }, true},
      {"exchange",
       [](Root& root) -> Result<> {
         LOCI_TRY(root.exchange("a", "c"));
         return {};
       },
       true},
      {"rename new",
       [](Root& root) -> Result<> {
         LOCI_TRY(root.rename_new("a", "b"));
         return {};
       },
       true},
      {"remove", [](Root& root) { return root.remove("a"); }, true},
      {"sync", [](Root& root) { return root.sync(); }, false},
  };
}

std::vector<std::pair<std::string, std::string>> after_call(const Failing& call, int late,
                                                            int number, bool& succeeded) {
  MemoryFileSystem files;
  files.put("/h/a", "1");
  files.put("/h/c", "3");
  const auto root = *files.open("/h", Modes::Private);
  if (late != 0) {
    files.fail_after_at(1, late);
  } else if (number != 0) {
    files.fail_at(1, number);
  }
  succeeded = call.act(*root).has_value();
  return files.tree("/h");
}

// rule: W19
TEST(CallThatFails, AfterItWorkedHasWorked) {
  for (const Failing& call : failing_calls()) {
    bool succeeded = false;
    const auto expected = after_call(call, 0, 0, succeeded);
    ASSERT_TRUE(succeeded) << call.name;
    for (const int number : {EIO, EINTR, ENOENT, ETIMEDOUT}) {
      EXPECT_EQ(after_call(call, number, 0, succeeded), expected) << call.name << " " << number;
      EXPECT_EQ(succeeded, call.looked_after) << call.name << " " << number;
    }
  }
}

// rule: W19
TEST(CallThatFails, BecauseOfASignalIsRepeated) {
  for (const Failing& call : failing_calls()) {
    if (!call.looked_after) continue;
    bool succeeded = false;
    const auto expected = after_call(call, 0, 0, succeeded);
    EXPECT_EQ(after_call(call, 0, EINTR, succeeded), expected) << call.name;
    EXPECT_TRUE(succeeded) << call.name;
  }
}

TEST(CallThatFails, WithoutEffectHasFailed) {
  for (const Failing& call : failing_calls()) {
    bool succeeded = true;
    const auto found = after_call(call, 0, EIO, succeeded);
    EXPECT_FALSE(succeeded) << call.name;
    EXPECT_EQ(found.size(), 2U) << call.name;
  }
}

// One change by a batch, and the same text whichever way it is done.
struct Change {
  const char* name;
  std::optional<std::string_view> before;
  std::optional<std::string_view> after;
  bool by_hash = false;  // of the text before nothing else is known

  [[nodiscard]] Expected expected() const {
    static const std::string kHash = sha256("old text");
    return by_hash ? Expected{std::nullopt, kHash} : Expected{before};
  }
};
constexpr Change kChanges[] = {{"replace", "old text", "new text"},
                               {"create", std::nullopt, "new text"},
                               {"remove", "old text", std::nullopt},
                               {"replace by hash", "old text", "new text", true},
                               {"remove by hash", "old text", std::nullopt, true}};

// Somebody else who saves into the file, in its place, or removes it.
enum class Hand { Writes, Renames, Removes };

void save(MemoryFileSystem& files, Hand hand, const std::string& text) {
  if (hand != Hand::Writes) files.take("/h/x.md");
  if (hand != Hand::Removes) files.put("/h/x.md", text);
}

struct Played {
  std::uint64_t calls = 0;
  std::string present;             // what x.md has; "" = it is not there
  std::vector<std::string> aside;  // what leftovers have
  bool overtaken = false;
};

// Commits the change; `hands` act before the n-th call of the commit each.
Played play(const Change& change, const std::vector<std::pair<std::uint64_t, Hand>>& hands,
            bool exchange) {
  MemoryFileSystem files;
  files.put_directory("/h");
  if (change.before) files.put("/h/x.md", *change.before);
  if (!exchange) files.lack_exchange();
  const auto root = *files.open("/h", Modes::Private);
  FileBatch batch;
  const Expected expected = change.expected();
  if (change.after) {
    EXPECT_TRUE(ok(batch.replace(*root, "x.md", *change.after, expected)));
  } else {
    batch.remove(*root, "x.md", expected);
  }
  files.reset_calls();
  std::function<void(std::size_t)> plan = [&](std::size_t next) {
    if (next == hands.size()) return;
    const std::uint64_t passed = next == 0 ? 0 : hands[next - 1].first;
    files.act_at(hands[next].first - passed, [&, next] {
      save(files, hands[next].second, "saved " + std::to_string(next + 1));
      plan(next + 1);
    });
  };
  plan(0);
  EXPECT_TRUE(ok(batch.commit(Durability::Unsynced)));
  Played played;
  played.calls = files.all_calls();
  played.present = files.get("/h/x.md");
  played.overtaken = !batch.overtaken().empty();
  for (const auto& [path, bytes] : files.tree("/h")) {
    if (path != "/h/x.md") played.aside.push_back(bytes);
  }
  if (played.overtaken && batch.overtaken().front().leftover.empty()) {
    EXPECT_THAT(played.aside, IsEmpty());
  }
  return played;
}

// rule: W18
TEST(SavedMeanwhile, StaysInPlaceAtEveryCall) {
  int cases = 0;
  for (const Change& change : kChanges) {
    const std::uint64_t calls = play(change, {}, true).calls;
    for (std::uint64_t n = 1; n <= calls + 4; ++n) {
      for (const Hand hand : {Hand::Writes, Hand::Renames, Hand::Removes}) {
        if (hand == Hand::Removes && !change.before) continue;  // there is nothing
        const Played played = play(change, {{n, hand}}, true);
        if (n > played.calls) continue;
        ++cases;
        EXPECT_EQ(played.present, hand == Hand::Removes ? "" : "saved 1")
            << change.name << " call " << n << " hand " << static_cast<int>(hand);
        EXPECT_THAT(played.aside, IsEmpty()) << change.name << " call " << n;
      }
    }
  }
  if (!HasFailure()) std::printf("saves in the midst of a swap: %d, none lost\n", cases);
}

// Somebody saves, and once more while what he saved is put back: the later text
// is in place, and the earlier is there as well when loci had it in its hands.
// rule: W18
TEST(SavedMeanwhile, MayBeSavedAgain) {
  int cases = 0;
  for (const Change& change : kChanges) {
    const std::uint64_t calls = play(change, {{1, Hand::Renames}}, true).calls;
    for (std::uint64_t n = 1; n <= calls; ++n) {
      for (std::uint64_t m = n + 1; m <= calls + 8; ++m) {
        for (const Hand hand : {Hand::Writes, Hand::Renames}) {
          const Played played = play(change, {{n, Hand::Renames}, {m, hand}}, true);
          if (m > played.calls) continue;
          ++cases;
          EXPECT_EQ(played.present, "saved 2") << change.name << " calls " << n << ", " << m;
          for (const std::string& text : played.aside) {
            EXPECT_EQ(text, "saved 1") << change.name << " calls " << n << ", " << m;
          }
        }
      }
    }
  }
  if (!HasFailure()) std::printf("two saves in the midst of a swap: %d, none lost\n", cases);
}

// The moment between the look and the rename cannot be had away there.
// rule: W18
TEST(SavedMeanwhile, IsLostOnlyRightBeforeTheRenameWhereThereIsNoExchange) {
  for (const Change& change : kChanges) {
    const std::uint64_t calls = play(change, {}, false).calls;
    int lost = 0;
    for (std::uint64_t n = 1; n <= calls; ++n) {
      const Played played = play(change, {{n, Hand::Renames}}, false);
      if (played.present != "saved 1") ++lost;
    }
    // In memory a call that looks or renames has one or two such points.
    EXPECT_LE(lost, 3) << change.name;
    EXPECT_FALSE(play(change, {}, false).overtaken);
    EXPECT_EQ(play(change, {}, false).present, change.after.value_or(""));
  }
}

// rule: W18
TEST(SavedMeanwhile, IsToldOfInABatchWhoseOtherFilesGoOn) {
  MemoryFileSystem files;
  for (const char* name : {"a", "b", "c"}) files.put(std::string("/h/") + name, "old");
  const auto root = *files.open("/h", Modes::Private);
  FileBatch batch;
  for (const char* name : {"a", "b", "c"}) {
    ASSERT_TRUE(ok(batch.replace(*root, name, "new", {"old"})));
  }
  files.put("/h/b", "saved");
  ASSERT_TRUE(ok(batch.commit()));
  ASSERT_EQ(batch.overtaken().size(), 1U);
  EXPECT_EQ(batch.overtaken().front().name, "b");
  EXPECT_EQ(files.tree("/h"), (std::vector<std::pair<std::string, std::string>>{
                                  {"/h/a", "new"}, {"/h/b", "saved"}, {"/h/c", "new"}}));
}

// rule: W4, W19
TEST(FailedSwap, LeavesTheOldTextOrTheNewAndLosesNone) {
  for (const Change& change : kChanges) {
    for (const bool late : {false, true}) {
      for (std::uint64_t n = 1; n <= 12; ++n) {
        MemoryFileSystem files;
        files.put_directory("/h");
        if (change.before) files.put("/h/x.md", *change.before);
        const auto root = *files.open("/h", Modes::Private);
        FileBatch batch;
        const Expected expected = change.expected();
        if (late) {
          files.fail_after_at(n, EIO);
        } else {
          files.fail_at(n, EIO);
        }
        Result<> done;
        if (change.after) {
          done = batch.replace(*root, "x.md", *change.after, expected);
        } else {
          batch.remove(*root, "x.md", expected);
        }
        if (done) done = batch.commit();
        const std::string present = files.get("/h/x.md");
        const bool changed = present == change.after.value_or("");
        EXPECT_TRUE(changed || present == change.before.value_or("")) << change.name << n;
        if (done) {
          EXPECT_TRUE(changed) << change.name << n;
        }
        if (changed && !done) {
          EXPECT_TRUE(batch.touched()) << change.name << n;
        }
        if (done) {
          EXPECT_EQ(files.tree("/h").size(), change.after ? 1U : 0U) << change.name << n;
        }
      }
    }
  }
}

TEST(SiblingName, TellsItsFile) {
  MemoryFileSystem files;
  files.put_directory("/h");
  const auto root = *files.open("/h", Modes::Private);
  FileBatch batch;
  ASSERT_TRUE(ok(batch.replace(*root, "a.md", "1")));
  ASSERT_TRUE(ok(batch.replace(*root, "a.md", "2")));
  const auto found = orphans(files, *root);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  for (const std::string& name : *found) {
    EXPECT_TRUE(is_sibling_of(name, "a.md"));
    EXPECT_FALSE(is_sibling_of(name, "b.md"));
  }
  EXPECT_FALSE(is_sibling_of("a.md", "a.md"));
}

}  // namespace
}  // namespace loci::fs::testing::swap_test
