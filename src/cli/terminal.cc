#include "cli/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "base/wrap.h"
#include "cli/marks.h"
#include "cli/process.h"

namespace loci::cli {
namespace {

Result<> write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) return {};
    if (count < 0) return fail(system_error(errno, "write to", "standard output"));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Result<std::string> read_all_of(int descriptor, std::size_t limit, std::string_view name) {
  std::string text;
  std::string buffer(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(system_error(errno, "read", name));
    if (count == 0) return text;
    text.append(buffer, 0, static_cast<std::size_t>(count));
    if (text.size() > limit) {
      return fail(invalid_input(fmt::format("{} has more than {} bytes", name, limit),
                                "split it into several notes"));
    }
  }
}

// "FILE  TYPE  SCOPE": words of capitals, several of them.
bool is_head_of_table(std::string_view line) {
  if (line.find("  ") == std::string_view::npos) return false;
  return std::all_of(line.begin(), line.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || c == ' '; });
}

}  // namespace

Terminal::Terminal(const Environment& environment, bool no_color, bool no_pager)
    : stdin_tty_(::isatty(STDIN_FILENO) == 1),
      stdout_tty_(::isatty(STDOUT_FILENO) == 1),
      stderr_tty_(::isatty(STDERR_FILENO) == 1),
      color_(!no_color && !environment.get("NO_COLOR") && stdout_tty_ &&
             environment.get("TERM").value_or("dumb") != "dumb") {
  if (!stdout_tty_) return;
  constexpr std::size_t kUsualColumns = 80;
  constexpr std::size_t kUsualRows = 24;
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  columns_ = known && size.ws_col > 0 ? size.ws_col : kUsualColumns;
  rows_ = known && size.ws_row > 0 ? size.ws_row : kUsualRows;
  if (no_pager || !stdin_tty_ || environment.get("TERM").value_or("dumb") == "dumb") return;
  pager_ = environment.get("LOCI_PAGER").value_or(environment.get("PAGER").value_or("less"));
  // Set to nothing it means none, as in git; Environment takes that for not set.
  const char* const own = std::getenv("LOCI_PAGER");
  if (pager_ == "cat" || (own != nullptr && *own == '\0')) pager_.clear();
}

Result<> Terminal::print(std::string_view text) {
  if (!stdout_tty_) return write_all(STDOUT_FILENO, text);
  return write_all(STDOUT_FILENO, printable(text));
}

bool Terminal::reader_is_gone() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

Result<> Terminal::print_long(std::string_view text, std::span<const std::string> marked) {
  if (!stdout_tty_) return write_all(STDOUT_FILENO, text);
  const std::string shown = printable(text);
  if (!color_) return print_view(shown);
  const bool diff = text.find("\n@@ ") != std::string_view::npos;
  std::string colored;
  bool first = true;  // of the lines behind an empty one
  for (const std::string_view line : split_lines(shown)) {
    const std::string_view bare = without_ending(line);
    std::string_view code;
    if (diff && bare.starts_with('+')) code = "32";
    if (diff && bare.starts_with('-')) code = "31";
    if (diff && bare.starts_with("@@")) code = "36";
    if (first && is_head_of_table(bare)) code = "1";
    first = bare.empty();
    if (!marked.empty() && line.starts_with("  ")) {
      colored += with_marks(line, marked);
      continue;
    }
    colored += code.empty() ? std::string(line) : fmt::format("\x1b[{}m{}\x1b[0m\n", code, bare);
  }
  return print_view(colored);
}

Result<> Terminal::print_view(std::string_view text) {
  return page(text) ? Result<>() : write_all(STDOUT_FILENO, text);
}

bool Terminal::page(std::string_view text) const {
  if (pager_.empty()) return false;
  std::size_t rows = 0;
  for (const std::string_view line : split_lines(text)) {
    rows += 1 + display_width(without_ending(line)) / std::max<std::size_t>(columns_, 1);
  }
  if (rows < rows_) return false;
  return show_in_pager(pager_, text);
}

bool Terminal::ask(std::string_view question) {
  std::fprintf(stderr, "%s [y/N] ", printable(question).c_str());
  std::fflush(stderr);
  std::string answer;
  char c = 0;
  while (::read(STDIN_FILENO, &c, 1) == 1 && c != '\n') answer += c;
  const std::string word = ascii_lower(trim(answer));
  return word == "y" || word == "yes";
}

char Terminal::ask_key(std::string_view question, std::string_view keys) {
  std::fprintf(stderr, "%s ", printable(question).c_str());
  std::fflush(stderr);
  termios before{};
  const bool settable = ::tcgetattr(STDIN_FILENO, &before) == 0;
  if (settable) {
    termios by_key = before;
    by_key.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    by_key.c_cc[VMIN] = 1;
    by_key.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &by_key);
  }
  char key = keys.back();
  char c = 0;
  while (::read(STDIN_FILENO, &c, 1) == 1) {
    const std::string lower = ascii_lower(std::string_view(&c, 1));
    if (keys.find(lower.front()) == std::string_view::npos) continue;
    key = lower.front();
    break;
  }
  if (settable) ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
  std::fprintf(stderr, "%c\n", key);
  return key;
}

Result<std::string> Terminal::read_all(std::size_t limit) {
  return read_all_of(STDIN_FILENO, limit, "standard input");
}

std::size_t talk_columns() {
  winsize size{};
  const bool known = ::isatty(STDERR_FILENO) == 1 && ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

void say(std::string_view text) { say_as_it_is(wrap_lines(text, talk_columns())); }

void say_as_it_is(std::string_view text) { std::fprintf(stderr, "%s\n", printable(text).c_str()); }

Result<std::string> read_user_file(const std::string& path, std::size_t limit) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(system_error(errno, "open", path));
  auto text = read_all_of(descriptor, limit, fmt::format("'{}'", path));
  ::close(descriptor);
  return text;
}

}  // namespace loci::cli
