// Does the same to many things at once, on as many threads as the machine has
// processors (at most eight): reading 20,000 small files is work for all of them.

#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace loci {

// Below this, starting a thread costs more than it saves.
inline constexpr std::size_t kWorthAThread = 512;

// Calls `work(begin, end)` for parts that together make up 0..count, each on a
// thread of its own, and returns when all are done. The parts are in order and
// of about one size, of `worth` things at least. Where the system gives no more
// threads, this one does their parts too. What a part throws is thrown here, once
// all have ended.
template <typename Thread = std::thread, typename Work>
void in_parallel(std::size_t count, const Work& work, std::size_t worth = kWorthAThread) {
  constexpr std::size_t kMostThreads = 8;
  std::size_t parts = std::clamp<std::size_t>(count / worth, 1, kMostThreads);
  // Asked only where it matters: the system opens a file to answer.
  if (parts > 1) parts = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, parts);
  const auto edge = [&](std::size_t part) { return count * part / parts; };
  std::vector<std::exception_ptr> faults(parts);
  const auto do_part = [&](std::size_t part) noexcept {
    try {
      work(edge(part), edge(part + 1));
    } catch (...) {
      faults[part] = std::current_exception();
    }
  };
  std::vector<Thread> helpers;
  helpers.reserve(parts - 1);
  std::size_t part = 1;
  try {
    for (; part < parts; ++part) helpers.emplace_back(do_part, part);
  } catch (const std::exception&) {  // no thread, or no memory for one
  }
  do_part(0);
  for (; part < parts; ++part) do_part(part);
  for (Thread& helper : helpers) helper.join();
  for (const std::exception_ptr& fault : faults) {
    if (fault) std::rethrow_exception(fault);
  }
}

}  // namespace loci
