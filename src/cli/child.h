// A program that runs beside this one, with pipes to all three of its ends.

#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "base/result.h"

namespace loci::cli {

// A file descriptor that is closed with it.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    close();
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

// The program in an absolute directory of the PATH, or "".
[[nodiscard]] std::string find_in_path(const Environment& environment, std::string_view name);

// Of a process group of its own, so that all that it starts can be ended. Who has it waits for
// it; closing the ends does not end it.
struct Child {
  pid_t process = 0;
  Descriptor input;
  Descriptor output;
  Descriptor errors;
};
// By its arguments, the first of them its name, without a shell.
Result<Child> start_child(const std::string& program, std::vector<std::string> words,
                          std::vector<std::string> variables, const std::string& directory);

}  // namespace loci::cli
