#include "remote/arrival_scan.h"

#include <algorithm>

#include "guard/scanner.h"

namespace loci::remote {
namespace {

// Texts that are handed to a thread together. Of fewer no thread is started.
constexpr std::size_t kPart = 256;
constexpr std::size_t kMostThreads = 7;  // beside the one that fetches

}  // namespace

void ArrivalScan::add(const Texts::value_type& text) {
  collected_.push_back(&text);
  if (collected_.size() < kPart) return;
  hand_over();
  const std::size_t processors = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  if (threads_.size() >= std::min(processors - 1, kMostThreads)) return;
  try {
    threads_.emplace_back([this] { scan_all(true); });
  } catch (const std::exception&) {  // no thread: finish() does its part
  }
}

void ArrivalScan::hand_over() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::exchange(collected_, {}));
  }
  woken_.notify_one();
}

bool ArrivalScan::scan_next(bool to_come) {
  Part part;
  {
    std::unique_lock lock(mutex_);
    if (to_come) woken_.wait(lock, [&] { return complete_ || !waiting_.empty(); });
    if (waiting_.empty() || fault_) return false;
    part = std::move(waiting_.front());
    waiting_.pop_front();
  }
  std::erase_if(part, [](const auto* text) { return !guard::scan(text->second).empty(); });
  const std::lock_guard lock(mutex_);
  for (const auto* text : part) harmless_.insert(text->first);
  return true;
}

void ArrivalScan::scan_all(bool to_come) {
  try {
    while (scan_next(to_come)) continue;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    fault_ = std::current_exception();
  }
}

void ArrivalScan::join() {
  {
    const std::lock_guard lock(mutex_);
    complete_ = true;
  }
  woken_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::unordered_set<std::string_view> ArrivalScan::finish() {
  hand_over();
  scan_all(false);
  join();
  if (fault_) std::rethrow_exception(fault_);
  return std::move(harmless_);
}

}  // namespace loci::remote
