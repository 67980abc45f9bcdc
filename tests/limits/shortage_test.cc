// The program when the system gives it no more memory, at one allocation of many:
// it ends with a word and the status for it, whichever thread it was and however
// deep, or it gets by.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <vector>

#include "cli/run.h"

namespace {

// Allocations until one fails; below zero none does. With `again` all later ones
// fail too.
std::atomic<long> allocations_left{-1};
std::atomic<bool> again{false};
std::atomic<long> allocations{0};

bool is_refused() {
  ++allocations;
  if (allocations_left.load() < 0) return false;
  const long left = allocations_left.fetch_sub(1);
  if (left > 0) return false;
  if (again) allocations_left = 0;
  return left == 0;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (is_refused()) return nullptr;
  const std::size_t wanted = size == 0 ? 1 : size;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(wanted);
  return std::aligned_alloc(alignment, (wanted + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, 0);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, 0);
}
// Not inlined: where the compiler sees free() behind a new of its own it warns of a mismatch.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t /*size*/,
                       std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }

namespace loci::testing {
namespace {

namespace disk = std::filesystem;

struct Ended {
  int status = 0;  // 128 and more: a signal
  long allocations = 0;
  std::string err;
};

class Starved : public ::testing::Test {
 protected:
  Starved() {
    std::string name = (disk::temp_directory_path() / "loci-starved-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
    disk::create_directories(path_ / "app/.git");
    disk::create_directories(path_ / "home/memory");
    disk::permissions(path_ / "home", disk::perms::owner_all);
    // Enough for the work to be shared among threads.
    for (int i = 0; i < 1'100; ++i) {
      std::ofstream(path_ / fmt::format("home/memory/n{}.md", i))
          << fmt::format("---\nname: N{}\ndescription: d\ntype: user\n---\n\nwords {}\n", i, i);
    }
    ::clearenv();  // of its own: an agent's shell would make these an agent's commands
    ::setenv("LOCI_HOME", (path_ / "home").c_str(), 1);
    ::setenv("LOCI_WORKSPACE", (path_ / "app").c_str(), 1);
    ::setenv("HOME", path_.c_str(), 1);
  }
  ~Starved() override {
    std::error_code ignored;
    disk::remove_all(path_, ignored);
  }

  // Runs the command in a process of its own; `left` as above.
  Ended run(std::vector<std::string> words, long left, bool persistent) {
    words.insert(words.begin(), "loci");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const std::string err = path_ / "err";
    const std::string counted = path_ / "counted";
    const pid_t child = ::fork();
    if (child == 0) {
      const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
      const int said = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      const int count = ::open(counted.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      ::dup2(nothing, STDIN_FILENO);
      ::dup2(nothing, STDOUT_FILENO);
      ::dup2(said, STDERR_FILENO);
      allocations = 0;
      again = persistent;
      allocations_left = left;
      const int status = cli::run(static_cast<int>(arguments.size()), arguments.data());
      allocations_left = -1;
      const std::string number = std::to_string(allocations.load());
      (void)!::write(count, number.data(), number.size());
      ::_exit(status);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    Ended ended;
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::ifstream(counted) >> ended.allocations;
    std::ifstream said(err);
    ended.err.assign(std::istreambuf_iterator<char>(said), {});
    return ended;
  }

  const bool full = std::getenv("LOCI_TEST_FULL") != nullptr;
  disk::path path_;
};

// rule: C34
TEST_F(Starved, CommandsEndWithAWord) {
  const std::vector<std::vector<std::string>> commands{
      {"list"},
      {"search", "words"},
      {"check"},
      {"write", "fresh", "--type", "user", "--description", "d", "--content", "text"},
      {"context", "--query", "words"}};
  std::uint64_t runs = 0;
  std::uint64_t ended_early = 0;
  for (const auto& command : commands) {
    const Ended whole = run(command, -1, false);
    ASSERT_LT(whole.status, 2) << command[0] << whole.err;
    ASSERT_GT(whole.allocations, 100) << command[0];
    std::vector<long> points;
    for (long n = 0; n < (full ? 200 : 12); ++n) points.push_back(n);
    const long steps = full ? 300 : 16;
    for (long n = 0; n < steps; ++n) points.push_back(whole.allocations * n / steps);
    for (const long point : points) {
      for (const bool persistent : {false, true}) {
        const Ended ended = run(command, point, persistent);
        ++runs;
        if (ended.status == whole.status) continue;
        ++ended_early;
        EXPECT_EQ(ended.status, 70) << command[0] << " at " << point << ": " << ended.err;
        EXPECT_NE(ended.err.find("not enough memory"), std::string::npos)
            << command[0] << " at " << point << ": " << ended.err;
      }
    }
  }
  EXPECT_GT(ended_early, runs / 4);
  std::printf("[ COUNTED  ] %lu runs, %lu ended early\n", runs, ended_early);
  EXPECT_EQ(run({"check"}, -1, false).status, run({"check"}, -1, false).status);
  const Ended after =
      run({"write", "after", "--type", "user", "--description", "d", "--content", "t"}, -1, false);
  EXPECT_EQ(after.status, 0) << after.err;
}

}  // namespace
}  // namespace loci::testing
