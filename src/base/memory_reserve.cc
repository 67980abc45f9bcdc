#include "base/memory_reserve.h"

#include <atomic>
#include <cstdlib>
#include <mutex>

namespace loci {
namespace {

// Its pages are never touched, so that it costs addresses and no memory.
std::atomic<void*> reserve{nullptr};

std::mutex giving_up;
unsigned given_up = 0;  // how often; guarded by giving_up

// Called by a thread whose allocation failed, which is tried again when this returns.
void give_up() {
  thread_local unsigned seen = 0;
  const std::lock_guard lock(giving_up);
  if (void* const kept = reserve.exchange(nullptr)) {
    std::free(kept);
    seen = ++given_up;
  } else if (seen == given_up) {
    throw std::bad_alloc();
  } else {
    seen = given_up;  // another thread was first: there may be enough for both
  }
}

}  // namespace

MemoryReserve::MemoryReserve() : before_(std::set_new_handler(give_up)) { (void)is_short(); }

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(before_);
  std::free(reserve.exchange(nullptr));
}

bool MemoryReserve::is_short() {
  if (reserve.load() != nullptr) return false;
  void* const again = std::malloc(kBytes);
  if (again == nullptr) return true;
  void* none = nullptr;
  if (!reserve.compare_exchange_strong(none, again)) std::free(again);
  return false;
}

}  // namespace loci
