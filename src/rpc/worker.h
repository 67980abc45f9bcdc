// A thread that runs what is posted to it, in order. Its jobs are the only ones
// that touch a Memory, which belongs to one thread.

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "rpc/dispatcher.h"

namespace loci::rpc {

class Worker final : public Executor {
 public:
  Worker();
  ~Worker() override;  // as finish()
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool post(std::function<void()> job) override;
  // Waits until everything posted has run, then ends the thread; what is posted
  // later is dropped.
  void finish();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool ending_ = false;  // as soon as there is nothing to do
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace loci::rpc
