// Sleeps until something happens in directories, or until somebody rings. For programs that wait
// for changes: with it they notice one at once. It is a hint and no promise, since not every file
// system tells what others do: look now and then all the same.

#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace loci::fs {

class Wake {
 public:
  virtual ~Wake() = default;
  // True when something may have changed or somebody rang since the last call, false when the
  // time is over first. By one thread.
  virtual bool wait(std::chrono::milliseconds time) = 0;
  // By any thread.
  virtual void ring() = 0;
  // Also this directory, from now on; watching it twice is the same. False where that cannot be.
  virtual bool watch(const std::string& directory) = 0;
};

// nullptr where the system has none to give.
[[nodiscard]] std::unique_ptr<Wake> make_wake();

}  // namespace loci::fs
