#include "cli/git.h"

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

constexpr std::size_t kAnswerLimit = std::size_t{1} << 25;
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

// A repository with nothing in it but where HEAD is.
void make_empty_repository(const std::string& path, const std::string& head, bool sha256) {
  std::error_code ignored;  // git says so too
  stdfs::create_directory(path + "/objects", ignored);
  stdfs::create_directory(path + "/refs", ignored);
  std::ofstream(path + "/HEAD") << head << "\n";
  std::ofstream(path + "/config") << (sha256 ? "[core]\n\trepositoryformatversion = 1\n"
                                               "[extensions]\n\tobjectformat = sha256\n"
                                             : "[core]\n\trepositoryformatversion = 0\n");
}

// All that git is told. What is said twice is said for versions that know only one.
std::vector<std::string> variables(const Environment& environment, const std::string& repository,
                                   const memory::GitQuestion& question) {
  std::vector<std::string> told{"PATH=" + environment.get("PATH").value_or("/usr/bin:/bin"),
                                "HOME=" + repository,
                                "LC_ALL=C",
                                "GIT_DIR=" + repository,
                                "GIT_OBJECT_DIRECTORY=" + question.head.objects,
                                "GIT_CONFIG_NOSYSTEM=1",
                                "GIT_CONFIG_SYSTEM=/dev/null",
                                "GIT_CONFIG_GLOBAL=/dev/null",
                                "GIT_ATTR_NOSYSTEM=1",
                                "GIT_ALLOW_PROTOCOL=none",
                                "GIT_NO_LAZY_FETCH=1",
                                "GIT_NO_REPLACE_OBJECTS=1",
                                "GIT_OPTIONAL_LOCKS=0",
                                "GIT_TERMINAL_PROMPT=0"};
  if (!question.index.empty()) {
    told.push_back("GIT_INDEX_FILE=" + repository + "/index");
    told.push_back("GIT_WORK_TREE=" + question.work_tree);
  }
  return told;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

// What it says until it ends, or nothing when it takes too long or says too much.
std::optional<std::string> hear_out(int descriptor, std::chrono::milliseconds patience) {
  const Watch::time_point deadline = Watch::now() + patience;
  std::string output;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Watch::now()).count();
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return std::nullopt;
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return output;
    output.append(buffer.data(), static_cast<std::size_t>(count));
    if (output.size() > kAnswerLimit) return std::nullopt;
  }
}

[[noreturn]] void become_git(const char* program, const std::vector<char*>& arguments,
                             const std::vector<char*>& variables, const char* directory,
                             const char* said, int output) {
  if (::chdir(directory) != 0) ::_exit(127);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const int input = ::open(said, O_RDONLY | O_CLOEXEC);
  ::dup2(input >= 0 ? input : nothing, STDIN_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::execve(program, arguments.data(), variables.data());
  ::_exit(127);
}

}  // namespace

std::optional<std::string> ask_git(const Environment& environment,
                                   const memory::GitQuestion& question) {
  const std::string program = find_git(environment, question.head.objects);
  if (program.empty()) return std::nullopt;
  const auto directory = EphemeralHome::make(environment);
  if (!directory) return std::nullopt;
  const std::string repository = stdfs::absolute(directory->path()).string();
  make_empty_repository(repository, question.head.commit,
                        question.head.commit.size() == kSha256Digits);
  if (!question.input.empty()) std::ofstream(repository + "/input") << question.input;
  if (!question.index.empty()) {
    std::error_code error;
    stdfs::copy_file(question.index, repository + "/index", error);
    if (error) return std::nullopt;
  }
  std::vector<std::string> words{"git", "--no-replace-objects"};
  words.insert(words.end(), question.arguments.begin(), question.arguments.end());
  std::vector<std::string> told = variables(environment, repository, question);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> surroundings = pointers(told);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return std::nullopt;
  const std::string& place = question.index.empty() ? repository : question.work_tree;
  const std::string input = repository + "/input";
  const pid_t child = ::fork();
  if (child == 0) {
    become_git(program.c_str(), arguments, surroundings, place.c_str(), input.c_str(), pipe[1]);
  }
  ::close(pipe[1]);
  std::optional<std::string> output;
  if (child > 0) output = hear_out(pipe[0], question.patience);
  ::close(pipe[0]);
  if (child < 0) return std::nullopt;
  if (!output) ::kill(child, SIGKILL);  // it may still wait for something
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const bool answered =
      WIFEXITED(status) &&
      (WEXITSTATUS(status) == 0 || (question.may_find_nothing && WEXITSTATUS(status) == 1));
  if (!answered) return std::nullopt;
  return output;
}

}  // namespace loci::cli
