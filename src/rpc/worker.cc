#include "rpc/worker.h"

namespace loci::rpc {

Worker::Worker() : thread_([this] { run(); }) {}

Worker::~Worker() { finish(); }

bool Worker::post(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    jobs_.push_back(std::move(job));
  }
  changed_.notify_one();
  return true;
}

void Worker::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
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
