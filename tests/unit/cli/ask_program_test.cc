#include "cli/ask_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/house.h"

namespace loci::cli::ask_program_test {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

class AskProgram : public ::testing::Test {
 protected:
  void SetUp() override {
    (void)std::signal(SIGPIPE, SIG_IGN);  // as the program does
    std::string pattern = (std::filesystem::temp_directory_path() / "loci-ask-XXXXXX").string();
    directory_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  // The number that a command wrote to `file`, when it has.
  pid_t pid_in(const std::string& file) {
    for (int i = 0; i < 200; ++i) {
      pid_t pid = 0;
      if (std::ifstream(directory_ + "/" + file) >> pid) return pid;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return 0;
  }
  // Whether a process is there, a dead one that nobody has reaped aside.
  static bool lives(pid_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return static_cast<bool>(stat >> number >> name >> state) && state != "Z";
  }
  static bool ends(pid_t pid) {
    for (int i = 0; i < 200 && lives(pid); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return !lives(pid);
  }

  std::string directory_;
};

// rule: D37
TEST_F(AskProgram, GivesTheQuestionAndTakesTheAnswer) {
  EXPECT_EQ(*ask_program("cat", "what?", seconds(20)), "what?");
  const std::string large(900'000, 'x');
  EXPECT_EQ(*ask_program("cat", large, seconds(20)), large) << "both pipes are full at times";
  EXPECT_EQ(*ask_program("echo no need", large, seconds(20)), "no need\n") << "it reads nothing";
  EXPECT_EQ(*ask_program("wc -c", "", seconds(20)), "0\n");
}

// rule: D37
TEST_F(AskProgram, EndsOneThatTakesTooLongWithAllThatItStarted) {
  const auto begin = steady_clock::now();
  const auto answer =
      ask_program("sleep 60 & echo $! > " + directory_ + "/pid; sleep 60", "", seconds(1));
  EXPECT_EQ(kind_of(answer), ErrorKind::Io);
  EXPECT_THAT(message_of(answer), HasSubstr("was stopped: it took too long"));
  EXPECT_THAT(hint_of(answer), HasSubstr("answer_seconds"));
  EXPECT_LT(steady_clock::now() - begin, seconds(20));
  EXPECT_TRUE(ends(pid_in("pid")));
}

// rule: D37
TEST_F(AskProgram, WhoClosesItsOutputHasNoMoreTimeThanOthers) {
  const auto begin = steady_clock::now();
  const auto answer = ask_program("exec >&-; sleep 60", "", seconds(1));
  EXPECT_THAT(message_of(answer), HasSubstr("took too long"));
  EXPECT_LT(steady_clock::now() - begin, seconds(20));
}

// rule: D37
TEST_F(AskProgram, WhatIsLeftBehindIsNotWaitedForAndEnded) {
  const auto begin = steady_clock::now();
  const auto answer =
      ask_program("sleep 60 & echo $! > " + directory_ + "/pid; echo done", "", seconds(40));
  EXPECT_EQ(*answer, "done\n");
  EXPECT_LT(steady_clock::now() - begin, seconds(20));
  EXPECT_TRUE(ends(pid_in("pid")));
}

// rule: D37
TEST_F(AskProgram, AnAnswerHasAMebibyteAndNoMore) {
  const auto most = ask_program("head -c 1048576 /dev/zero", "", seconds(20));
  ASSERT_TRUE(most) << message_of(most);
  EXPECT_EQ(most->size(), 1'048'576U);
  const auto begin = steady_clock::now();
  EXPECT_THAT(message_of(ask_program("yes", "", seconds(40))),
              HasSubstr("was stopped: its answer is longer than a mebibyte"));
  EXPECT_LT(steady_clock::now() - begin, seconds(20));
}

// rule: D37
TEST_F(AskProgram, SaysHowItFailed) {
  EXPECT_THAT(message_of(ask_program("echo []; exit 3", "", seconds(20))),
              HasSubstr("failed with status 3"));
  EXPECT_THAT(message_of(ask_program("kill -9 $$", "", seconds(20))),
              HasSubstr("was killed by signal 9"));
  EXPECT_THAT(message_of(ask_program("no-such-program-anywhere 2>&-", "", seconds(20))),
              HasSubstr("was not found"));
}

// rule: D37
TEST_F(AskProgram, MemoryIsOffForWhatIsAsked) {
  ::setenv("LOCI_ENABLED", "true", 1);
  EXPECT_EQ(*ask_program("echo $LOCI_ENABLED", "", seconds(20)), "false\n");
  EXPECT_STREQ(std::getenv("LOCI_ENABLED"), "true");
  ::unsetenv("LOCI_ENABLED");
}

// rule: D37
TEST_F(AskProgram, DoesNotOutliveWhoAsks) {
  const pid_t asking = ::fork();
  ASSERT_GE(asking, 0);
  if (asking == 0) {
    (void)ask_program("sleep 60 & echo $! > " + directory_ + "/pid; wait", "", seconds(50));
    ::_exit(0);
  }
  const pid_t asked = pid_in("pid");
  ASSERT_GT(asked, 0);
  EXPECT_TRUE(lives(asked));
  ::kill(asking, SIGKILL);
  ::waitpid(asking, nullptr, 0);
  EXPECT_TRUE(ends(asked));
}

}  // namespace
}  // namespace loci::cli::ask_program_test
