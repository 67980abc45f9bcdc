#include "rpc/worker.h"

#include <system_error>

namespace loci::rpc {

Worker::Worker() {
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {  // post() does without
  }
}

Worker::~Worker() { finish(); }

bool Worker::post(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    if (thread_.joinable()) {
      jobs_.push_back(std::move(job));
      changed_.notify_one();
      return true;
    }
  }
  job();  // there is no thread to leave it to
  return true;
}

void Worker::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    ended_ = ended_ || !thread_.joinable();
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Worker::run() {
  for (;;) {
    std::function<void()> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
      if (jobs_.empty()) {
        ended_ = true;
        return;
      }
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job();
  }
}

}  // namespace loci::rpc
