#include "cli/helper_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>

#include "base/path.h"
#include "base/text.h"
#include "cli/child.h"
#include "cli/process.h"

namespace loci::cli {
namespace {

using HelperTime = std::chrono::steady_clock;

class HelperProcess final : public memory::HelperProgram {
 public:
  HelperProcess(Child child, std::string name) : child_(std::move(child)), name_(std::move(name)) {
    for (const int end : {child_.input.get(), child_.output.get(), child_.errors.get()}) {
      (void)::fcntl(end, F_SETFL, O_NONBLOCK);
    }
  }
  ~HelperProcess() override { end(); }
  HelperProcess(const HelperProcess&) = delete;
  HelperProcess& operator=(const HelperProcess&) = delete;

  Result<> write(std::string_view bytes, HelperTime::time_point until) override;
  Result<std::string> read(HelperTime::time_point until) override;

 private:
  // Waits until something can be done, and takes what was said.
  Result<> wait(bool writing, HelperTime::time_point until);
  void take_errors();
  void await_end(HelperTime::time_point until);
  void end();
  [[nodiscard]] Error gone() const;

  static constexpr std::size_t kMostAhead = std::size_t{256} << 20;  // of answers nobody read

  Child child_;
  std::string name_;
  std::string said_;
  std::string errors_;
  bool can_write_ = false;
  bool ended_ = false;  // it closed its output
};

Error HelperProcess::gone() const {
  std::string why = "it exited";
  const std::string errors(trim(errors_));
  if (!errors.empty()) {
    const auto lines = split_lines(errors);
    why = shortened(printable(without_ending(lines.back()), true), 300);
  }
  return io_error(fmt::format("the helper '{}' failed: {}", name_, why),
                  "loci works without it; the next sync tries again");
}

void HelperProcess::take_errors() {
  std::array<char, 4096> buffer{};
  const ssize_t got = ::read(child_.errors.get(), buffer.data(), buffer.size());
  if (got > 0) errors_.append(buffer.data(), static_cast<std::size_t>(got));
  if (errors_.size() > 8192) errors_.erase(0, errors_.size() - 4096);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) child_.errors.close();
}

Result<> HelperProcess::wait(bool writing, HelperTime::time_point until) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(until - HelperTime::now()).count();
  if (left <= 0) {
    (void)::kill(-child_.process, SIGKILL);
    return fail(io_error(fmt::format("the helper '{}' took too long and was stopped", name_),
                         "loci works without it; --timeout gives it more time"));
  }
  std::array<pollfd, 3> ends{pollfd{ended_ ? -1 : child_.output.get(), POLLIN, 0},
                             pollfd{child_.errors.get(), POLLIN, 0},
                             pollfd{writing ? child_.input.get() : -1, POLLOUT, 0}};
  if (::poll(ends.data(), ends.size(), static_cast<int>(std::min<long long>(left, 60'000))) < 0) {
    if (errno == EINTR) return {};
    return fail(system_error(errno, "wait for", name_));
  }
  if (ends[1].revents != 0) take_errors();
  if (ends[0].revents != 0) {
    std::array<char, 65'536> buffer{};
    const ssize_t got = ::read(child_.output.get(), buffer.data(), buffer.size());
    if (got > 0) said_.append(buffer.data(), static_cast<std::size_t>(got));
    ended_ = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    if (said_.size() > kMostAhead) {
      return fail(io_error(fmt::format("the helper '{}' sent too much output", name_)));
    }
  }
  can_write_ = ends[2].revents != 0;
  return {};
}

Result<> HelperProcess::write(std::string_view bytes, HelperTime::time_point until) {
  while (!bytes.empty()) {
    const ssize_t sent = ::write(child_.input.get(), bytes.data(), bytes.size());
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      while (child_.errors.get() >= 0 && !ended_ && wait(false, until)) continue;
      return fail(gone());
    }
    LOCI_TRY(wait(true, until));
  }
  return {};
}

Result<std::string> HelperProcess::read(HelperTime::time_point until) {
  while (said_.empty()) {
    if (ended_) {
      if (child_.errors.get() >= 0) take_errors();
      return fail(gone());
    }
    LOCI_TRY(wait(false, until));
  }
  return std::exchange(said_, {});
}

// Its output ends when it does, which wakes us at once.
void HelperProcess::await_end(HelperTime::time_point until) {
  std::array<char, 4096> buffer{};
  while (!ended_) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - HelperTime::now()).count();
    pollfd output{child_.output.get(), POLLIN, 0};
    if (left <= 0 || (::poll(&output, 1, static_cast<int>(left)) < 0 && errno != EINTR)) return;
    const ssize_t got = ::read(child_.output.get(), buffer.data(), buffer.size());
    ended_ = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
  }
}

void HelperProcess::end() {
  child_.input.close();
  const auto until = HelperTime::now() + std::chrono::milliseconds(500);
  await_end(until);
  int status = 0;
  // It ends when its input does; one that does not is not waited for.
  while (::waitpid(child_.process, &status, WNOHANG) == 0) {
    if (HelperTime::now() > until) {
      (void)::kill(-child_.process, SIGKILL);
      while (::waitpid(child_.process, &status, 0) < 0 && errno == EINTR) continue;
      return;
    }
    const timespec moment{0, 50'000};
    (void)::nanosleep(&moment, nullptr);
  }
}

// How somebody comes by a helper. That for PostgreSQL is linked with the system's libraries for TLS
// and Kerberos, so packages that run on any Linux cannot have it.
std::string how_to_install(const std::string& kind) {
  if (kind == "postgresql") {
    return "the Debian package 'loci-remote-postgresql' has it, and so has 'make install'; "
           "tarball, wheel and npm package do not (docs/install.md)";
  }
  return "install it beside loci or in the PATH; docs/remote-helpers.md says what it is";
}

std::vector<std::string> own_variables() {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) all.emplace_back(*one);
  return all;
}

}  // namespace

Result<std::unique_ptr<memory::HelperProgram>> start_helper(const Environment& environment,
                                                            const std::string& kind) {
  const std::string name = fmt::format("loci-remote-{}", kind);
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  std::string program;
  for (const std::string& loci : {own_path(environment), self}) {
    std::string beside = fmt::format("{}/{}", parent_path(loci), name);
    if (!program.empty() || !beside.starts_with('/')) continue;
    if (::access(beside.c_str(), X_OK) == 0) program = std::move(beside);
  }
  if (program.empty()) program = find_in_path(environment, name);
  if (program.empty()) {
    return fail(
        not_found(fmt::format("the program '{}', which such a remote needs, was not found", name),
                  how_to_install(kind)));
  }
  LOCI_ASSIGN(Child child, start_child(program, {name}, own_variables(), "/"));
  return std::make_unique<HelperProcess>(std::move(child), name);
}

}  // namespace loci::cli
