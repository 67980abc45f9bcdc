#include "cli/ask_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/text.h"

namespace loci::cli {
namespace {

constexpr std::chrono::milliseconds kGlanceAtChild{50};

class Pipe {
 public:
  Pipe() { open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(0);
    close(1);
  }
  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] int end(std::size_t which) const { return ends_.at(which); }
  void close(std::size_t which) {
    if (ends_.at(which) >= 0) ::close(ends_.at(which));
    ends_.at(which) = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
  bool open_ = false;
};

// Our variables, with memory off. Made before the fork, behind which nothing may be allocated.
class QuietEnvironment {
 public:
  QuietEnvironment() {
    constexpr std::string_view kEnabled = "LOCI_ENABLED=";
    for (char** one = environ; *one != nullptr; ++one) {
      if (!std::string_view(*one).starts_with(kEnabled)) texts_.emplace_back(*one);
    }
    texts_.push_back(std::string(kEnabled) + "false");
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  [[nodiscard]] char* const* get() const { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

[[noreturn]] void become_command(const std::string& command, const Pipe& input, const Pipe& output,
                                 const QuietEnvironment& environment) {
  (void)::setpgid(0, 0);  // so that all that it starts can be ended
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) {
    (void)::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
  (void)::dup2(input.end(0), STDIN_FILENO);
  (void)::dup2(output.end(1), STDOUT_FILENO);
  ::execle("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr), environment.get());
  ::_exit(127);
}

// Waits until the process that holds the other end of `life` is gone, and ends the group of
// `leader` with itself. Whoever ends the group before ends this too.
[[noreturn]] void keep_watch(const Pipe& life, pid_t leader) {
  if (::setpgid(0, leader) != 0) ::_exit(0);
  (void)::dup2(life.end(0), STDIN_FILENO);
  (void)::close_range(1, ~0U, 0);  // nobody waits for what is open here
  char nothing = 0;
  while (::read(STDIN_FILENO, &nothing, 1) < 0 && errno == EINTR) continue;
  (void)::kill(0, SIGKILL);
  ::_exit(0);
}

// Whether it has ended; it is not reaped, so that its number stays its own.
bool has_ended(pid_t child) {
  siginfo_t about{};
  return ::waitid(P_PID, static_cast<id_t>(child), &about, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         about.si_pid == child;
}

// A talk with a program: the question is written and the answer read in turns.
class Conversation {
 public:
  Conversation(Pipe& input, Pipe& output, const std::string& question)
      : input_(input), output_(output), question_(question) {
    (void)::fcntl(input.end(1), F_SETFL, O_NONBLOCK);
    (void)::fcntl(output.end(0), F_SETFL, O_NONBLOCK);
    if (question.empty()) input.close(1);
  }

  std::string answer;

  // Until the program has ended; why it was given up, or "". Others that it started may still
  // hold its output, and it may close its own long before it ends: neither is the end.
  std::string hold(pid_t child, std::chrono::steady_clock::time_point until) {
    for (;;) {
      const bool last = has_ended(child);  // before the look, so that no word is missed
      if (const std::string fault = turn(last); !fault.empty() || last) return fault;
      if (std::chrono::steady_clock::now() >= until) return "it took too long";
    }
  }

 private:
  std::string turn(bool last) {
    std::array<pollfd, 2> ends{pollfd{output_.end(0), POLLIN, 0},
                               pollfd{input_.end(1), POLLOUT, 0}};  // a closed one is passed over
    const int wait = last ? 0 : static_cast<int>(kGlanceAtChild.count());
    if (::poll(ends.data(), ends.size(), wait) < 0 && errno != EINTR) {
      return "the system cannot wait for it";
    }
    if (ends[1].revents != 0) write_some();
    return ends[0].revents != 0 ? read_all() : "";
  }

  void write_some() {
    const ssize_t sent =
        ::write(input_.end(1), question_.data() + written_, question_.size() - written_);
    if (sent > 0) written_ += static_cast<std::size_t>(sent);
    // One that does not want to read it all need not.
    const bool unwanted = sent < 0 && errno != EAGAIN && errno != EINTR;
    if (unwanted || written_ == question_.size()) input_.close(1);
  }

  std::string read_all() {
    for (;;) {
      std::array<char, 65'536> buffer{};
      const ssize_t got = ::read(output_.end(0), buffer.data(), buffer.size());
      if (got == 0) output_.close(0);
      if (got == 0 || (got < 0 && errno == EAGAIN)) return "";
      if (got < 0 && errno != EINTR) return "its answer could not be read";
      if (got > 0) answer.append(buffer.data(), static_cast<std::size_t>(got));
      if (answer.size() > kFileBytes) return "its answer is longer than a mebibyte";
    }
  }

  Pipe& input_;
  Pipe& output_;
  const std::string& question_;
  std::size_t written_ = 0;
};

}  // namespace

Result<std::string> ask_program(const std::string& command, const std::string& question,
                                std::chrono::seconds time) {
  Pipe input;
  Pipe output;
  Pipe life;
  if (!input.open() || !output.open() || !life.open())
    return fail(system_error(errno, "start", command));
  const QuietEnvironment environment;
  const pid_t child = ::fork();
  if (child < 0) return fail(system_error(errno, "start", command));
  if (child == 0) become_command(command, input, output, environment);
  (void)::setpgid(child, child);  // whoever comes first
  const pid_t watch = ::fork();
  if (watch == 0) keep_watch(life, child);
  input.close(0);
  output.close(1);
  Conversation talk(input, output, question);
  const std::string fault = talk.hold(child, std::chrono::steady_clock::now() + time);
  (void)::kill(-child, SIGKILL);
  life.close(1);
  while (watch > 0 && ::waitpid(watch, nullptr, 0) < 0 && errno == EINTR) continue;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail(system_error(errno, "wait for", command));
  }
  const std::string shown = shortened(printable(command, true), 60);
  if (!fault.empty()) {
    return fail(io_error(
        fmt::format("'{}' was stopped: {}", shown, fault),
        "nothing was changed; 'loci config set consolidate.answer_seconds N' gives it more time"));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::move(talk.answer);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    return fail(io_error(fmt::format("'{}' was not found", shown),
                         "is it installed and in the PATH? nothing was changed"));
  }
  return fail(io_error(WIFSIGNALED(status)
                           ? fmt::format("'{}' was killed by signal {}", shown, WTERMSIG(status))
                           : fmt::format("'{}' failed with status {}", shown, WEXITSTATUS(status)),
                       "run it by itself to see why; nothing was changed"));
}

}  // namespace loci::cli
