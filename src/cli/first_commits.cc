#include "cli/first_commits.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/text.h"
#include "cli/process.h"

namespace loci::cli {
namespace {

namespace stdfs = std::filesystem;
using Watch = std::chrono::steady_clock;

constexpr std::size_t kAnswerLimit = std::size_t{1} << 20;
constexpr std::size_t kPointerLimit = 8192;
constexpr std::size_t kSha256Digits = 64;

// The work trees of the repository whose objects these are: its main one, or of a
// submodule the one around it, and those that are linked to it.
std::vector<stdfs::path> trees_of(const std::string& objects) {
  const stdfs::path repository = stdfs::path(objects).parent_path();
  const std::size_t inside = objects.find("/.git/");
  std::vector<stdfs::path> trees{inside == std::string::npos
                                     ? repository.parent_path()
                                     : stdfs::path(objects.substr(0, inside))};
  std::error_code error;
  stdfs::directory_iterator linked(repository / "worktrees", error);
  for (; !error && linked != stdfs::directory_iterator(); linked.increment(error)) {
    const stdfs::path pointer = linked->path() / "gitdir";  // to the `.git` of that tree
    std::error_code unread;
    if (!stdfs::is_regular_file(stdfs::symlink_status(pointer, unread))) continue;
    if (stdfs::file_size(pointer, unread) > kPointerLimit) continue;
    std::string file;
    std::ifstream text(pointer);
    if (std::getline(text, file)) trees.push_back((linked->path() / file).parent_path());
  }
  return trees;
}

// Whether a program lies in a work tree of the repository that it is asked about.
bool comes_with(const std::string& program, const std::string& objects) {
  std::error_code error;
  const std::string found = stdfs::canonical(program, error).string();
  if (error) return true;
  const std::vector<stdfs::path> trees = trees_of(objects);
  return std::any_of(trees.begin(), trees.end(), [&](const stdfs::path& tree) {
    const std::string below = stdfs::weakly_canonical(tree, error).string() + "/";
    return error || found.starts_with(below);
  });
}

// The program in the PATH, "" when there is none. A relative entry of the PATH
// would find a `git` that the repository itself brings.
std::string find_git(const Environment& environment, const std::string& objects) {
  const std::string path = environment.get("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    std::string program = fmt::format("{}/git", directory);
    const bool found = directory.starts_with('/') && ::access(program.c_str(), X_OK) == 0;
    if (found && !comes_with(program, objects)) return program;
  }
  return {};
}

// A repository with nothing in it.
void make_empty_repository(const std::string& path, bool sha256) {
  std::error_code ignored;  // git says so too
  stdfs::create_directory(path + "/objects", ignored);
  stdfs::create_directory(path + "/refs", ignored);
  std::ofstream(path + "/HEAD") << "ref: refs/heads/none\n";
  std::ofstream(path + "/config") << (sha256 ? "[core]\n\trepositoryformatversion = 1\n"
                                               "[extensions]\n\tobjectformat = sha256\n"
                                             : "[core]\n\trepositoryformatversion = 0\n");
}

// All that git is told. What is said twice is said for versions that know only one.
std::vector<std::string> variables(const Environment& environment, const std::string& repository,
                                   const std::string& objects) {
  return {"PATH=" + environment.get("PATH").value_or("/usr/bin:/bin"),
          "HOME=" + repository,
          "LC_ALL=C",
          "GIT_DIR=" + repository,
          "GIT_OBJECT_DIRECTORY=" + objects,
          "GIT_CONFIG_NOSYSTEM=1",
          "GIT_CONFIG_SYSTEM=/dev/null",
          "GIT_CONFIG_GLOBAL=/dev/null",
          "GIT_ATTR_NOSYSTEM=1",
          "GIT_ALLOW_PROTOCOL=none",
          "GIT_NO_LAZY_FETCH=1",
          "GIT_NO_REPLACE_OBJECTS=1",
          "GIT_OPTIONAL_LOCKS=0",
          "GIT_TERMINAL_PROMPT=0"};
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

// What it says until it ends, or nothing when it takes too long or says too much.
std::string hear_out(int descriptor, std::chrono::milliseconds patience) {
  const Watch::time_point deadline = Watch::now() + patience;
  std::string output;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Watch::now()).count();
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return {};
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {};
    if (count == 0) return output;
    output.append(buffer.data(), static_cast<std::size_t>(count));
    if (output.size() > kAnswerLimit) return {};
  }
}

[[noreturn]] void become_git(const char* program, const std::vector<char*>& arguments,
                             const std::vector<char*>& variables, const char* directory,
                             int output) {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  ::dup2(output, STDOUT_FILENO);
  if (::chdir(directory) == 0) ::execve(program, arguments.data(), variables.data());
  ::_exit(127);
}

}  // namespace

std::vector<std::string> git_first_commits(const Environment& environment, const store::Head& head,
                                           std::chrono::milliseconds patience) {
  const std::string program = find_git(environment, head.objects);
  if (program.empty()) return {};
  const auto directory = EphemeralHome::make(environment);
  if (!directory) return {};
  const std::string repository = stdfs::absolute(directory->path()).string();
  make_empty_repository(repository, head.commit.size() == kSha256Digits);
  std::vector<std::string> words{"git", "--no-replace-objects", "rev-list", "--max-parents=0",
                                 head.commit};
  std::vector<std::string> told = variables(environment, repository, head.objects);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> surroundings = pointers(told);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    become_git(program.c_str(), arguments, surroundings, repository.c_str(), pipe[1]);
  }
  ::close(pipe[1]);
  const std::string output = child > 0 ? hear_out(pipe[0], patience) : std::string();
  ::close(pipe[0]);
  if (child < 0) return {};
  if (output.empty()) ::kill(child, SIGKILL);  // it may still wait for something
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::vector<std::string> commits;
  if (status != 0) return commits;
  for (const std::string_view line : split_lines(output)) commits.emplace_back(trim(line));
  return commits;
}

}  // namespace loci::cli
