// Remotes that are kept up to date by themselves: what changes here is sent a moment later, and
// what changed there is looked for now and then. For `sync --watch`, `serve` and `mcp`.
//
// Each remote has a thread and memories of its own, so that nobody who asks something waits for
// it. One process at a time does it for a remote (lock_live); others stand by and take over. A
// failure is said once, and the next tries come later and later. Nothing is ever accepted for a
// person: what stops a sync is said, and waits.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "memory/memories.h"
#include "remote/sync.h"

namespace loci::remote {

// Says once that it is time to end. Whoever waits wakes up.
class Stop {
 public:
  void now();
  [[nodiscard]] bool told() const { return told_; }
  // True when it was told before the time was over.
  bool wait_for(std::chrono::milliseconds time);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> told_ = false;
};

struct LiveNews {
  enum class What : std::uint8_t {
    Synced,   // and it did something
    Failed,   // for the first time, or in other words than before
    Reached,  // after a failure, with nothing to do
    Gone,     // the remote was removed
  };
  What what = What::Synced;
  std::string remote;
  SyncReply reply{};
  Error error{ErrorKind::Io, "", ""};
  std::chrono::milliseconds again{};  // of a failure: when it is tried again
};

struct LiveOptions {
  std::string only{};  // one remote; "" = all
  bool all = false;    // also those that neither configuration nor remote makes live
  std::optional<std::chrono::milliseconds> every{};  // none: [sync] every_seconds
  std::chrono::milliseconds patience = std::chrono::minutes(1);
  std::chrono::milliseconds first{};  // before anything is read
  // How a transport is opened; empty: as the remote's URL says. For tests.
  std::function<Result<std::unique_ptr<Transport>>(const TransportOptions& options)> open{};
};

class LiveSync {
 public:
  // Both must outlive it. `tell` is called by one thread at a time.
  LiveSync(memory::Memories& memories, LiveOptions options,
           std::function<void(const LiveNews&)> tell);
  ~LiveSync();  // as stop()
  LiveSync(const LiveSync&) = delete;
  LiveSync& operator=(const LiveSync&) = delete;

  // Without threads where there are none to be had: std::system_error.
  void start();
  // What was noticed and not sent yet is sent first, if that takes kLastWord at most.
  void stop();
  // What runs for it must end when this was told.
  [[nodiscard]] const Stop& cut() const { return cut_; }

  static constexpr std::chrono::milliseconds kLastWord{3'000};

 private:
  struct Kept;
  class Keeper;

  void tend();  // starts and ends the threads of remotes
  void tell_unread(const std::vector<UnreadRemote>& unread);
  void keep(const std::string& name);
  void tell(const LiveNews& news);

  memory::Memories& memories_;
  const LiveOptions options_;
  const std::function<void(const LiveNews&)> tell_;
  std::mutex telling_;
  Stop stop_;
  Stop cut_;
  std::map<std::string, std::unique_ptr<Kept>> kept_;  // of the thread that tends them
  std::set<std::string> unread_;                       // of the same: that were told
  std::thread tending_;
};

}  // namespace loci::remote
