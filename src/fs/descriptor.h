// A file descriptor that closes itself, and calls that are repeated when a
// signal interrupts them. Internal to fs.

#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace loci::fs {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    // Never repeated: after EINTR the number may already be another file's.
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] bool valid() const { return number_ >= 0; }
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

template <typename Call>
auto retry(Call call) {
  for (;;) {
    const auto answer = call();
    if (answer != -1 || errno != EINTR) return answer;
  }
}

}  // namespace loci::fs
