#include "cli/progress_log.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "base/text.h"

namespace loci::cli {
namespace {

constexpr std::string_view kClear = "\r\x1b[K";
constexpr std::size_t kUsualColumns = 80;

std::size_t terminal_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualColumns;
  return size.ws_col;
}

void write_to_stderr(std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

}  // namespace

ProgressLog::ProgressLog(std::unique_ptr<Log> log, Screen screen)
    : log_(std::move(log)), screen_(std::move(screen)), next_(screen_.now() + kPatience) {}

void ProgressLog::say(LogLevel level, std::string_view message) {
  clear();
  log_->say(level, message);
}

void ProgressLog::progress(std::string_view what) {
  if (what.empty()) {
    clear();
    return;
  }
  const Time now = screen_.now();
  if (now < next_) return;
  next_ = now + kPace;
  screen_.draw(fmt::format("{}{}", kClear, shortened(printable(what, true), screen_.columns - 1)));
  drawn_ = true;
}

void ProgressLog::clear() {
  if (std::exchange(drawn_, false)) screen_.draw(kClear);
}

std::unique_ptr<Log> with_progress(std::unique_ptr<Log> log) {
  if (::isatty(STDERR_FILENO) == 0) return log;
  return std::make_unique<ProgressLog>(
      std::move(log),
      ProgressLog::Screen{write_to_stderr, std::chrono::steady_clock::now, terminal_columns()});
}

}  // namespace loci::cli
