// A log that also shows how far long work is: one line on a terminal, each in
// place of the one before, gone when anything else is said.

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"

namespace loci::cli {

class ProgressLog final : public Log {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // What goes to the terminal, and the clock that says when.
  struct Screen {
    std::function<void(std::string_view)> draw;
    std::function<Time()> now;
    std::size_t columns;
  };
  // Work of less time than this shows nothing; lines that follow each other faster
  // than that are left out.
  static constexpr std::chrono::milliseconds kPatience{400};
  static constexpr std::chrono::milliseconds kPace{100};

  // What is said goes to `log`.
  ProgressLog(std::unique_ptr<Log> log, Screen screen);
  ~ProgressLog() override { clear(); }
  ProgressLog(const ProgressLog&) = delete;
  ProgressLog& operator=(const ProgressLog&) = delete;

  void say(LogLevel level, std::string_view message) override;
  void progress(std::string_view what) override;

 private:
  void clear();

  std::unique_ptr<Log> log_;
  Screen screen_;
  Time next_;  // nothing is drawn before
  bool drawn_ = false;
};

// The same on standard error, when that is a terminal; else `log` as it is.
[[nodiscard]] std::unique_ptr<Log> with_progress(std::unique_ptr<Log> log);

}  // namespace loci::cli
