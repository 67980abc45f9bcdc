// A setup or unsetup that is killed, or whose machine loses power, at every
// single call: unsetup then leaves every file as it was before the first setup,
// and nowhere a copy of another tool's settings beside them.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "base/path.h"
#include "compile/setup.h"
#include "fs/atomic_file.h"
#include "memory/memory.h"
#include "support/person.h"

namespace loci::testing::setup_test {
namespace {

bool setup(memory::Memory& memory) {
  compile::SetupRequest request;
  request.tools = {"claude", "codex", "cursor"};
  return compile::setup(memory, request).has_value();
}

bool unsetup(memory::Memory& memory) {
  compile::SetupRequest request;
  request.all = true;
  return compile::unsetup(memory, request).has_value();
}

// A file that is there, one that is not, a value that gives way and is put back, and a tool
// with no directory yet.
std::unique_ptr<fs::MemoryFileSystem> begin() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put_directory(kRoot + "/.git");
  files->put("/home/u/.claude.json", "{\n  \"oauth\": \"CANARY\" // mine\n}");
  files->put("/home/u/.codex/config.toml", "model = \"CANARY\"\n[features]\nmemories = true");
  return files;
}

// What is wrong behind an unsetup that went through, or "".
std::string faults_of(const fs::MemoryFileSystem& files) {
  std::string faults;
  const auto first = begin();
  for (const auto& [path, text] : files.tree("/")) {
    if (fs::is_temporary_name(last_component(path))) faults += "left behind: " + path + "\n";
    const bool backup = path.starts_with(kPersonHome + "/state/setup/");
    if (path.starts_with(kPersonHome) && !backup && text.find("CANARY") != std::string::npos) {
      faults += "a copy: " + path + "\n";
    }
    if (path.starts_with(kPersonHome)) continue;
    if (!first->exists(path)) faults += "is there: " + path + "\n";
  }
  for (const auto& [path, text] : first->tree("/")) {
    if (files.get(path) != text) faults += path + " is " + files.get(path) + "\n";
  }
  for (const char* made : {"/home/u/.cursor", "/home/u/.claude"}) {
    if (files.exists(made)) faults += std::string("is there: ") + made + "\n";
  }
  return faults;
}

using Act = bool (*)(memory::Memory&);

// Cuts `act` at every call; counts the cases and names what the next unsetup left.
std::uint64_t cut_everywhere(const fs::MemoryFileSystem& start, Act act) {
  auto whole = start.after(fs::PowerCut::Nothing);
  whole->reset_calls();
  EXPECT_TRUE(act(*Person(*whole)));
  const std::uint64_t calls = whole->calls();
  EXPECT_GT(calls, 10U);
  std::uint64_t cases = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    for (const fs::PowerCut cut :
         {fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Entries, fs::PowerCut::Both}) {
      auto files = start.after(fs::PowerCut::Nothing);
      {
        Person person(*files);
        files->die_at(n);
        // The last two calls note it for `undo`, which is not waited for.
        EXPECT_TRUE(!act(*person) || n + 2 > calls) << n;
      }
      auto next = files->after(cut);
      EXPECT_TRUE(unsetup(*Person(*next))) << n;
      EXPECT_EQ(faults_of(*next), "")
          << "call " << n << " of " << calls << ", cut " << static_cast<int>(cut);
      ++cases;
    }
  }
  return cases;
}

// rule: E19
TEST(InterruptedSetup, IsTakenBackByUnsetup) {
  const auto files = begin();
  std::printf("[ COUNTED  ] %lu cuts\n", cut_everywhere(*files, setup));
}

// A setup that takes permissions back, which an earlier one gave.
bool narrow(memory::Memory& memory) {
  compile::SetupRequest request;
  request.tools = {"claude"};
  request.parts.allow = exchange::Allow::Read;
  return compile::setup(memory, request).has_value();
}

// rule: E19, E20
TEST(InterruptedSetup, ThatTakesPermissionsBackIsTakenBackByUnsetup) {
  const auto files = begin();
  ASSERT_TRUE(setup(*Person(*files)));
  std::printf("[ COUNTED  ] %lu cuts\n", cut_everywhere(*files, narrow));
}

// rule: E19
TEST(InterruptedUnsetup, IsFinishedByTheNextOne) {
  const auto files = begin();
  ASSERT_TRUE(setup(*Person(*files)));
  std::printf("[ COUNTED  ] %lu cuts\n", cut_everywhere(*files, unsetup));
}

// rule: E19
TEST(InterruptedSetup, IsFinishedByTheNextOne) {
  const auto files = begin();
  ASSERT_TRUE(setup(*Person(*files)));
  std::map<std::string, std::string> wanted;
  for (const auto& [path, text] : files->tree("/home/u")) {
    if (!path.starts_with(kPersonHome)) wanted[path] = text;
  }
  const std::uint64_t calls = files->calls();
  for (std::uint64_t n = 1; n <= calls; ++n) {
    auto killed = begin();
    {
      Person person(*killed);
      killed->die_at(n);
      if (setup(*person)) continue;
    }
    auto next = killed->after(fs::PowerCut::Nothing);
    ASSERT_TRUE(setup(*Person(*next))) << n;
    std::map<std::string, std::string> found;
    for (const auto& [path, text] : next->tree("/home/u")) {
      if (!path.starts_with(kPersonHome)) found[path] = text;
      EXPECT_FALSE(fs::is_temporary_name(last_component(path))) << n << ": " << path;
    }
    EXPECT_EQ(found, wanted) << n;
    EXPECT_TRUE(unsetup(*Person(*next))) << n;
    EXPECT_EQ(faults_of(*next), "") << n;
  }
}

}  // namespace
}  // namespace loci::testing::setup_test
