// Operations of several threads that wait for the same places until all of them are there, so
// that they are committed together, in a known order.

#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/log.h"
#include "base/time.h"
#include "fs/file_system.h"
#include "store/door.h"
#include "store/store.h"

namespace loci::testing {

struct Asked {
  store::Request request;
  store::Planner planner;
};

// One answer for each, in the order they were asked. All have the same places. Each has a store
// of its own, as the threads of a server have; only one of them touches files at a time.
class Together {
 public:
  Together(fs::FileSystem& files, const Clock& clock, std::string home)
      : files_(files), clock_(clock), home_(std::move(home)) {}

  std::vector<Result<store::Outcome>> commit(const std::vector<Asked>& asked) {
    const std::vector<store::Place> places = asked.front().request.places;
    std::promise<void> entered;
    std::promise<void> all_there;
    std::shared_future<void> go = all_there.get_future().share();
    std::vector<std::unique_ptr<store::Store>> stores;
    for (std::size_t i = 0; i < asked.size() + 1; ++i) {
      auto opened = store::Store::open(files_, clock_, log_, home_, door_);
      if (!opened) return {asked.size(), fail(opened.error())};
      stores.push_back(std::move(*opened));
    }
    std::vector<std::optional<Result<store::Outcome>>> answers(asked.size());
    {
      std::vector<std::jthread> threads;
      bool first = true;
      threads.emplace_back([&] {  // holds the places until all are there, and changes nothing
        store::Request request;
        request.operation = "nothing";
        request.places = places;
        (void)stores.back()->commit(request, [&](store::View&) -> Result<store::Plan> {
          if (std::exchange(first, false)) entered.set_value();
          go.wait();
          return store::Plan();
        });
        if (std::exchange(first, false)) entered.set_value();  // it did not come to that
      });
      entered.get_future().wait();
      const auto room = door_->room(places);
      for (std::size_t i = 0; i < asked.size(); ++i) {
        threads.emplace_back(
            [&, i] { answers[i] = stores[i]->commit(asked[i].request, asked[i].planner); });
        while (room->waiting() <= i && !answers[i]) {
          std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
      }
      all_there.set_value();
    }
    std::vector<Result<store::Outcome>> result;
    for (auto& answer : answers) result.push_back(std::move(*answer));
    return result;
  }
  [[nodiscard]] const MemoryLog& log() const { return log_; }

 private:
  fs::FileSystem& files_;
  const Clock& clock_;
  std::string home_;
  MemoryLog log_;
  std::shared_ptr<store::Door> door_ = std::make_shared<store::Door>();
};

// An operation that may be committed with others.
inline Asked sharing(std::vector<store::Place> places, std::vector<store::FileChange> changes,
                     std::string operation = "write") {
  Asked asked;
  asked.request.operation = std::move(operation);
  asked.request.places = std::move(places);
  asked.request.shares = true;
  asked.planner = [changes = std::move(changes)](store::View&) -> Result<store::Plan> {
    return store::Plan{changes, "a summary"};
  };
  return asked;
}

}  // namespace loci::testing
