#include "http/workers.h"

#include <algorithm>
#include <exception>
#include <system_error>

namespace loci::http {

Workers::Workers(std::size_t readers, std::size_t writers) {
  try {
    start(readers, writers);
  } catch (const std::exception&) {
    stop();  // those that did start
    throw;
  }
}

void Workers::start(std::size_t readers, std::size_t writers) {
  threads_.reserve(readers + writers);
  for (std::size_t i = 0; i < std::max(readers, writers); ++i) {
    try {
      if (i < readers) threads_.emplace_back([this] { work_off(reads_); });
      if (i < writers) threads_.emplace_back([this] { work_off(writes_); });
    } catch (const std::system_error&) {
      if (i == 0) throw;
      return;
    }
  }
}

Workers::~Workers() { stop(); }

bool Workers::post(Lane lane, std::function<void()> work) {
  Queue& queue = lane == Lane::Reads ? reads_ : writes_;
  try {
    const std::lock_guard lock(queue.mutex);
    if (queue.stopped || queue.waiting.size() >= kMostWaiting) return false;
    queue.waiting.push_back(std::move(work));
  } catch (const std::bad_alloc&) {
    return false;
  }
  queue.filled.notify_one();
  return true;
}

void Workers::work_off(Queue& queue) {
  for (;;) {
    std::function<void()> work;
    {
      std::unique_lock lock(queue.mutex);
      queue.filled.wait(lock, [&] { return queue.stopped || !queue.waiting.empty(); });
      if (queue.stopped) return;
      work = std::move(queue.waiting.front());
      queue.waiting.pop_front();
    }
    try {
      work();
    } catch (const std::exception&) {
      // Whoever asked is answered when what the work held goes; the thread goes on.
    }
  }
}

void Workers::stop() {
  for (Queue* queue : {&reads_, &writes_}) {
    std::deque<std::function<void()>> dropped;  // outside of the lock
    {
      const std::lock_guard lock(queue->mutex);
      queue->stopped = true;
      dropped.swap(queue->waiting);
    }
    queue->filled.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace loci::http
