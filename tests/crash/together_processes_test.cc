// Several processes, each with many threads that write to the same scope, as servers do; some are
// killed in the middle of what they commit together. What was answered is there, and every note
// is whole, has its line and its record. Judged from the files.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "base/log.h"
#include "base/time.h"
#include "fs/file_system.h"
#include "fs/temporary.h"
#include "note/index_file.h"
#include "note/note.h"
#include "store/door.h"
#include "store/store.h"
#include "support/processes.h"

namespace loci::testing::together_processes_test {
namespace {

constexpr int kProcesses = 3;
constexpr int kThreads = 8;

std::string text_of(const std::string& file, int version) {
  return fmt::format(
      "---\nname: {}\ndescription: version {} of {}\ntype: user\n---\n\nText {} of {}.\n", file,
      version, file, version, file);
}

// Threads that write until the process is killed, or so often. Each note that was answered is
// said on the pipe, in one write.
void write_until_killed(const std::string& home, const std::string& who, int times, int pipe) {
  const auto files = fs::make_system_file_system();
  SystemClock clock;
  MemoryLog log;
  const auto door = std::make_shared<store::Door>();
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      auto store = store::Store::open(*files, clock, log, home, door);
      if (!store) return;
      for (int i = 0; i < times; ++i) {
        // Every third write is to a note that all threads of all processes write to.
        const std::string file =
            i % 3 == 2 ? std::string("common.md") : fmt::format("{}-{}-{}.md", who, thread, i);
        store::Request request;
        request.operation = "write";
        request.places = {store::global_place()};
        request.shares = true;
        const auto done = (*store)->commit(request, [&](store::View&) -> Result<store::Plan> {
          return store::Plan{
              {store::FileChange::put(store::global_place(), file, text_of(file, i))}, file};
        });
        if (!done) continue;
        const std::string line = file + "\n";
        if (::write(pipe, line.data(), line.size()) < 0) return;
      }
    });
  }
}

std::set<std::string> lines_of(int pipe) {
  std::string all;
  std::array<char, 4096> block{};
  for (ssize_t got = 0; (got = ::read(pipe, block.data(), block.size())) > 0;) {
    all.append(block.data(), static_cast<std::size_t>(got));
  }
  std::set<std::string> lines;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at);
    if (end == std::string::npos) break;
    lines.insert(all.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// rule: W36, W3, W13, J2
TEST(TogetherProcesses, LoseNothingThatWasAnsweredWhenSomeAreKilled) {
  const Ground ground;
  const std::string home = (ground.path() / "together-home").string();
  std::set<std::string> answered;
  std::mt19937 random(20261117);
  int killed = 0;
  for (int round = 0; round < (full() ? 40 : 4); ++round) {
    int pipe[2] = {};
    ASSERT_EQ(::pipe(pipe), 0);
    std::vector<pid_t> children;
    for (int process = 0; process < kProcesses; ++process) {
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        ::close(pipe[0]);
        write_until_killed(home, fmt::format("r{}-p{}", round, process),
                           process == 0 ? 12 : 1'000'000, pipe[1]);
        ::_exit(0);
      }
      children.push_back(child);
    }
    ::close(pipe[1]);
    std::jthread killer([&] {
      for (std::size_t i = 1; i < children.size(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30 + random() % 120));
        killed += ::kill(children[i], SIGKILL) == 0 ? 1 : 0;
      }
    });
    answered.merge(lines_of(pipe[0]));
    ::close(pipe[0]);
    killer.join();
    for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  }
  EXPECT_GT(killed, 0);
  EXPECT_GT(answered.size(), 30U);

  const auto files = fs::make_system_file_system();
  SystemClock clock;
  MemoryLog log;
  const auto store = *store::Store::open(*files, clock, log, home);
  ASSERT_TRUE(store->view({store::global_place()}));
  ASSERT_TRUE(store->journal().pending());
  EXPECT_TRUE(store->journal().pending()->empty());
  const auto size = store->journal().size();
  ASSERT_TRUE(size);
  EXPECT_EQ(size->damaged, 0U);

  std::map<std::string, std::string> notes;
  std::string index;
  for (const auto& entry : disk::directory_iterator(disk::path(home) / "memory")) {
    const std::string name = entry.path().filename().string();
    if (fs::is_temporary_name(name)) continue;  // swept by the next one who writes
    (name == note::kIndexFile ? index : notes[name]) = slurp(entry.path());
  }
  for (const std::string& file : answered) EXPECT_TRUE(notes.contains(file)) << file;
  std::map<std::string, int> lines;
  for (const note::IndexEntry& entry : note::parse_index(index)) ++lines[entry.file];
  const auto last = store->journal().last_changes(store::global_place().key);
  ASSERT_TRUE(last);
  for (const auto& [file, text] : notes) {
    EXPECT_EQ(lines[file], 1) << file;
    EXPECT_THAT(note::parse_note(text).name, ::testing::StrEq(file));
    const auto known = last->find(file);
    ASSERT_NE(known, last->end()) << file;
    EXPECT_EQ(known->second.hash, sha256(text)) << file;
  }
  EXPECT_EQ(lines.size(), notes.size());
  std::printf("together: %zu notes answered, %d processes killed, none lost\n", answered.size(),
              killed);
}

}  // namespace
}  // namespace loci::testing::together_processes_test
