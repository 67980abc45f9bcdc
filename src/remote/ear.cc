#include "remote/ear.h"

#include <exception>
#include <utility>

namespace loci::remote {

Ear::Ear(std::unique_ptr<Transport> transport, std::string cursor, std::function<void()> ring)
    : transport_(std::move(transport)), ring_(std::move(ring)), cursor_(std::move(cursor)) {
  thread_ = std::thread([this] {
    try {
      listen();
    } catch (const std::exception&) {
      // Out of memory, most likely: what is new is found by looking now and then.
    }
  });
}

Ear::~Ear() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  told_.notify_all();
  thread_.join();
}

void Ear::listen_from(std::string cursor) {
  {
    const std::lock_guard lock(mutex_);
    cursor_ = std::move(cursor);
    heard_ = false;
  }
  told_.notify_all();
}

void Ear::listen() {
  std::unique_lock lock(mutex_);
  while (!over_) {
    const std::string cursor = cursor_;
    lock.unlock();
    // One that fails is not listened to any more: looking now and then is enough.
    const auto news = transport_->wait(cursor, kBreath);
    lock.lock();
    if (!news) return;
    // What we were woken for may be what we sent ourselves: asked again from there.
    if (!*news || cursor != cursor_ || over_) continue;
    heard_ = true;
    lock.unlock();
    ring_();
    lock.lock();
    told_.wait(lock, [&] { return over_ || !heard_; });
  }
}

}  // namespace loci::remote
