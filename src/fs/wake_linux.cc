// Waiting with inotify, and an eventfd for whoever rings.

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "fs/descriptor.h"
#include "fs/wake.h"

namespace loci::fs {
namespace {

constexpr std::uint32_t kWakes =
    IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR;

class SystemWake final : public Wake {
 public:
  SystemWake(Descriptor events, Descriptor bell)
      : events_(std::move(events)), bell_(std::move(bell)) {}

  bool wait(std::chrono::milliseconds time) override {
    std::array<pollfd, 2> ends{pollfd{events_.get(), POLLIN, 0}, pollfd{bell_.get(), POLLIN, 0}};
    const auto left = static_cast<int>(std::max<long long>(time.count(), 0));
    if (::poll(ends.data(), ends.size(), left) <= 0) return false;  // or a signal came
    drain(events_.get());
    drain(bell_.get());
    return true;
  }

  void ring() override {
    const std::uint64_t one = 1;
    (void)retry([&] { return ::write(bell_.get(), &one, sizeof(one)); });
  }

  bool watch(const std::string& directory) override {
    return ::inotify_add_watch(events_.get(), directory.c_str(), kWakes) >= 0;
  }

 private:
  // What happened does not matter here: whoever is woken looks.
  static void drain(int end) {
    alignas(inotify_event) std::array<char, 16'384> buffer;
    while (retry([&] { return ::read(end, buffer.data(), buffer.size()); }) > 0) continue;
  }

  Descriptor events_;
  Descriptor bell_;
};

}  // namespace

std::unique_ptr<Wake> make_wake() {
  Descriptor events(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  Descriptor bell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!events.valid() || !bell.valid()) return nullptr;
  return std::make_unique<SystemWake>(std::move(events), std::move(bell));
}

}  // namespace loci::fs
