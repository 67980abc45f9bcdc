#include "cli/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/text.h"

namespace loci::cli {
namespace {

constexpr std::string_view kEphemeralPrefix = "loci-ephemeral-";
constexpr std::array kPassedOn{SIGTERM, SIGHUP};

volatile std::sig_atomic_t running_child = 0;

void pass_on(int signal) {
  if (running_child > 0) ::kill(static_cast<pid_t>(running_child), signal);
}

// Signals as they were, back when the object goes.
class SignalsWhileWaiting {
 public:
  SignalsWhileWaiting() {
    set(SIGINT, SIG_IGN);
    set(SIGQUIT, SIG_IGN);
    for (const int signal : kPassedOn) set(signal, pass_on);
  }
  SignalsWhileWaiting(const SignalsWhileWaiting&) = delete;
  SignalsWhileWaiting& operator=(const SignalsWhileWaiting&) = delete;
  ~SignalsWhileWaiting() {
    for (const auto& [signal, action] : before_) ::sigaction(signal, &action, nullptr);
    running_child = 0;
  }

 private:
  void set(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    struct sigaction before {};
    ::sigaction(signal, &action, &before);
    before_.emplace_back(signal, before);
  }
  std::vector<std::pair<int, struct sigaction>> before_;
};

[[noreturn]] void become(const std::vector<std::string>& words,
                         const std::map<std::string, std::string>& variables) {
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) {
    (void)::signal(signal, SIG_DFL);
  }
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  // execvp takes char* for historical reasons and changes nothing.
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  const int error = errno;
  const std::string message =
      fmt::format("loci: cannot run '{}': {}\n", printable(words.front(), true),
                  std::generic_category().message(error));
  (void)!::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(error == ENOENT ? 127 : 126);
}

bool in_path(const Environment& environment, std::string_view program) {
  const std::string path = environment.get("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    if (::access(fmt::format("{}/{}", directory, program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

int open_directory(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

void remove_tree(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

// Removes ephemeral homes of this user that nobody holds any more. Their lock
// says so: the number of a process may mean another one by now, or in here.
void sweep(const std::string& directory) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kEphemeralPrefix)) continue;
    const int descriptor = open_directory(entry.path().string());
    if (descriptor < 0) continue;
    struct stat status {};
    const bool ours = ::fstat(descriptor, &status) == 0 && status.st_uid == ::geteuid();
    if (ours && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) remove_tree(entry.path().string());
    ::close(descriptor);
  }
}

}  // namespace

Result<int> run_program(const std::vector<std::string>& words,
                        const std::map<std::string, std::string>& variables) {
  const SignalsWhileWaiting signals;
  const pid_t child = ::fork();
  if (child < 0) return fail(system_error(errno, "start", words.front()));
  if (child == 0) become(words, variables);
  running_child = child;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail(system_error(errno, "wait for", words.front()));
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string own_path(const Environment& environment) {
  namespace stdfs = std::filesystem;
  std::error_code error;
  stdfs::path self = stdfs::read_symlink("/proc/self/exe", error);
  if (error) {  // no /proc here: what the program was started as
    const auto* const started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
    if (started == nullptr) return "";
    self = stdfs::absolute(started, error);
    if (error) return "";
  }
  const std::string path = environment.get("PATH").value_or("");
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    const stdfs::path found = stdfs::path(directory) / "loci";
    if (found.is_absolute() && stdfs::equivalent(found, self, error)) return found.string();
  }
  return self.string();
}

bool show_in_pager(const std::string& command, std::string_view text) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return false;
  const SignalsWhileWaiting signals;
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(pipe[0]);
    ::close(pipe[1]);
    return false;
  }
  if (child == 0) {
    ::dup2(pipe[0], STDIN_FILENO);
    // As git has it: quit where all of it fits, let colours through, leave the screen as it is.
    std::map<std::string, std::string> variables;
    if (std::getenv("LESS") == nullptr) variables["LESS"] = "FRX";
    become({"/bin/sh", "-c", command}, variables);
  }
  running_child = child;
  ::close(pipe[0]);
  while (!text.empty()) {
    const ssize_t count = ::write(pipe[1], text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;  // its reader has seen enough
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  ::close(pipe[1]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kCannotRun = 126;
  constexpr int kNoProgram = 127;
  if (!WIFEXITED(status)) return true;
  return WEXITSTATUS(status) != kCannotRun && WEXITSTATUS(status) != kNoProgram;
}

Result<std::string> choose_editor(const Environment& environment) {
  for (const std::string_view variable : {"VISUAL", "EDITOR"}) {
    if (auto editor = environment.get(variable)) return *editor;
  }
  for (const std::string_view editor : {"nano", "vim", "vi"}) {
    if (in_path(environment, editor)) return std::string(editor);
  }
  return fail(not_found("no editor found", "set EDITOR to the one you want"));
}

Result<EphemeralHome> EphemeralHome::make(const Environment& environment) {
  const std::string directory = environment.get("TMPDIR").value_or("/tmp");
  sweep(directory);
  for (;;) {
    std::string path = fmt::format("{}/{}{}-XXXXXX", directory, kEphemeralPrefix, ::getpid());
    if (::mkdtemp(path.data()) == nullptr) return fail(system_error(errno, "make", path));
    const int lock = open_directory(path);
    if (lock < 0 && errno != ENOENT) return fail(system_error(errno, "open", path));
    const bool taken = lock < 0 || (::flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK);
    struct stat status {};
    if (!taken && ::stat(path.c_str(), &status) == 0) return EphemeralHome(std::move(path), lock);
    if (lock >= 0) ::close(lock);  // another start swept it before it was locked
  }
}

EphemeralHome::EphemeralHome(EphemeralHome&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

EphemeralHome::~EphemeralHome() {
  if (!path_.empty()) remove_tree(path_);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace loci::cli
