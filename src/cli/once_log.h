// A log that says each warning once: of several places that a command looks at,
// each may have the same to say. For one command, since it remembers them all.

#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/log.h"

namespace loci::cli {

class OnceLog final : public Log {
 public:
  explicit OnceLog(std::unique_ptr<Log> log) : log_(std::move(log)) {}

  void say(LogLevel level, std::string_view message) override {
    if (level == LogLevel::Warning && !warnings_.emplace(message).second) return;
    log_->say(level, message);
  }
  void progress(std::string_view what) override { log_->progress(what); }

 private:
  std::unique_ptr<Log> log_;
  std::set<std::string, std::less<>> warnings_;
};

}  // namespace loci::cli
