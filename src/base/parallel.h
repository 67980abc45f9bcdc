// Does the same to many things at once, on as many threads as the machine has
// processors (at most eight): reading 20,000 small files is work for all of them.

#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace loci {

// Below this, starting a thread costs more than it saves.
inline constexpr std::size_t kWorthAThread = 512;

// Calls `work(begin, end)` for parts that together make up 0..count, each on a
// thread of its own, and returns when all are done. The parts are in order and
// of about one size, of `worth` things at least. `work` must not throw.
template <typename Work>
void in_parallel(std::size_t count, const Work& work, std::size_t worth = kWorthAThread) {
  constexpr std::size_t kMostThreads = 8;
  const std::size_t processors = std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
  const std::size_t parts =
      std::clamp<std::size_t>(count / worth, 1, std::min(processors, kMostThreads));
  const auto edge = [&](std::size_t part) { return count * part / parts; };
  std::vector<std::thread> helpers;
  helpers.reserve(parts - 1);
  for (std::size_t part = 1; part < parts; ++part) {
    helpers.emplace_back([&work, begin = edge(part), end = edge(part + 1)] { work(begin, end); });
  }
  work(edge(0), edge(1));
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace loci
