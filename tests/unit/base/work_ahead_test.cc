#include "base/work_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>

namespace loci::work_ahead_test {
namespace {

TEST(WorkAhead, DoesEachThingOnce) {
  for (const int count : {0, 1, 255, 256, 1'023, 5'000}) {
    std::mutex mutex;
    std::multiset<int> done;
    WorkAhead<int> work([&](std::vector<int>& part) {
      const std::lock_guard lock(mutex);
      done.insert(part.begin(), part.end());
    });
    for (int i = 0; i < count; ++i) work.add(i);
    work.finish();
    ASSERT_EQ(done.size(), static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) EXPECT_EQ(done.count(i), 1U);
  }
}

TEST(WorkAhead, DoesFewThingsOnTheThreadThatFinishes) {
  std::set<std::thread::id> threads;
  WorkAhead<int> work([&](std::vector<int>&) { threads.insert(std::this_thread::get_id()); });
  for (int i = 0; i < 1'000; ++i) work.add(i);
  EXPECT_TRUE(threads.empty());
  work.finish();
  EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
}

TEST(WorkAhead, ThrowsWhatTheWorkThrew) {
  WorkAhead<int> work([](std::vector<int>& part) {
    if (part.front() > 2'000) throw std::runtime_error("no");
  });
  for (int i = 0; i < 4'000; ++i) work.add(i);
  EXPECT_THROW(work.finish(), std::runtime_error);
}

TEST(WorkAhead, MayBeLeftUnfinished) {
  std::atomic<int> done = 0;
  WorkAhead<int> work([&](std::vector<int>& part) { done += static_cast<int>(part.size()); });
  for (int i = 0; i < 3'000; ++i) work.add(i);
  EXPECT_LE(done, 3'000);
}

}  // namespace
}  // namespace loci::work_ahead_test
