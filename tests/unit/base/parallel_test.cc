#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <new>
#include <system_error>

namespace loci::parallel_test {
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

// Threads of a system that gives `left` of them.
class Scarce : public std::thread {
 public:
  template <typename... Arguments>
  explicit Scarce(Arguments&&... arguments)
      : std::thread(take(), std::forward<Arguments>(arguments)...) {}
  static inline std::atomic<int> left = 0;

 private:
  struct Run {
    template <typename Work>
    void operator()(const Work& work, std::size_t part) const {
      work(part);
    }
  };
  static Run take() {
    if (left-- <= 0) throw std::system_error(EAGAIN, std::generic_category());
    return {};
  }
};

// rule: C33
TEST(InParallel, DoesItAllWithAsManyThreadsAsThereAre) {
  constexpr std::size_t kCount = 100 * kWorthAThread;
  for (int threads = 0; threads <= 8; ++threads) {
    Scarce::left = threads;
    std::vector<std::atomic<int>> done(kCount);
    in_parallel<Scarce>(kCount, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) ++done[i];
    });
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(done[i], 1) << i << ", " << threads;
  }
}

// rule: C34
TEST(InParallel, ThrowsWhatAPartThrewOnceAllHaveEnded) {
  constexpr std::size_t kCount = 100 * kWorthAThread;
  for (const std::size_t bad : {std::size_t{0}, kCount / 2, kCount - 1}) {
    for (const int threads : {0, 8}) {
      Scarce::left = threads;
      std::atomic<std::size_t> seen = 0;
      const auto work = [&](std::size_t begin, std::size_t end) {
        seen += end - begin;
        if (begin <= bad && bad < end) throw std::bad_alloc();
      };
      EXPECT_THROW(in_parallel<Scarce>(kCount, work), std::bad_alloc);
      EXPECT_EQ(seen, kCount);
    }
  }
}

}  // namespace
}  // namespace loci::parallel_test
