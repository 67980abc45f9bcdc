#include "cli/child.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace loci::cli {
namespace {

struct Channel {
  Descriptor read;
  Descriptor write;
};

Result<Channel> make_channel(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(system_error(errno, "start", program));
  return Channel{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

[[noreturn]] void become_the_child(const char* program, const std::vector<char*>& words,
                                   const std::vector<char*>& variables, const char* directory,
                                   int input, int output, int errors) {
  (void)::setpgid(0, 0);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE}) {
    (void)::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::chdir(directory) != 0) ::_exit(127);
  (void)::dup2(input, STDIN_FILENO);
  (void)::dup2(output, STDOUT_FILENO);
  (void)::dup2(errors, STDERR_FILENO);
  ::execve(program, words.data(), variables.data());
  ::_exit(127);
}

}  // namespace

std::string find_in_path(const Environment& environment, std::string_view name) {
  const std::string path = environment.get("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    std::string program = fmt::format("{}/{}", directory, name);
    if (directory.starts_with('/') && ::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

Result<Child> start_child(const std::string& program, std::vector<std::string> words,
                          std::vector<std::string> variables, const std::string& directory) {
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> surroundings = pointers_to(variables);
  LOCI_ASSIGN(Channel input, make_channel(program));
  LOCI_ASSIGN(Channel output, make_channel(program));
  LOCI_ASSIGN(Channel errors, make_channel(program));
  const pid_t child = ::fork();
  if (child < 0) return fail(system_error(errno, "start", program));
  if (child == 0) {
    become_the_child(program.c_str(), arguments, surroundings, directory.c_str(), input.read.get(),
                     output.write.get(), errors.write.get());
  }
  (void)::setpgid(child, child);
  return Child{child, std::move(input.write), std::move(output.read), std::move(errors.read)};
}

}  // namespace loci::cli
