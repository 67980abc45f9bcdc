#include "cli/run_git.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "cli/child.h"

namespace loci::cli {
namespace {

using GitTime = std::chrono::steady_clock;
constexpr std::size_t kMostSaid = std::size_t{1} << 30;

// The user's variables, without those that say which repository is meant, or what of it.
std::vector<std::string> surroundings_of(const memory::GitRun& run) {
  static constexpr std::array<std::string_view, 16> kLeading{"GIT_DIR",
                                                             "GIT_WORK_TREE",
                                                             "GIT_INDEX_FILE",
                                                             "GIT_OBJECT_DIRECTORY",
                                                             "GIT_COMMON_DIR",
                                                             "GIT_NAMESPACE",
                                                             "GIT_PREFIX",
                                                             "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                                             "GIT_QUARANTINE_PATH",
                                                             "GIT_CEILING_DIRECTORIES",
                                                             "GIT_SHALLOW_FILE",
                                                             "GIT_GRAFT_FILE",
                                                             "GIT_LITERAL_PATHSPECS",
                                                             "GIT_GLOB_PATHSPECS",
                                                             "GIT_NOGLOB_PATHSPECS",
                                                             "GIT_ICASE_PATHSPECS"};
  static constexpr std::array<std::string_view, 6> kOurs{
      "LC_ALL=C",
      "GIT_TERMINAL_PROMPT=0",
      "GIT_ALLOW_PROTOCOL=file:git:http:https:ssh",
      "GIT_OPTIONAL_LOCKS=0",
      "GIT_NO_REPLACE_OBJECTS=1",
      "GIT_PAGER=cat"};
  std::vector<std::string> all;
  const auto is_set_by = [](std::string_view name, std::string_view variable) {
    return variable.starts_with(name) && variable.substr(name.size()).starts_with('=');
  };
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view variable = *one;
    const auto same = [&](std::string_view name) { return is_set_by(name, variable); };
    const auto ours = [&](std::string_view setting) {
      return same(setting.substr(0, setting.find('=')));
    };
    if (std::any_of(kLeading.begin(), kLeading.end(), same)) continue;
    if (std::any_of(kOurs.begin(), kOurs.end(), ours)) continue;
    if (std::any_of(run.variables.begin(), run.variables.end(),
                    [&](const auto& pair) { return same(pair.first); })) {
      continue;
    }
    all.emplace_back(variable);
  }
  all.insert(all.end(), kOurs.begin(), kOurs.end());
  for (const auto& [name, value] : run.variables) all.push_back(fmt::format("{}={}", name, value));
  return all;
}

// Reads what there is. False at the end.
bool read_some(Descriptor& from, std::string& into) {
  std::array<char, 65'536> buffer{};
  const ssize_t got = ::read(from.get(), buffer.data(), buffer.size());
  if (got > 0) into.append(buffer.data(), static_cast<std::size_t>(got));
  const bool more = got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
  if (!more) from.close();
  return more;
}

// Writes and reads in turns until it has said all; why it was given up, or "".
std::string converse(const std::string& question, Descriptor& input, Descriptor& output,
                     Descriptor& errors, memory::GitAnswer& answer, GitTime::time_point until,
                     const std::function<bool()>& stopped) {
  (void)::fcntl(input.get(), F_SETFL, O_NONBLOCK);
  std::size_t written = 0;
  if (question.empty()) input.close();
  while (output.get() >= 0 || errors.get() >= 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - GitTime::now()).count();
    if (left <= 0) return "it took too long";
    if (stopped && stopped()) return "loci is stopping";
    std::array<pollfd, 3> ends{pollfd{output.get(), POLLIN, 0}, pollfd{errors.get(), POLLIN, 0},
                               pollfd{input.get(), POLLOUT, 0}};
    if (::poll(ends.data(), ends.size(),
               static_cast<int>(std::min<long long>(left, stopped ? 100 : 60'000))) < 0 &&
        errno != EINTR) {
      return "the system cannot wait for it";
    }
    if (ends[0].revents != 0) read_some(output, answer.output);
    if (ends[1].revents != 0) read_some(errors, answer.errors);
    if (ends[2].revents != 0) {
      const ssize_t sent =
          ::write(input.get(), question.data() + written, question.size() - written);
      if (sent > 0) written += static_cast<std::size_t>(sent);
      const bool unwanted = sent < 0 && errno != EAGAIN && errno != EINTR;
      if (unwanted || written == question.size()) input.close();
    }
    if (answer.output.size() > kMostSaid || answer.errors.size() > kMostSaid) {
      return "it sent too much output";
    }
  }
  return "";
}

}  // namespace

Result<memory::GitAnswer> run_git(const Environment& environment, const memory::GitRun& run,
                                  const std::function<bool()>& stopped) {
  const std::string program = find_in_path(environment, "git");
  if (program.empty()) {
    return fail(io_error("git was not found in the PATH", "install git, or put it in the PATH"));
  }
  std::vector<std::string> words{"git"};
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  LOCI_ASSIGN(Child started,
              start_child(program, std::move(words), surroundings_of(run), run.directory));
  const pid_t child = started.process;
  // A git that does not want to read all must not end loci.
  struct sigaction ignore {};
  struct sigaction before {};
  ignore.sa_handler = SIG_IGN;
  (void)::sigaction(SIGPIPE, &ignore, &before);
  memory::GitAnswer answer;
  const std::string fault = converse(run.input, started.input, started.output, started.errors,
                                     answer, GitTime::now() + run.patience, stopped);
  (void)::sigaction(SIGPIPE, &before, nullptr);
  if (!fault.empty()) (void)::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!fault.empty()) {
    return fail(io_error(fmt::format("git was stopped: {}", fault),
                         "loci works without it; --timeout gives it more time"));
  }
  answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

}  // namespace loci::cli
