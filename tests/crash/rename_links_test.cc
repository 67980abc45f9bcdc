// A renamed note takes its links along: killed or cut off at any point, the note
// and all who link to it have the new name or the old one.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "base/environment.h"
#include "memory/change.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/moving.h"
#include "memory/session.h"
#include "past/undo.h"
#include "support/processes.h"
#include "support/trouble.h"

namespace loci::testing::rename_links_test {
namespace {

// Somebody at work in the story's world.
Result<> work(World& world, const std::function<Result<>(memory::Memory&)>& what) {
  MemoryLog log;
  LOCI_ASSIGN(const memory::Config config, memory::Config::load(world.files, kHome, Environment()));
  memory::Session session;
  session.workspace = store::Workspace{kWorkspace, kSlug, true, false};
  memory::Memory memory(world.store, config, log, session);
  return what(memory);
}

Result<> furnish_with_links(World& world) {
  LOCI_TRY(furnish(world));
  LOCI_TRY(store::record_workspace(world.store, {kWorkspace, kSlug, true, false}));
  const std::vector<store::Place> places{global(), personal(), shared()};
  for (int i = 0; i < 6; ++i) {
    const store::Place& place = places[static_cast<std::size_t>(i) % places.size()];
    LOCI_TRY(
        commit(world, "write", {place},
               {put(place, fmt::format("link-{}.md", i),
                    note_text(fmt::format("Link {}", i), "links to alpha", "See [[alpha]]."))}));
  }
  return {};
}

Story rename_with_links() {
  const Step rename = [](World& world) {
    return work(world, [](memory::Memory& memory) -> Result<> {
      LOCI_ASSIGN(const memory::ChangeReply reply,
                  memory::rename(memory, {"alpha", {}, std::nullopt, false}, "omega"));
      if (reply.relinked == 6) return {};
      return fail(internal_error(fmt::format("{} notes followed", reply.relinked)));
    });
  };
  const Step undo = [](World& world) {
    return work(world, [](memory::Memory& memory) -> Result<> {
      LOCI_TRY(past::undo(memory, {}));
      return {};
    });
  };
  return {"rename with links, then undo", furnish_with_links, {rename, undo}};
}

// rule: K3, W3
TEST(RenameWithLinks, IsWholeOrAbsentAtEveryCut) {
  const Story story = rename_with_links();
  Tally tally;
  cut_everywhere(tell(story), tally, full() ? 40 : 2);
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 100U);
  std::printf("rename with links: %llu cuts, all whole or absent\n",
              static_cast<unsigned long long>(tally.cases));
}

TEST(RenameWithLinks, IsTakenBackByOneUndo) {
  const Story story = rename_with_links();
  const Told told = tell(story);
  EXPECT_EQ(told.states.front(), told.states.back());
  EXPECT_NE(told.states.front(), told.states[1]);
}

namespace disk = std::filesystem;

// A home with a note that a thousand others link to, and the program.
class Thousand {
 public:
  Thousand() {
    // A kill loses nothing that was written, so that a disk in memory will do.
    const disk::path memory_disk = "/dev/shm";
    const bool there = ::access(memory_disk.c_str(), W_OK) == 0;
    std::string name =
        ((there ? memory_disk : disk::temp_directory_path()) / "loci-links-XXXXXX").string();
    base_ = disk::canonical(::mkdtemp(name.data()));
    memory_ = base_ / "home" / "memory";
    disk::create_directories(memory_);
    std::ofstream(memory_ / "a.md") << note_text("Subject", "what all link to", "text");
    for (int i = 0; i < kLinks; ++i) {
      std::ofstream(memory_ / fmt::format("n{}.md", i))
          << note_text(fmt::format("N{}", i), "one of many", "See [[a]].");
    }
    EXPECT_EQ(run({"reindex"}), 0);
  }
  ~Thousand() { disk::remove_all(base_); }
  Thousand(const Thousand&) = delete;
  Thousand& operator=(const Thousand&) = delete;

  // Runs the program, killed after `patience` when there is one.
  int run(std::vector<std::string> words, std::chrono::microseconds patience = {}) {
    words.insert(words.begin(), LOCI_BINARY);
    const pid_t child = ::fork();
    if (child == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      ::dup2(nothing, STDOUT_FILENO);
      ::setenv("LOCI_HOME", (base_ / "home").c_str(), 1);
      ::setenv("LOCI_WORKSPACE", base_.c_str(), 1);
      ::setenv("ASAN_OPTIONS", without_leak_check().c_str(), 1);
      std::vector<char*> arguments;
      for (std::string& word : words) arguments.push_back(word.data());
      arguments.push_back(nullptr);
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    if (patience.count() > 0) {
      std::this_thread::sleep_for(patience);
      ::kill(child, SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

  // How many notes link to `name`; -1 when it is not there itself.
  int links_to(const std::string& name) {
    if (!disk::exists(memory_ / (name + ".md"))) return -1;
    int count = 0;
    for (int i = 0; i < kLinks; ++i) {
      std::ifstream file(memory_ / fmt::format("n{}.md", i));
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      if (text.find("[[" + name + "]]") != std::string::npos) ++count;
    }
    return count;
  }

  static constexpr int kLinks = 1'000;

 private:
  disk::path base_;
  disk::path memory_;
};

// rule: K3, W3
TEST(RenameWithLinks, IsWholeOrAbsentWhenItsProcessIsKilled) {
  using Clock = std::chrono::steady_clock;
  Thousand home;
  const auto start = Clock::now();
  ASSERT_EQ(home.run({"rename", "a", "b"}), 0);
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
  ASSERT_EQ(home.links_to("b"), Thousand::kLinks);
  ASSERT_EQ(home.run({"undo"}), 0);
  ASSERT_EQ(home.links_to("a"), Thousand::kLinks);

  std::mt19937_64 random(std::random_device{}());
  std::string old = "a";
  std::string other = "b";
  int whole = 0;
  const int rounds = full() ? 200 : 20;
  for (int i = 0; i < rounds; ++i) {
    const std::chrono::microseconds moment(
        std::uniform_int_distribution<std::int64_t>(1, time.count())(random));
    home.run({"rename", old, other}, moment);
    ASSERT_EQ(home.run({"list"}), 0);  // finishes what was begun
    const bool renamed = home.links_to(other) == Thousand::kLinks && home.links_to(old) == -1;
    const bool as_it_was = home.links_to(old) == Thousand::kLinks && home.links_to(other) == -1;
    ASSERT_TRUE(renamed || as_it_was) << "killed after " << moment.count() << " us";
    if (!renamed) continue;
    ++whole;
    ASSERT_EQ(home.run({"undo"}), 0);
    ASSERT_EQ(home.links_to(old), Thousand::kLinks);
    ASSERT_EQ(home.links_to(other), -1);
  }
  std::printf("rename with 1,000 links: %d kills, %d whole, %d absent\n", rounds, whole,
              rounds - whole);
}

}  // namespace
}  // namespace loci::testing::rename_links_test
