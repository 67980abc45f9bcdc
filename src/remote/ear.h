// Listens, on a thread of its own, to a remote that wakes us (Transport::wakes), so that whoever
// keeps it up to date can wait for changes here at the same time.

#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "remote/transport.h"

namespace loci::remote {

class Ear {
 public:
  // `ring` is called, on that thread, when there is news since the cursor; then it is silent until
  // listen_from(). std::system_error where there is no thread to be had.
  Ear(std::unique_ptr<Transport> transport, std::string cursor, std::function<void()> ring);
  ~Ear();  // takes up to kBreath
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;

  // What was heard up to here is known.
  void listen_from(std::string cursor);
  // News that nobody took yet.
  [[nodiscard]] bool heard() const { return heard_; }

  // How long it is deaf for being told to end.
  static constexpr std::chrono::milliseconds kBreath{500};

 private:
  void listen();

  std::unique_ptr<Transport> transport_;
  const std::function<void()> ring_;
  std::mutex mutex_;
  std::condition_variable told_;
  std::string cursor_;
  bool over_ = false;
  std::atomic<bool> heard_ = false;
  std::thread thread_;
};

}  // namespace loci::remote
