// Memory that is kept back for the moment when there is none left.
//
// Taking something apart needs memory too (destroying a JSON value does), and what
// fails there cannot be told to anybody: the program would end. So the first
// allocation that fails is tried again with the reserve given up. That lets what is
// under way be finished or taken apart; whoever begins something new asks is_short()
// first and leaves it. Beyond the reserve an allocation throws as ever.
//
// There is one reserve in a program, whoever makes it: the system calls one
// function when memory runs out.

#pragma once

#include <cstddef>
#include <new>

namespace loci {

class MemoryReserve {
 public:
  MemoryReserve();
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  // Whether it is given up, and cannot be had again yet. From any thread.
  [[nodiscard]] static bool is_short();

  static constexpr std::size_t kBytes = std::size_t{16} << 20;

 private:
  std::new_handler before_;
};

}  // namespace loci
