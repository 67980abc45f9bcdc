// Real processes of the program under test, on a real disk.

#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/rounds.h"

extern char** environ;

namespace loci::testing {

namespace disk = std::filesystem;
using std::chrono::duration;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using Watch = std::chrono::steady_clock;

inline double seconds_since(Watch::time_point start) {
  return duration<double>(Watch::now() - start).count();
}

inline std::string slurp(const disk::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void spill(const disk::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// A directory that goes when the test has passed and stays when it has not.
class Ground {
 public:
  Ground() {
    std::string name = (disk::temp_directory_path() / "loci-processes-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = disk::canonical(name);
    disk::create_directory(workspace());
    disk::create_directory(workspace() / ".git");
    disk::create_directory(path_ / "out");
  }
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;
  ~Ground() {
    if (::testing::Test::HasFailure()) {
      fmt::print("left for a look: {}\n", path_.string());
    } else {
      disk::remove_all(path_);
    }
  }

  [[nodiscard]] const disk::path& path() const { return path_; }
  [[nodiscard]] disk::path home(int number = 0) const {
    return path_ / fmt::format("home{}", number);
  }
  [[nodiscard]] disk::path workspace() const { return path_ / "app"; }
  [[nodiscard]] disk::path global() const { return home() / "memory"; }
  [[nodiscard]] disk::path shared() const { return workspace() / ".loci" / "memory"; }

 private:
  disk::path path_;
};

using Words = std::vector<std::string>;

// Of "NAME=value": what a program needs to run at all. Anything else may be a setting
// of loci's, or say that an agent runs the tests.
inline bool is_inherited(std::string_view variable) {
  const std::string_view name = variable.substr(0, variable.find('='));
  return name == "PATH" || name == "TMPDIR" || name == "TZ" || name == "LANG" || name == "LC_ALL" ||
         name == "LLVM_PROFILE_FILE" || name.ends_with("SAN_OPTIONS");
}

// The value of ASAN_OPTIONS for processes that are killed. The leak check at a program's end
// stops it from another process by ptrace, and is known to hang at times; killed there, it
// finds nothing anyway. Leaks are looked for by the unit tests and the transcripts.
inline std::string without_leak_check() {
  const char* const given = std::getenv("ASAN_OPTIONS");
  return fmt::format("{}{}detect_leaks=0", given == nullptr ? "" : given,
                     given == nullptr ? "" : ":");
}

// A command line that runs. Destroying it kills and reaps it.
class RealProcess {
 public:
  RealProcess(const Ground& ground, Words words, int home = 0, const Words& environment = {}) {
    static std::atomic<int> number{0};
    output_ = ground.path() / "out" / std::to_string(number++);
    words.insert(words.begin(), LOCI_BINARY);
    Words values{fmt::format("LOCI_HOME={}", ground.home(home).string()),
                 fmt::format("LOCI_WORKSPACE={}", ground.workspace().string()),
                 fmt::format("HOME={}", ground.path().string())};
    values.insert(values.end(), environment.begin(), environment.end());
    for (char** value = environ; *value != nullptr; ++value) {
      const bool replaced = std::string_view(*value).starts_with("ASAN_OPTIONS=");
      if (is_inherited(*value) && !replaced) values.emplace_back(*value);
    }
    values.push_back(fmt::format("ASAN_OPTIONS={}", without_leak_check()));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, 1, (output_ + ".out").c_str(), kNew, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, (output_ + ".err").c_str(), kNew, 0600);
    const int failed = ::posix_spawn(&pid_, LOCI_BINARY, &actions, nullptr, pointers(words).data(),
                                     pointers(values).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) std::abort();
  }
  RealProcess(const RealProcess&) = delete;
  RealProcess& operator=(const RealProcess&) = delete;
  ~RealProcess() {
    if (!status_) kill();
    disk::remove(output_ + ".out");
    disk::remove(output_ + ".err");
  }

  void kill() {
    ::kill(pid_, SIGKILL);
    wait();
  }
  // The exit status; 128 and the signal's number when a signal ended it.
  int wait() {
    int status = 0;
    if (!status_ && ::waitpid(pid_, &status, 0) == pid_) {
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return status_.value_or(-1);
  }
  [[nodiscard]] std::string out() const { return slurp(output_ + ".out"); }
  [[nodiscard]] std::string err() const { return slurp(output_ + ".err"); }

 private:
  static std::vector<char*> pointers(Words& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
  }

  pid_t pid_ = 0;
  std::string output_;
  std::optional<int> status_;
};

struct Ended {
  int status;
  std::string out;
  std::string err;
};

inline Ended run(const Ground& ground, Words words, int home = 0, const Words& environment = {}) {
  RealProcess process(ground, std::move(words), home, environment);
  const int status = process.wait();
  return {status, process.out(), process.err()};
}

inline Ended must_run(const Ground& ground, Words words, int home = 0) {
  const std::string told = fmt::format("{}", fmt::join(words, " "));
  Ended ended = run(ground, std::move(words), home);
  EXPECT_EQ(ended.status, 0) << told << "\n" << ended.err;
  return ended;
}

}  // namespace loci::testing
