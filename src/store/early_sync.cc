#include "store/early_sync.h"

#include <chrono>
#include <exception>
#include <utility>

namespace loci::store {
namespace {

// In between: each sync ends with a flush of the disk's cache.
constexpr std::chrono::milliseconds kPause{200};

}  // namespace

EarlySync::EarlySync(std::vector<fs::Root*> roots) : roots_(std::move(roots)) {
  try {
    thread_ = std::thread([this] { sync_now_and_then(); });
  } catch (const std::exception&) {  // no thread: the sync at the end takes longer
  }
}

void EarlySync::sync_now_and_then() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (woken_.wait_for(lock, kPause, [&] { return stopped_; })) return;
    }
    for (fs::Root* root : roots_) {
      if (outcome_ = root->sync_file_system(); !outcome_) return;
    }
  }
}

void EarlySync::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  woken_.notify_all();
  thread_.join();
}

Result<> EarlySync::end() {
  stop();
  return outcome_;
}

}  // namespace loci::store
