// Scans texts while others are still on their way: whoever fetches thousands of them waits for the
// remote most of the time. Internal to remote/.

#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

#include "remote/transport.h"

namespace loci::remote {

class ArrivalScan {
 public:
  ArrivalScan() = default;
  ArrivalScan(const ArrivalScan&) = delete;
  ArrivalScan& operator=(const ArrivalScan&) = delete;
  ~ArrivalScan() { join(); }

  // The text must stay where it is.
  void add(const Texts::value_type& text);
  // The hashes of those in which the scanner finds nothing, once all have been added. What is left
  // to do by then is done here, too.
  [[nodiscard]] std::unordered_set<std::string_view> finish();

 private:
  using Part = std::vector<const Texts::value_type*>;

  void hand_over();              // what was collected
  bool scan_next(bool to_come);  // false: nothing is left; `to_come`: waits for more
  void scan_all(bool to_come);
  void join();

  Part collected_;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::deque<Part> waiting_;
  std::unordered_set<std::string_view> harmless_;
  std::exception_ptr fault_;
  bool complete_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace loci::remote
