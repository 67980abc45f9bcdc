// Threads that do the work of requests, so that the server's own never waits.
//
// There are two lanes: what reads, and what writes. Writes wait for the disk and
// for each other's locks, and reads need not wait for them. Where the system gives
// fewer threads than were asked for, there are fewer.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace loci::http {

enum class Lane : std::uint8_t { Reads, Writes };

class Workers {
 public:
  // std::system_error when there is not even one thread for each lane.
  Workers(std::size_t readers, std::size_t writers);
  // stop()
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False when too much is waiting already, for lack of memory, or after stop().
  // What throws is dropped, with all that it holds.
  [[nodiscard]] bool post(Lane lane, std::function<void()> work);
  // Waits for what is being done, and drops what is not begun.
  void stop();

  static constexpr std::size_t kMostWaiting = 4'096;

 private:
  struct Queue {
    std::mutex mutex;
    std::condition_variable filled;
    std::deque<std::function<void()>> waiting;
    bool stopped = false;
  };
  static void work_off(Queue& queue);
  void start(std::size_t readers, std::size_t writers);

  Queue reads_;
  Queue writes_;
  std::vector<std::thread> threads_;
};

}  // namespace loci::http
