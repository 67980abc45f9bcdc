#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>

namespace loci {
namespace {

TEST(InParallel, DoesEachThingOnce) {
  for (const std::size_t count : {0U, 1U, 511U, 512U, 1'024U, 1'025U, 20'011U}) {
    std::vector<std::atomic<int>> done(count);
    in_parallel(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++done[i];
    });
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(done[i], 1) << i << " of " << count;
  }
}

TEST(InParallel, StartsNoThreadForALittle) {
  const std::thread::id self = std::this_thread::get_id();
  in_parallel(kWorthAThread,
              [&](std::size_t, std::size_t) { EXPECT_EQ(std::this_thread::get_id(), self); });
}

TEST(InParallel, UsesTheProcessorsForALot) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one processor";
  std::mutex mutex;
  std::vector<std::thread::id> threads;
  in_parallel(100 * kWorthAThread, [&](std::size_t, std::size_t) {
    const std::lock_guard lock(mutex);
    threads.push_back(std::this_thread::get_id());
  });
  EXPECT_GE(threads.size(), 2U);
  EXPECT_LE(threads.size(), 8U);
}

}  // namespace
}  // namespace loci
