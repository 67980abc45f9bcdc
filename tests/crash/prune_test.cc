// An `import --prune` that is killed, or whose machine loses power, at every single call: nothing
// of the user's is lost, and the next one ends where an undisturbed one does.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "compile/import_agents.h"
#include "past/history.h"
#include "past/undo.h"
#include "projects/trust.h"
#include "support/person.h"

namespace loci::testing::prune_test {
namespace {

const std::string kTool = kRoot + "/.claude/agent-memory/";

Result<compile::AgentImportReply> import(fs::MemoryFileSystem& files, bool prune) {
  compile::AgentImportRequest request;
  request.prune = prune;
  return compile::import_agents(*Person(files), request);
}

// Three agents' memory was imported; then the tool lost two of them, and a person wrote a note of
// their own into one of these.
std::unique_ptr<fs::MemoryFileSystem> begin() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put(kRoot + "/.git/config", "");
  files->put(kRoot + "/mine.txt", "mine\n");
  files->put(kTool + "brief/a.md", "For a day.\n");
  files->put(kTool + "brief/b.md", "For an hour.\n");
  files->put(kTool + "used/c.md", "For years.\n");
  files->put(kTool + "kept/d.md", "For a while.\n");
  EXPECT_TRUE(projects::trust(*Person(*files), true, false));
  EXPECT_TRUE(import(*files, false));
  auto next = files->after(fs::PowerCut::Nothing);
  for (const char* gone : {"brief/a.md", "brief/b.md", "kept/d.md"}) next->take(kTool + gone);
  for (const auto& [path, text] : next->tree(kPersonHome)) {
    if (path.ends_with("/agents/kept/memory/d.md")) {
      next->put(path.substr(0, path.size() - 4) + "own.md", "---\nname: own\n---\n\nMy own.\n");
      break;
    }
  }
  next->reset_calls();
  return next;
}

// Notes and what lies beside them, with the directories that are empty.
std::map<std::string, std::string> left(fs::MemoryFileSystem& files) {
  std::map<std::string, std::string> all;
  for (const auto& [path, text] : files.tree(kUserHome)) {
    if (path.find("/.loci/state/") != std::string::npos) continue;
    if (!path.ends_with(".state")) all[path] = text;
  }
  for (const auto& [path, text] : files.tree(kPersonHome + "/projects")) {
    const std::size_t agents = path.find("/agents/");
    if (agents == std::string::npos) continue;
    all[fmt::format("agents: {}", path.substr(0, agents))] = "";
    const auto root = files.open(path.substr(0, agents + 7), fs::Modes::Private);
    if (!root) continue;
    const auto entries = (*root)->list();
    if (!entries) continue;
    for (const fs::Entry& entry : *entries) all["agent " + entry.name] = "";
  }
  return all;
}

// rule: A21, A31
TEST(InterruptedPrune, IsFinishedByTheNextOne) {
  auto whole = begin();
  const auto before = left(*whole);
  ASSERT_TRUE(before.contains("agent brief"));
  ASSERT_TRUE(import(*whole, true));
  const std::uint64_t calls = whole->calls();
  const auto expected = left(*whole);
  EXPECT_FALSE(expected.contains("agent brief"));
  EXPECT_TRUE(expected.contains("agent used"));
  EXPECT_TRUE(expected.contains("agent kept"));
  EXPECT_EQ(expected.at(kRoot + "/mine.txt"), "mine\n");
  ASSERT_GT(calls, 10U);
  std::uint64_t cases = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    for (const fs::PowerCut cut :
         {fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Entries, fs::PowerCut::Both}) {
      SCOPED_TRACE(::testing::Message() << "call " << n << ", cut " << static_cast<int>(cut));
      auto files = begin();
      files->die_at(n);
      (void)import(*files, true);
      auto next = files->after(cut);
      const auto repaired = import(*next, true);
      ASSERT_TRUE(repaired) << repaired.error().message;
      EXPECT_EQ(left(*next), expected);
      // What was pruned comes back.
      auto later = next->after(fs::PowerCut::Nothing);
      EXPECT_TRUE(past::undo(*Person(*later), {}));
      EXPECT_EQ(left(*later).contains("agent brief"), true);
      if (::testing::Test::HasFailure()) return;
      ++cases;
    }
  }
  std::printf("interrupted prune: %llu cases over %llu calls, all finished\n",
              static_cast<unsigned long long>(cases), static_cast<unsigned long long>(calls));
}

}  // namespace
}  // namespace loci::testing::prune_test
