// An apply that is killed, or whose machine loses power, at every single call: the
// next one finds no drift and ends where an undisturbed one does, also when
// the memory changed in between.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "app/apply.h"
#include "app/memory.h"
#include "store/workspace.h"
#include "support/memory_file_system.h"

namespace loci::testing {
namespace {

const std::string kHome = "/home/u/.loci";
const std::string kRoot = "/home/u/app";
const std::string kMemory = kRoot + "/.loci/agents/dev/memory/";

class Person {
 public:
  explicit Person(fs::MemoryFileSystem& files) {
    config_.emplace(*app::Config::load(files, kHome, Environment()));
    store_ = *store::Store::open(files, clock_, log_, kHome);
    app::Session session;
    session.workspace = *store::find_workspace(files, kRoot, {kHome, "/home/u"});
    session.user_home = "/home/u";
    memory_ = std::make_unique<app::Memory>(*store_, *config_, log_, session);
  }
  bool trust() { return memory_->trust(true, false).has_value(); }
  Result<app::ApplyReply> apply() {
    app::ApplyRequest request;
    request.fallback = exchange::Fallback::Context;
    return memory_->apply(request);
  }

 private:
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::optional<app::Config> config_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<app::Memory> memory_;
};

// Memory that was compiled once and has changed since.
std::unique_ptr<fs::MemoryFileSystem> begin() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put(kRoot + "/.git/config",
             "[remote \"origin\"]\n\turl = https://example.com/o/app.git\n");
  files->put(kRoot + "/GEMINI.md", "# Mine\n");
  files->put(kRoot + "/.claude/agents/dev.md", "---\nname: dev\n---\n\nYou are.\n");
  files->put(kMemory + "a.md", "a one\n");
  files->put(kMemory + "b.md", "b one\n");
  EXPECT_TRUE(Person(*files).trust());
  EXPECT_TRUE(Person(*files).apply());
  auto next = files->after(fs::PowerCut::Nothing);
  next->put(kMemory + "a.md", "a two\n");
  next->put(kMemory + "c.md", "c one\n");
  next->put(kMemory + "../../ops/memory/x.md", "x one\n");
  next->put(kMemory + "b.md", "---\nname: b\n---\n");  // blank: its file goes
  next->reset_calls();
  return next;
}

void change(fs::MemoryFileSystem& files) {
  files.put(kMemory + "a.md", "a three\n");
  files.put(kMemory + "c.md", "c two\n");
}

// What a run leaves in the repository.
std::map<std::string, std::string> left(const fs::MemoryFileSystem& files) {
  std::map<std::string, std::string> all;
  for (const auto& [path, text] : files.tree(kRoot)) {
    if (path.find("/.loci/") == std::string::npos) all[path] = text;
  }
  return all;
}

// rule: A11
TEST(InterruptedApply, IsFinishedByTheNextOne) {
  auto whole = begin();
  ASSERT_TRUE(Person(*whole).apply());
  const std::uint64_t calls = whole->calls();
  const auto expected = left(*whole);
  auto later = whole->after(fs::PowerCut::Nothing);
  change(*later);
  ASSERT_TRUE(Person(*later).apply());
  const auto expected_later = left(*later);
  ASSERT_GT(calls, 20U);
  std::uint64_t cases = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    for (const fs::PowerCut cut :
         {fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Entries, fs::PowerCut::Both}) {
      for (const bool changed : {false, true}) {
        SCOPED_TRACE(::testing::Message() << "call " << n << ", cut " << static_cast<int>(cut)
                                          << (changed ? ", then memory changed" : ""));
        auto files = begin();
        files->die_at(n);
        (void)Person(*files).apply();
        auto next = files->after(cut);
        if (changed) change(*next);
        const auto repaired = Person(*next).apply();
        ASSERT_TRUE(repaired) << repaired.error().message;
        EXPECT_FALSE(repaired->refused);
        EXPECT_EQ(left(*next), changed ? expected_later : expected);
        if (::testing::Test::HasFailure()) return;
        ++cases;
      }
    }
  }
  std::printf("interrupted apply: %llu cases over %llu calls, all repaired\n",
              static_cast<unsigned long long>(cases), static_cast<unsigned long long>(calls));
}

}  // namespace
}  // namespace loci::testing
