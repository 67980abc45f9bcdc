// What only the machine has: other processes, other kinds of files, umasks,
// permissions, and file systems without locks.

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>

#include "fs/atomic_file.h"
#include "fs/descriptor.h"
#include "fs/platform.h"
#include "fs/system_lock.h"
#include "unit/fs/world.h"

namespace loci::fs::testing::system_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

constexpr std::size_t kLimit = 1 << 20;

class OnTheMachine : public ::testing::Test {
 protected:
  OnTheMachine() : root_(*world_.files().open(world_.home(), Modes::Private)) {}

  SystemWorld world_;
  std::unique_ptr<Root> root_;
};
using Fifo = OnTheMachine;
using Umask = OnTheMachine;
using Permissions = OnTheMachine;
using WriteFault = OnTheMachine;
using ProcessLock = OnTheMachine;
using LockFallback = OnTheMachine;
using Siblings = OnTheMachine;

// rule: P7
TEST_F(Fifo, IsNoRegularFileAndHangsNobody) {
  ASSERT_EQ(::mkfifo(world_.at("pipe").c_str(), 0600), 0);
  EXPECT_EQ(root_->stat("pipe")->kind, Kind::Other);
  EXPECT_EQ(root_->list()->at(0).kind, Kind::Other);
  const auto read = root_->read("pipe", kLimit);
  EXPECT_EQ(kind_of(read), ErrorKind::Denied);
  EXPECT_THAT(read.error().message, EndsWith("/pipe' is not a regular file"));
  EXPECT_EQ(kind_of(root_->open_reader("pipe")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(root_->open_for_append("pipe")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(root_->create("pipe")), ErrorKind::Conflict);
  EXPECT_EQ(kind_of(replace_file(*root_, "pipe", "x")), ErrorKind::Denied);
  EXPECT_TRUE(ok(root_->remove("pipe")));
}

// rule: P6
TEST_F(Umask, CannotOpenWhatIsPrivate) {
  const mode_t before = ::umask(0);
  ASSERT_TRUE(ok(replace_file(*root_, "x", "x")));
  ASSERT_TRUE(ok(root_->make_directory("sub")));
  ::umask(before);
  EXPECT_EQ(root_->stat("x")->mode, 0600U);
  EXPECT_EQ(root_->stat("sub")->mode, 0700U);
}

// rule: P6
TEST_F(Umask, DoesNotChangeTheModeThatIsKept) {
  world_.put("x", "old");
  ASSERT_EQ(::chmod(world_.at("x").c_str(), 0666), 0);
  const mode_t before = ::umask(077);
  const auto repository = world_.files().open(world_.home(), Modes::Umask);
  ASSERT_TRUE(ok(replace_file(**repository, "x", "new")));
  ASSERT_TRUE(ok(replace_file(**repository, "y", "new")));
  ::umask(before);
  EXPECT_EQ(root_->stat("x")->mode, 0666U);
  EXPECT_EQ(root_->stat("y")->mode, 0600U);
}

TEST_F(Permissions, ThatAreMissingAreDenied) {
  world_.put("x", "x");
  ASSERT_EQ(::chmod(world_.at("x").c_str(), 0), 0);
  ASSERT_EQ(::chmod(world_.home().c_str(), 0755), 0);
  const int status = in_child([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return 9;
    if (root_->read("x", kLimit).error().kind != ErrorKind::Denied) return 1;
    if (::geteuid() == 65534) {
      if (root_->create("y").error().kind != ErrorKind::Denied) return 2;
      if (root_->remove("x").error().kind != ErrorKind::Denied) return 3;
      if (root_->rename("x", "y").error().kind != ErrorKind::Denied) return 4;
      if (replace_file(*root_, "z", "z").error().kind != ErrorKind::Denied) return 5;
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
}

// rule: W4
TEST_F(WriteFault, OfAFullDiskLeavesTheOldFileAndNoSibling) {
  world_.put("x", "old");
  const int status = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {1000, 1000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 9;
    const auto written = replace_file(*root_, "x", std::string(5000, 'n'));
    return !written && written.error().kind == ErrorKind::Io ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(world_.get("x"), "old");
  EXPECT_EQ(root_->list()->size(), 1U);
}

// A child that takes the lock, says so through a pipe and waits to be killed.
class Holder {
 public:
  explicit Holder(FileSystem& files, const std::string& path) {
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      const auto root = files.open(path, Modes::Private);
      const auto lock = (*root)->try_lock();
      const char said = lock ? 'y' : 'n';
      if (::write(ends[1], &said, 1) != 1) ::_exit(1);
      for (;;) ::pause();
    }
    char said = 0;
    holds_ = ::read(ends[0], &said, 1) == 1 && said == 'y';
    ::close(ends[0]);
    ::close(ends[1]);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() { kill(); }

  [[nodiscard]] bool holds() const { return holds_; }
  [[nodiscard]] pid_t pid() const { return pid_; }
  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
  bool holds_ = false;
};

// rule: W10
TEST_F(ProcessLock, ExcludesOtherProcesses) {
  const auto lock = root_->try_lock();
  ASSERT_TRUE(ok(lock));
  EXPECT_EQ(in_child([&] {
              const auto other = world_.files().open(world_.home(), Modes::Private);
              return (*other)->try_lock().error().kind == ErrorKind::Locked ? 0 : 1;
            }),
            0);
}

// rule: W10
TEST_F(ProcessLock, EndsWithTheProcessThatIsKilled) {
  Holder holder(world_.files(), world_.home());
  ASSERT_TRUE(holder.holds());
  EXPECT_EQ(kind_of(root_->try_lock()), ErrorKind::Locked);
  holder.kill();
  EXPECT_TRUE(ok(root_->try_lock()));
}

// rule: W12
TEST_F(ProcessLock, NamesTheProcessAndItsCommand) {
  Holder holder(world_.files(), world_.home());
  ASSERT_TRUE(holder.holds());
  const std::string expected = "pid " + std::to_string(holder.pid()) + " \\(fs_test.*\\)";
  EXPECT_THAT(root_->lock_holder(), MatchesRegex(expected));
  const auto lock = lock_patiently(world_.files(), *root_, milliseconds(20));
  EXPECT_EQ(kind_of(lock), ErrorKind::Locked);
  EXPECT_THAT(lock.error().message,
              HasSubstr("is locked by pid " + std::to_string(holder.pid()) + " (fs_test"));
}

TEST_F(ProcessLock, IsTakenSoonAfterItIsFree) {
  Holder holder(world_.files(), world_.home());
  ASSERT_TRUE(holder.holds());
  const pid_t pid = holder.pid();
  const auto start = std::chrono::steady_clock::now();
  const pid_t killer = ::fork();
  if (killer == 0) {
    ::usleep(100'000);
    ::kill(pid, SIGKILL);
    ::_exit(0);
  }
  EXPECT_TRUE(ok(lock_patiently(world_.files(), *root_, milliseconds(10'000))));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, milliseconds(90));
  EXPECT_LT(took, milliseconds(3'000));
  ::waitpid(killer, nullptr, 0);
}

TEST_F(ProcessLock, HasALineOfThoseWhoWait) {
  const auto elder = root_->line_up();
  ::usleep(1'000);
  const auto other = *world_.files().open(world_.home(), Modes::Private);
  const auto younger = other->line_up();
  EXPECT_TRUE(elder->first());
  EXPECT_TRUE(younger->first()) << "nobody waits yet";
  elder->wait();
  younger->wait();
  EXPECT_TRUE(elder->first());
  EXPECT_FALSE(younger->first());
  EXPECT_EQ(in_child([&] { return other->line_up()->first() ? 1 : 0; }), 0);
  EXPECT_TRUE(ok(root_->try_lock())) << "a line is no lock";
}

TEST_F(ProcessLock, HasALineThatTheDeadLeave) {
  auto elder = root_->line_up();
  elder->wait();
  ::usleep(1'000);
  const auto younger = root_->line_up();
  EXPECT_FALSE(younger->first());
  elder.reset();
  EXPECT_TRUE(younger->first());
  EXPECT_EQ(in_child([&] {
              root_->line_up()->wait();
              return 0;
            }),
            0);
  EXPECT_TRUE(root_->line_up()->first());
}

TEST_F(ProcessLock, IsTakenInPlaceOfAWaiterThatSleeps) {
  const auto asleep = root_->line_up();
  asleep->wait();
  ::usleep(1'000);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(ok(lock_patiently(world_.files(), *root_, milliseconds(5'000))));
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, milliseconds(200)) << "it was there before";
  EXPECT_LT(took, milliseconds(3'000));
}

// rule: W13
// Each process counts a number in a file up, with the lock and without a pause
// between: none is lost, and nobody waits in vain.
TEST_F(ProcessLock, LetsEightProcessesTakeTurns) {
  constexpr int kProcesses = 8;
  constexpr int kTurns = 60;
  world_.put("count", "0");
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t pid = ::fork();
    if (pid != 0) {
      children.push_back(pid);
      continue;
    }
    const auto files = make_system_file_system();
    for (int turn = 0; turn < kTurns; ++turn) {
      const auto root = files->open(world_.home(), Modes::Private);
      const auto lock = lock_patiently(*files, **root, milliseconds(5'000));
      if (!lock) ::_exit(1);
      const int count = std::stoi(*(*root)->read("count", kLimit));
      if (!replace_file(**root, "count", std::to_string(count + 1))) ::_exit(2);
    }
    ::_exit(0);
  }
  for (const pid_t pid : children) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(world_.get("count"), std::to_string(kProcesses * kTurns));
}

// A process that does nothing until it is asked to end.
class Idle {
 public:
  Idle() : pid_(::fork()) {
    if (pid_ == 0) {
      for (;;) ::pause();
    }
  }
  Idle(const Idle&) = delete;
  Idle& operator=(const Idle&) = delete;
  ~Idle() {
    end();
    ::waitpid(pid_, nullptr, 0);
  }
  [[nodiscard]] int pid() const { return pid_; }
  // It ends and its parent has not asked how: a zombie.
  void end() const {
    ::kill(pid_, SIGKILL);
    siginfo_t how = {};
    ::waitid(P_PID, static_cast<id_t>(pid_), &how, WEXITED | WNOWAIT);
  }

 private:
  pid_t pid_;
};

// Runs `work`, which exits, as the first process of a container; says why it cannot.
template <typename Work>
std::string in_other_container(const Work& work) {
  const pid_t outer = ::fork();
  if (outer == 0) {
    if (::unshare(CLONE_NEWPID) != 0) ::_exit(77);
    const pid_t first = ::fork();
    if (first == 0) work();
    int status = 1;
    ::waitpid(first, &status, 0);
    ::_exit(WEXITSTATUS(status));
  }
  int status = 1;
  ::waitpid(outer, &status, 0);
  if (WEXITSTATUS(status) == 77) return "only root can make a container here";
  EXPECT_EQ(status, 0);
  return {};
}

std::string name_of_0_1(int pid) { return ".loci-" + std::to_string(pid) + "-0.tmp"; }

void set_age(const std::string& path, int seconds) {
  timespec now = {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec -= seconds;
  const timespec times[2] = {now, now};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

// rule: W14
TEST_F(Siblings, OfALiveProcessStay) {
  const Idle other;
  world_.put(temporary_name(platform::writer(other.pid()), 0), "new text");
  world_.put(name_of_0_1(other.pid()), "new text");
  EXPECT_EQ(*sweep_temporary_files(world_.files(), *root_), 0);
  EXPECT_EQ(*sweep_unlocked(world_.files(), *root_, Timestamp(std::chrono::days(80'000))), 0);
  EXPECT_EQ(root_->list()->size(), 2U);
}

// rule: W34
TEST_F(Siblings, OfAZombieGo) {
  const Idle other;
  world_.put(temporary_name(platform::writer(other.pid()), 0), "torn");
  world_.put(name_of_0_1(other.pid()), "torn");
  other.end();
  ASSERT_EQ(::kill(other.pid(), 0), 0) << "its number still means it";
  EXPECT_EQ(*sweep_temporary_files(world_.files(), *root_), 2);
  EXPECT_TRUE(root_->list()->empty());
}

// rule: W34
TEST_F(Siblings, OfAProcessWhoseNumberWasGivenOutAgainGo) {
  const Idle other;
  Writer before = platform::writer(other.pid());
  before.start -= 1;
  world_.put(temporary_name(before, 0), "torn");
  world_.put(name_of_0_1(other.pid()), "torn");
  set_age(world_.at(name_of_0_1(other.pid())), 3600);
  EXPECT_EQ(*sweep_temporary_files(world_.files(), *root_), 2);
  EXPECT_TRUE(root_->list()->empty());
}

// rule: W34
// In a container numbers begin again, and the first process lives as long as it.
TEST_F(Siblings, OfAnotherContainerGo) {
  const std::string cannot = in_other_container([&] {
    const auto root = make_system_file_system()->open(world_.home(), Modes::Private);
    FileBatch batch;
    if (!batch.replace(**root, "x.md", "new")) ::_exit(1);
    ::_exit(0);  // without the destructor, as if it were killed
  });
  if (!cannot.empty()) GTEST_SKIP() << cannot;
  ASSERT_EQ(root_->list()->size(), 1U);
  const auto writer = writer_of(root_->list()->front().name);
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->pid, 1) << "here this is a process that runs";
  EXPECT_EQ(writer->boot, this_writer().boot);
  EXPECT_NE(writer->host, this_writer().host);
  EXPECT_EQ(*sweep_temporary_files(world_.files(), *root_), 1);
  EXPECT_TRUE(root_->list()->empty());
}

LockCalls without_flock() {
  return {[](int) { return EBADF; }, system_lock_calls().lock_file};
}

Result<std::unique_ptr<Lock>> lock_with(const std::string& path, const LockCalls& calls) {
  const Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return lock_directory(directory.get(), path, Modes::Private, calls);
}

// rule: W10
TEST_F(LockFallback, IsAFileInTheDirectory) {
  auto lock = lock_with(world_.home(), without_flock());
  ASSERT_TRUE(ok(lock));
  EXPECT_EQ(root_->stat(".lock")->mode, 0600U);
  EXPECT_EQ(kind_of(lock_with(world_.home(), without_flock())), ErrorKind::Locked);
  EXPECT_EQ(
      in_child([&] {
        return lock_with(world_.home(), without_flock()).error().kind == ErrorKind::Locked ? 0 : 1;
      }),
      0);
  lock->reset();
  EXPECT_TRUE(ok(lock_with(world_.home(), without_flock())));
}

TEST_F(LockFallback, IsUsedForEveryNumberThatSaysThereIsNoFlock) {
  EXPECT_TRUE(ok(lock_with(world_.home(), {[](int) { return ENOTSUP; }, [](int) { return 0; }})));
  EXPECT_TRUE(ok(lock_with(world_.home(), {[](int) { return EINVAL; }, [](int) { return 0; }})));
  EXPECT_TRUE(ok(lock_with(world_.home(), {[](int) { return ENOLCK; }, [](int) { return 0; }})));
  EXPECT_TRUE(ok(lock_with(world_.home(), {[](int) { return ENOSYS; }, [](int) { return 0; }})));
  EXPECT_EQ(kind_of(lock_with(world_.home(), {[](int) { return EIO; }, [](int) { return 0; }})),
            ErrorKind::Io);
}

TEST_F(LockFallback, IsNotUsedForALockThatIsHeld) {
  EXPECT_EQ(
      kind_of(lock_with(world_.home(), {[](int) { return EWOULDBLOCK; }, [](int) { return 0; }})),
      ErrorKind::Locked);
  EXPECT_TRUE(root_->list()->empty());
}

// rule: W10
TEST_F(LockFallback, IsRefusedWhereThereIsNoneEither) {
  const auto lock =
      lock_with(world_.home(), {[](int) { return ENOTSUP; }, [](int) { return ENOLCK; }});
  EXPECT_EQ(kind_of(lock), ErrorKind::Denied);
  EXPECT_THAT(lock.error().message, EndsWith("does not support locks"));
  EXPECT_THAT(lock.error().hint, HasSubstr("local disk"));
}

TEST_F(LockFallback, FollowsNoLinkAndTakesNoDirectory) {
  world_.put("target", "x");
  world_.put_link(".lock", "target");
  EXPECT_EQ(kind_of(lock_with(world_.home(), without_flock())), ErrorKind::Denied);
  world_.take_away(".lock");
  world_.put_directory(".lock");
  EXPECT_EQ(kind_of(lock_with(world_.home(), without_flock())), ErrorKind::Denied);
}

TEST(LockTable, IsReadByDeviceAndInode) {
  const std::string table =
      "1: POSIX  ADVISORY  WRITE 11 fe:00:42 0 EOF\n"
      "2: FLOCK  ADVISORY  WRITE 22 fe:01:42 0 EOF\n"
      "3: FLOCK  ADVISORY  WRITE 33 fe:00:421 0 EOF\n"
      "4: -> FLOCK  ADVISORY  WRITE 44 fe:00:42 0 EOF\n"
      "5: FLOCK  ADVISORY  WRITE -1 fe:00:42 0 EOF\n"
      "6: FLOCK  ADVISORY  WRITE 812 fe:00:42 0 EOF\n";
  Stat file;
  file.device = 0xfe00;
  file.inode = 42;
  EXPECT_EQ(platform::find_flock_holder(table, file), 812);
  file.inode = 43;
  EXPECT_EQ(platform::find_flock_holder(table, file), 0);
  EXPECT_EQ(platform::find_flock_holder("", file), 0);
  EXPECT_EQ(platform::find_flock_holder("garbage\n\n1:\n1: FLOCK\n", file), 0);
}

TEST(CommandLine, IsShownPrintableAndShort) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const std::string odd = "\x1b[31m" + std::string(500, 'x');
    ::execl("/bin/sh", "/usr/bin/loci", "-c", "sleep 60; exit", odd.c_str(), nullptr);
    ::_exit(1);
  }
  ::close(ends[1]);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);  // closed by exec
  ::close(ends[0]);
  const std::string command = platform::command_of(pid);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  EXPECT_THAT(command, ::testing::StartsWith("loci -c sleep 60; exit "));
  EXPECT_EQ(command.find('\x1b'), std::string::npos);
  EXPECT_THAT(command, EndsWith("x…"));
  EXPECT_LT(command.size(), 200U);
  EXPECT_EQ(platform::command_of(0x7fffffff), "");
}

}  // namespace
}  // namespace loci::fs::testing::system_test
