// Brings files to the disk while more are still being written, so that who waits for all of them
// at the end waits for the last ones only. Internal to store/.

#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "base/result.h"
#include "fs/root.h"

namespace loci::store {

class EarlySync {
 public:
  // From so many files on it is worth it.
  static constexpr std::size_t kWorth = 10'000;

  // The roots must outlive it. Without a thread to be had it does nothing.
  explicit EarlySync(std::vector<fs::Root*> roots);
  EarlySync(const EarlySync&) = delete;
  EarlySync& operator=(const EarlySync&) = delete;
  ~EarlySync() { stop(); }

  // No more from here on. The first error there was: the system tells of a failed write once, and
  // whoever syncs the same files next would not hear of it.
  Result<> end();

 private:
  void sync_now_and_then();
  void stop();

  std::vector<fs::Root*> roots_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool stopped_ = false;
  Result<> outcome_;
  std::thread thread_;
};

}  // namespace loci::store
