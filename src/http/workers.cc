#include "http/workers.h"

namespace loci::http {

Workers::Workers(std::size_t readers, std::size_t writers) {
  threads_.reserve(readers + writers);
  for (std::size_t i = 0; i < readers; ++i) threads_.emplace_back([this] { work_off(reads_); });
  for (std::size_t i = 0; i < writers; ++i) threads_.emplace_back([this] { work_off(writes_); });
}

Workers::~Workers() { stop(); }

bool Workers::post(Lane lane, std::function<void()> work) {
  Queue& queue = lane == Lane::Reads ? reads_ : writes_;
  {
    const std::lock_guard lock(queue.mutex);
    if (queue.stopped || queue.waiting.size() >= kMostWaiting) return false;
    queue.waiting.push_back(std::move(work));
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
    work();
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
