// Signals that end a program that stays, taken by the thread that waits for them and not by
// those that work: made before the first of those.

#pragma once

#include <pthread.h>

#include <chrono>
#include <csignal>
#include <ctime>

namespace loci::cli {

class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&set_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, signal);
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~StopSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // False when none came in this time.
  [[nodiscard]] bool wait(std::chrono::milliseconds time) const {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec limit{whole.count(), std::chrono::nanoseconds(time - whole).count()};
    return sigtimedwait(&set_, nullptr, &limit) > 0;
  }

 private:
  sigset_t set_{};
  sigset_t before_{};
};

}  // namespace loci::cli
