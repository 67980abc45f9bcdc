#include "cli/ask_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "base/limits.h"
#include "base/text.h"

namespace loci::cli {
namespace {

constexpr std::chrono::minutes kPatienceForAnswer{10};

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

[[noreturn]] void become_command(const std::string& command, const Pipe& input,
                                 const Pipe& output) {
  (void)::setpgid(0, 0);  // so that all that it starts can be ended
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) {
    (void)::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
  (void)::dup2(input.end(0), STDIN_FILENO);
  (void)::dup2(output.end(1), STDOUT_FILENO);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

// Writes and reads in turns until it has closed its output; why it was given up, or "".
std::string converse(Pipe& input, Pipe& output, const std::string& text, std::string& answer,
                     std::chrono::steady_clock::time_point until) {
  std::size_t written = 0;
  if (text.empty()) input.close(1);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return "it took too long";
    std::array<pollfd, 2> ends{pollfd{output.end(0), POLLIN, 0}, pollfd{input.end(1), POLLOUT, 0}};
    const nfds_t number = input.end(1) >= 0 ? 2 : 1;
    const int ready = ::poll(ends.data(), number, static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return "the system does not wait";
    if (ready <= 0) continue;
    if (number == 2 && ends[1].revents != 0) {
      const ssize_t sent = ::write(input.end(1), text.data() + written, text.size() - written);
      if (sent > 0) written += static_cast<std::size_t>(sent);
      // One that does not want to read it all need not.
      if ((sent < 0 && errno != EAGAIN && errno != EINTR) || written == text.size()) input.close(1);
    }
    if (ends[0].revents != 0) {
      std::array<char, 65'536> buffer{};
      const ssize_t got = ::read(output.end(0), buffer.data(), buffer.size());
      if (got == 0) return "";
      if (got < 0 && errno != EINTR && errno != EAGAIN) return "its answer cannot be read";
      if (got > 0) answer.append(buffer.data(), static_cast<std::size_t>(got));
      if (answer.size() > kFileBytes) return "its answer is longer than a mebibyte";
    }
  }
}

}  // namespace

Result<std::string> ask_program_within(const std::string& command, const std::string& input_text,
                                       std::chrono::milliseconds time) {
  Pipe input;
  Pipe output;
  if (!input.open() || !output.open()) return fail(system_error(errno, "start", command));
  const pid_t child = ::fork();
  if (child < 0) return fail(system_error(errno, "start", command));
  if (child == 0) become_command(command, input, output);
  input.close(0);
  output.close(1);
  (void)::fcntl(input.end(1), F_SETFL, O_NONBLOCK);
  std::string answer;
  const std::string fault =
      converse(input, output, input_text, answer, std::chrono::steady_clock::now() + time);
  input.close(1);
  if (!fault.empty()) (void)::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail(system_error(errno, "wait for", command));
  }
  const std::string shown = shortened(printable(command, true), 60);
  if (!fault.empty()) {
    return fail(io_error(fmt::format("'{}' was ended: {}", shown, fault), "nothing was changed"));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return answer;
  return fail(io_error(WIFSIGNALED(status)
                           ? fmt::format("'{}' was ended by signal {}", shown, WTERMSIG(status))
                           : fmt::format("'{}' failed with status {}", shown, WEXITSTATUS(status)),
                       "run it by itself to see why; nothing was changed"));
}

Result<std::string> ask_program(const std::string& command, const std::string& input) {
  return ask_program_within(command, input, kPatienceForAnswer);
}

}  // namespace loci::cli
