// An apply that is killed, or whose machine loses power, at every single call: the
// next one finds no drift and ends where an undisturbed one does, also when
// the memory changed in between.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "compile/apply.h"
#include "fs/temporary.h"
#include "projects/trust.h"
#include "support/person.h"

namespace loci::testing::apply_test {
namespace {

const std::string kMemory = kRoot + "/.loci/agents/dev/memory/";

Result<compile::ApplyReply> apply(fs::MemoryFileSystem& files) {
  compile::ApplyRequest request;
  request.fallback = exchange::Fallback::Context;
  return compile::apply(*Person(files), request);
}

// Memory that was compiled once and has changed since.
std::unique_ptr<fs::MemoryFileSystem> begin() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put(kRoot + "/.git/config",
             "[remote \"origin\"]\n\turl = https://example.com/o/app.git\n");
  files->put(kRoot + "/GEMINI.md", "# Mine\n");
  files->put(kRoot + "/.claude/agents/dev.md", "---\nname: dev\n---\n\nYou are.\n");
  files->put(kMemory + "a.md", "a one\n");
  files->put(kMemory + "b.md", "b one\n");
  EXPECT_TRUE(projects::trust(*Person(*files), true, false));
  EXPECT_TRUE(apply(*files));
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
  ASSERT_TRUE(apply(*whole));
  const std::uint64_t calls = whole->calls();
  const auto expected = left(*whole);
  auto later = whole->after(fs::PowerCut::Nothing);
  change(*later);
  ASSERT_TRUE(apply(*later));
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
        (void)apply(*files);
        auto next = files->after(cut);
        if (changed) change(*next);
        const auto repaired = apply(*next);
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

enum class Hand : std::uint8_t { Writes, Renames };

constexpr std::string_view kSaved = "Saved by the tool, unlike any other.";

// As the tool would have it: its file with a line more.
std::string saved_text(const fs::MemoryFileSystem& files, const std::string& path) {
  return fmt::format("{}\n{}\n", files.get(path), kSaved);
}

// What apply replaces, makes and removes, a file with a block, and one with a line.
const std::vector<std::string> kTools = {
    "/.claude/agent-memory/dev/a.md", "/.claude/agent-memory/dev/c.md",
    "/.claude/agent-memory/dev/b.md", "/GEMINI.md", "/.claude/agents/dev.md"};

// The call before which the first file changes its name.
std::uint64_t first_publishing_call(fs::MemoryFileSystem& files) {
  std::uint64_t first = 0;
  files.refuse_calls([&](const std::string& line) {
    const bool publishes = line.find("/.claude/") != std::string::npos &&
                           (line.starts_with("exchange ") || line.starts_with("rename"));
    if (publishes && first == 0) first = files.all_calls();
    return 0;
  });
  EXPECT_TRUE(apply(files));
  files.refuse_calls(nullptr);
  return first;
}

void save_during_apply(const fs::MemoryFileSystem& start, const std::string& path, std::uint64_t n,
                       Hand hand, std::uint64_t& conflicts) {
  auto files = start.after(fs::PowerCut::Nothing);
  files->act_at(n, [&] {
    const std::string text = saved_text(*files, path);
    if (hand == Hand::Renames && files->exists(path)) files->take(path);
    files->put(path, text);
  });
  const auto applied = apply(*files);
  if (!applied) {
    EXPECT_EQ(applied.error().kind, ErrorKind::Conflict) << applied.error().message;
    ++conflicts;
    // Nor does the next one take it away.
    files = files->after(fs::PowerCut::Nothing);
    EXPECT_TRUE(apply(*files));
  }
  EXPECT_NE(files->get(path).find(kSaved), std::string::npos);
  for (const auto& [left, bytes] : files->tree("/")) {
    EXPECT_FALSE(fs::is_temporary_name(left.substr(left.rfind('/') + 1))) << left;
  }
}

// Before each call of the publish phase, and before some that only look.
// rule: A23
TEST(SavedInATool, IsNeverLostAtAnyCallOfAnApply) {
  const auto start = begin();
  // The tool's definition lost its line, which comes again.
  start->put(kRoot + "/.claude/agents/dev.md", "---\nname: dev\n---\n\nYou are.\n");
  const auto rehearsal = start->after(fs::PowerCut::Nothing);
  const std::uint64_t first = first_publishing_call(*rehearsal);
  const std::uint64_t calls = rehearsal->all_calls();
  ASSERT_GT(first, 0U);
  std::uint64_t saves = 0;
  std::uint64_t conflicts = 0;
  for (const std::string& name : kTools) {
    const std::string path = kRoot + name;
    ASSERT_NE(rehearsal->get(path), start->get(path)) << path << " is not changed";
    for (std::uint64_t n = 1; n <= calls; ++n) {
      if (n + 8 < first && n % 16 != 0) continue;
      const Hand hand = n % 2 == 0 ? Hand::Writes : Hand::Renames;
      SCOPED_TRACE(::testing::Message() << name << " saved before call " << n << " of " << calls);
      save_during_apply(*start, path, n, hand, conflicts);
      if (::testing::Test::HasFailure()) return;
      ++saves;
    }
  }
  std::printf("saved in a tool during apply: %llu saves, %llu conflicts, 0 lost\n",
              static_cast<unsigned long long>(saves), static_cast<unsigned long long>(conflicts));
}

}  // namespace
}  // namespace loci::testing::apply_test
