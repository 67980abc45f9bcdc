// A sync that dies, or whose machine loses power, at any call: nothing that anybody wrote is
// lost, nothing that was deleted or purged comes back, and the next syncs bring the machines
// together as if nothing had happened.

#include <gtest/gtest.h>

#include <cstdio>

#include "base/environment.h"
#include "base/text.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "note/index_outline.h"
#include "past/purge.h"
#include "remote/sync.h"
#include "support/hub.h"
#include "support/trouble.h"

namespace loci::testing::sync_test {
namespace {

// A machine's disk, and what is done on it.
using Disk = std::shared_ptr<fs::MemoryFileSystem>;

Result<> on(fs::MemoryFileSystem& files, const std::function<Result<>(memory::Memory&)>& work) {
  FixedClock clock = story_clock();
  MemoryLog log;
  LOCI_ASSIGN(const auto store, store::Store::open(files, clock, log, kHome));
  LOCI_ASSIGN(const memory::Config config, memory::Config::load(files, kHome, Environment()));
  memory::Memory memory(*store, config, log, memory::Session());
  return work(memory);
}

remote::Remote hub_remote() {
  remote::Remote remote;
  remote.name = "hub";
  remote.url = "/hub";
  remote.mine = true;
  return remote;
}

Result<> sync(fs::MemoryFileSystem& files, Hub& hub) {
  return on(files, [&](memory::Memory& memory) -> Result<> {
    LOCI_TRY(remote::write_remote(memory.store(), hub_remote()));
    remote::SyncRequest request;
    request.open =
        [&](const remote::TransportOptions&) -> Result<std::unique_ptr<remote::Transport>> {
      return std::make_unique<HubTransport>(hub);
    };
    LOCI_TRY(remote::sync_with(memory, hub_remote(), request));
    return {};
  });
}

Result<> change(fs::MemoryFileSystem& files, std::vector<store::FileChange> changes) {
  return on(files, [&](memory::Memory& memory) -> Result<> {
    LOCI_TRY(memory.commit(memory.request("write", {global()}, false),
                           [&](store::View&) -> Result<store::Plan> {
                             return store::Plan{changes, "by hand"};
                           }));
    return {};
  });
}

Result<> purge(fs::MemoryFileSystem& files, const std::string& file) {
  return on(files, [&](memory::Memory& memory) -> Result<> {
    past::PurgeRequest request;
    request.yes = true;
    LOCI_TRY(past::erase(memory, {global(), file}, request));
    return {};
  });
}

std::string lines(std::string_view first, std::string_view last) {
  return note_text("Plan", "what is to be done",
                   fmt::format("{}\n\nBetween the two.\n\nAnd so on.\n\n{}", first, last));
}

Tree notes_of(const fs::MemoryFileSystem& files) {
  Tree notes;
  for (const auto& [path, bytes] : files.tree("/h/memory")) {
    if (path != "/h/memory/MEMORY.md" && path.ends_with(".md")) notes.emplace(path, bytes);
  }
  return notes;
}

// What people wrote in the index, without its blank lines.
constexpr const char* kIndex = "/h/memory/MEMORY.md";
std::string prose_of(const fs::MemoryFileSystem& files) {
  return replace_all(note::index_outline(files.get(kIndex), {}), "\n\n", "\n");
}

// The first note that differs, and what it says.
std::string difference(const Tree& found, const Tree& expected) {
  for (const auto& [path, bytes] : expected) {
    const auto at = found.find(path);
    if (at == found.end()) return path + " is gone";
    if (at->second != bytes) return path + " says\n" + at->second;
  }
  for (const auto& [path, bytes] : found) {
    if (!expected.contains(path)) return path + " is there:\n" + bytes;
  }
  return "";
}

bool says(const fs::MemoryFileSystem& files, std::string_view word) {
  for (const auto& [path, bytes] : files.tree(kHome)) {
    if (bytes.find(word) != std::string::npos) return true;
  }
  return false;
}

// Two machines that agreed, and each changed something since; the other one has sent it.
struct Machines {
  Disk here = std::make_shared<fs::MemoryFileSystem>();
  Disk other = std::make_shared<fs::MemoryFileSystem>();
  Hub hub;
};

Result<Machines> begin() {
  Machines all;
  for (const Disk& disk : {all.here, all.other}) disk->put_directory(kHome);
  LOCI_TRY(change(*all.here, {put(global(), "alpha.md", kA), put(global(), "beta.md", kB),
                              put(global(), "gamma.md", kC), put(global(), "secret.md", kSecret),
                              put(global(), "plan.md", lines("One.", "Two.")),
                              put(global(), "split.md", note_text("Split", "two", "Base."))}));
  LOCI_TRY(sync(*all.here, all.hub));
  LOCI_TRY(sync(*all.other, all.hub));
  all.other->put(kIndex, all.other->get(kIndex) + "\nFrozen in May, says the other.\n");
  LOCI_TRY(
      change(*all.other, {put(global(), "gamma.md", note_text("Gamma", "third", "From the other.")),
                          put(global(), "plan.md", lines("One.", "Two, from the other.")),
                          put(global(), "split.md", note_text("Split", "two", "Theirs.")),
                          put(global(), "theirs.md", note_text("Theirs", "new", "New there.")),
                          take(global(), "beta.md")}));
  LOCI_TRY(sync(*all.other, all.hub));
  all.here->put(kIndex, "# What we know\n\n" + all.here->get(kIndex));
  LOCI_TRY(change(*all.here, {put(global(), "plan.md", lines("One, from here.", "Two.")),
                              put(global(), "split.md", note_text("Split", "two", "Mine.")),
                              put(global(), "mine.md", note_text("Mine", "new", "New here.")),
                              take(global(), "alpha.md")}));
  LOCI_TRY(purge(*all.here, "secret.md"));
  return all;
}

Result<> come_together(fs::MemoryFileSystem& here, fs::MemoryFileSystem& other, Hub& hub) {
  LOCI_TRY(sync(here, hub));
  LOCI_TRY(sync(other, hub));
  LOCI_TRY(sync(here, hub));
  return {};
}

std::string verdict(fs::MemoryFileSystem& here, fs::MemoryFileSystem& other, Hub& hub,
                    const Tree& expected, const std::string& prose) {
  const auto done = come_together(here, other, hub);
  if (!done) return "the next sync: " + done.error().message;
  if (notes_of(here) != notes_of(other)) return "the machines differ";
  if (const std::string odd = difference(notes_of(here), expected); !odd.empty()) {
    return "other notes than without the crash: " + odd;
  }
  if (prose_of(here) != prose || prose_of(other) != prose) {
    return "other words in the index than without the crash:\n" + here.get(kIndex);
  }
  if (says(here, "xyzzy") || says(other, "xyzzy")) return "what was purged is there";
  const std::size_t before = hub.log.size();
  if (!sync(here, hub) || !sync(other, hub)) return "a sync with nothing new fails";
  return hub.log.size() == before ? "" : "it does not end";
}

// rule: RM47
TEST(SyncCrash, LosesNothingAndTheNextSyncsConverge) {
  const auto start = begin();
  ASSERT_TRUE(start) << start.error().message;

  // As it goes without trouble.
  Tree expected;
  std::string prose;
  std::uint64_t calls = 0;
  {
    const auto here = start->here->after(fs::PowerCut::Nothing);
    const auto other = start->other->after(fs::PowerCut::Nothing);
    Hub hub = start->hub;
    here->reset_calls();
    ASSERT_TRUE(sync(*here, hub));
    calls = here->calls();
    const auto done = come_together(*here, *other, hub);
    ASSERT_TRUE(done) << done.error().message;
    expected = notes_of(*here);
    prose = prose_of(*here);
    EXPECT_EQ(prose, prose_of(*other));
    EXPECT_EQ(prose, "Frozen in May, says the other.\n# What we know\n");
    EXPECT_EQ(expected, notes_of(*other));
    EXPECT_EQ(expected.at("/h/memory/plan.md"), lines("One, from here.", "Two, from the other."));
    EXPECT_FALSE(expected.contains("/h/memory/alpha.md"));
    EXPECT_FALSE(expected.contains("/h/memory/beta.md"));
    EXPECT_FALSE(expected.contains("/h/memory/secret.md"));
    EXPECT_EQ(expected.size(), 6U);  // gamma, plan, the two of split, theirs, mine
    EXPECT_FALSE(says(*here, "xyzzy"));
    EXPECT_FALSE(says(*other, "xyzzy"));
  }

  Tally tally;
  const int coins = full() ? 20 : 1;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    const auto files = start->here->after(fs::PowerCut::Nothing);
    Hub hub = start->hub;
    files->die_at(n);
    (void)sync(*files, hub);
    const std::string call =
        n <= files->trace().size() ? files->trace()[n - 1] : std::string("the end");
    const auto examine = [&](std::unique_ptr<fs::MemoryFileSystem> here, const std::string& cut) {
      const auto other = start->other->after(fs::PowerCut::Nothing);
      Hub remote = hub;
      tally.add(fmt::format("call {} ({}), {}", n, call, cut),
                verdict(*here, *other, remote, expected, prose));
    };
    examine(files->after(fs::PowerCut::Nothing), "the process died");
    if (full() || n % 4 == 0) examine(files->after(fs::PowerCut::Data), "bytes lost");
    if (full() || n % 4 == 1) examine(files->after(fs::PowerCut::Entries), "entries lost");
    if (full() || n % 4 == 2) examine(files->after(fs::PowerCut::Both), "both lost");
    for (int i = 0; i < coins && (full() || n % 4 == 3); ++i) {
      const std::uint64_t seed = n * 1000 + static_cast<std::uint64_t>(i);
      examine(files->after_some(seed), fmt::format("seed {}", seed));
    }
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 100U);
  std::printf("sync: %llu calls, %llu crashes, all converge\n",
              static_cast<unsigned long long>(calls), static_cast<unsigned long long>(tally.cases));
}

bool a_note_says(const fs::MemoryFileSystem& files, std::string_view word) {
  const Tree notes = notes_of(files);
  return std::any_of(notes.begin(), notes.end(),
                     [&](const auto& note) { return note.second.find(word) != std::string::npos; });
}

// What somebody types into notes that the dead sync may or may not have changed yet.
void edit_after_the_crash(fs::MemoryFileSystem& files) {
  for (const char* path : {"/h/memory/gamma.md", "/h/memory/plan.md", "/h/memory/theirs.md"}) {
    files.put(path, files.get(path) + "\nAdded to " + path + ".\n");
  }
  files.put(kIndex, files.get(kIndex) + "\nAdded to the index.\n");
}

// rule: RM47
TEST(SyncCrash, AnEditAfterItTakesNothingBackThatOthersWrote) {
  const auto start = begin();
  ASSERT_TRUE(start) << start.error().message;
  Tally tally;
  bool died = true;
  for (std::uint64_t n = 1; died; ++n) {
    const auto files = start->here->after(fs::PowerCut::Nothing);
    Hub hub = start->hub;
    files->die_at(n);
    died = !sync(*files, hub);
    const auto here = files->after(fs::PowerCut::Nothing);
    const auto other = start->other->after(fs::PowerCut::Nothing);
    edit_after_the_crash(*here);
    const auto done = come_together(*here, *other, hub);
    std::string fault = done ? "" : done.error().message;
    for (const char* word : {"From the other.", "Two, from the other.", "One, from here.",
                             "New there.", "Added to /h/memory/gamma.md.",
                             "Added to /h/memory/plan.md.", "Added to /h/memory/theirs.md."}) {
      if (!a_note_says(*here, word)) fault += fmt::format("'{}' is lost; ", word);
    }
    for (const char* word : {"# What we know", "Frozen in May", "Added to the index."}) {
      if (prose_of(*here).find(word) == std::string::npos) {
        fault += fmt::format("'{}' is lost; ", word);
      }
    }
    if (notes_of(*here) != notes_of(*other)) fault += "the machines differ";
    tally.add(fmt::format("call {}", n), fault);
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 30U);
}

// A line that the dead sync brought into the index is not this machine's own: once the other one
// takes it out it stays out, whatever was written here in between.
// rule: RM78
TEST(SyncCrash, BringsNoLineOfAnIndexBackThatOthersTookOutSince) {
  const auto start = begin();
  ASSERT_TRUE(start) << start.error().message;
  Tally tally;
  bool died = true;
  for (std::uint64_t n = 1; died; ++n) {
    const auto files = start->here->after(fs::PowerCut::Nothing);
    Hub hub = start->hub;
    files->die_at(n);
    died = !sync(*files, hub);
    for (const bool edited : {false, true}) {
      const auto here = files->after(fs::PowerCut::Nothing);
      const auto other = start->other->after(fs::PowerCut::Nothing);
      Hub remote = hub;
      if (edited) here->put(kIndex, here->get(kIndex) + "\nAdded since.\n");
      other->put(kIndex, replace_all(other->get(kIndex), "\nFrozen in May, says the other.\n", ""));
      const auto first = sync(*other, remote);
      const auto done = come_together(*here, *other, remote);
      std::string fault = !first ? first.error().message : done ? "" : done.error().message;
      if (prose_of(*here).find("Frozen") != std::string::npos) fault += "the line is back; ";
      if (prose_of(*here).find("# What we know") == std::string::npos) fault += "mine is lost; ";
      if (edited && prose_of(*here).find("Added since.") == std::string::npos) fault += "lost; ";
      if (prose_of(*here) != prose_of(*other)) fault += "the machines differ";
      tally.add(fmt::format("call {}{}", n, edited ? ", edited" : ""), fault);
    }
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 60U);
}

// rule: RM44
TEST(SyncCrash, OfAReadOnlyRemoteLeavesItAloneWhateverAnEarlierSyncLeft) {
  const auto start = begin();
  ASSERT_TRUE(start) << start.error().message;
  // It died before its changes were sent; since then the remote is read-only.
  for (std::uint64_t n = 1;; ++n) {
    const auto files = start->here->after(fs::PowerCut::Nothing);
    Hub hub = start->hub;
    files->die_at(n);
    if (sync(*files, hub)) break;
    const auto next = files->after(fs::PowerCut::Nothing);
    const std::size_t before = hub.log.size();
    const auto done = on(*next, [&](memory::Memory& memory) -> Result<> {
      remote::Remote remote = hub_remote();
      remote.read_only = true;
      remote::SyncRequest request;
      request.open =
          [&](const remote::TransportOptions&) -> Result<std::unique_ptr<remote::Transport>> {
        return std::make_unique<HubTransport>(hub);
      };
      LOCI_TRY(remote::sync_with(memory, remote, request));
      return {};
    });
    ASSERT_TRUE(done) << n << ": " << done.error().message;
    EXPECT_EQ(hub.log.size(), before) << n;
    EXPECT_TRUE(next->exists("/h/memory/mine.md")) << n;
    EXPECT_TRUE(next->exists("/h/memory/theirs.md")) << n;
  }
}

}  // namespace
}  // namespace loci::testing::sync_test
