// When the next sync of a remote is due that is kept up to date by itself. Pure: what time it is
// is said with each call.

#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace loci::remote {

class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::milliseconds;

  // The first change after a quiet time goes at once. Those that follow it go together, but none
  // waits longer than kMostPatience.
  static constexpr Span kSettle{300};
  static constexpr Span kMostPatience{2'000};
  // However often it failed, it is tried again after so long.
  static constexpr Span kMostBackOff = std::chrono::minutes(5);

  // The first sync is due at once; `every` is the time between two looks at the remote.
  Pace(Time now, Span every) : every_(every), look_(now) {}

  void look_every(Span every) { every_ = every; }

  // Something waits here to be sent.
  void changed(Time now) {
    const bool quiet = !sent_ || now - *sent_ >= kSettle;
    const bool goes_at_once = since_ ? changes_ && *changes_ <= *since_ : quiet;
    if (!since_) since_ = now;
    changes_ = goes_at_once ? *since_ : std::min(now + kSettle, *since_ + kMostPatience);
    // After a failure a change is no reason to hurry.
    if (fails()) changes_ = std::max(*changes_, refused_ ? look_ : tried_ + every_);
  }
  // The remote says that it has news.
  void heard(Time now) { look_ = std::min(look_, now); }
  void synced(Time now) {
    failures_ = 0;
    refused_ = false;
    if (since_) sent_ = now;
    next(now, every_);
  }
  // Gives the time until it is tried again: doubled with each failure.
  Span failed(Time now) {
    const Span most = std::max(kMostBackOff, every_);
    const Span wait = std::min(every_ * (1 << std::min(failures_, 10)), most);
    ++failures_;
    refused_ = false;
    next(now, wait);
    return wait;
  }
  // What does not pass by itself, a wrong password: a server may lock out who tries it often.
  Span refused(Time now) {
    const Span wait = std::max(kMostBackOff, every_);
    ++failures_;
    refused_ = true;
    next(now, wait);
    return wait;
  }
  // Somebody else is at it.
  void busy(Time now) {
    look_ = now + kMostPatience;
    changes_.reset();
  }

  [[nodiscard]] Time due() const { return changes_ ? std::min(look_, *changes_) : look_; }
  [[nodiscard]] bool fails() const { return failures_ > 0; }
  // Whether a change was noticed that no sync has taken yet.
  [[nodiscard]] bool has_changes() const { return since_.has_value(); }

 private:
  void next(Time now, Span wait) {
    since_.reset();
    changes_.reset();
    tried_ = now;
    look_ = now + wait;
  }

  Span every_;
  Time look_;
  Time tried_{};
  std::optional<Time> sent_;     // when changes last went
  std::optional<Time> since_;    // the first change that was not synced yet
  std::optional<Time> changes_;  // when they are to go
  int failures_ = 0;
  bool refused_ = false;  // by the last of them
};

}  // namespace loci::remote
