// Does work on things while more of them are still to come, on threads of its own: whoever fetches
// thousands of texts waits most of the time.

#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace loci {

template <typename Thing>
class WorkAhead {
 public:
  using Part = std::vector<Thing>;
  // Called for parts, on several threads at once.
  using Work = std::function<void(Part&)>;

  explicit WorkAhead(Work work) : work_(std::move(work)) {}
  WorkAhead(const WorkAhead&) = delete;
  WorkAhead& operator=(const WorkAhead&) = delete;
  ~WorkAhead() {  // without finish() what is left is not done
    {
      const std::lock_guard lock(mutex_);
      waiting_.clear();
    }
    join();
  }

  void add(Thing thing) {
    collected_.push_back(std::move(thing));
    if (collected_.size() < kPart) return;
    handed_over_ += collected_.size();
    hand_over();
    if (handed_over_ < kWorthAThread) return;
    const std::size_t processors = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
    if (threads_.size() >= std::min(processors - 1, kMostThreads)) return;
    try {
      threads_.emplace_back([this] { work_on_all(true); });
    } catch (const std::exception&) {  // no thread: finish() does its part
    }
  }

  // Once all have been added: does what is left. Throws what the work threw.
  void finish() {
    if (!collected_.empty()) hand_over();
    work_on_all(false);
    join();
    if (fault_) std::rethrow_exception(fault_);
  }

 private:
  static constexpr std::size_t kPart = 256;            // handed to a thread together
  static constexpr std::size_t kWorthAThread = 1'024;  // of fewer none is started
  static constexpr std::size_t kMostThreads = 7;       // beside the one that adds

  void hand_over() {  // what was collected
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::exchange(collected_, {}));
    }
    woken_.notify_one();
  }

  // False: nothing is left. `to_come`: waits for more.
  bool work_on_next(bool to_come) {
    Part part;
    {
      std::unique_lock lock(mutex_);
      if (to_come) woken_.wait(lock, [&] { return complete_ || !waiting_.empty(); });
      if (waiting_.empty() || fault_) return false;
      part = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work_(part);
    return true;
  }

  void work_on_all(bool to_come) {
    try {
      while (work_on_next(to_come)) continue;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
    }
  }

  void join() {
    {
      const std::lock_guard lock(mutex_);
      complete_ = true;
    }
    woken_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  Work work_;
  Part collected_;
  std::size_t handed_over_ = 0;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::deque<Part> waiting_;
  std::exception_ptr fault_;
  bool complete_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace loci
