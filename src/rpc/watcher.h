// Notices changes of files in directories, whoever makes them, and tells of them
// a moment later, several at once.
//
// A thread looks at what the system reports of each directory (fs::Watch); where
// it reports nothing, as on network file systems, it compares the files now and
// then. It never opens a directory: those are given to it, open.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fs/root.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "store/place.h"

namespace loci::rpc {

class Watcher {
 public:
  struct Directory {
    store::Place place;
    std::unique_ptr<fs::Root> root;
  };
  struct Changes {
    std::vector<memory::FileName> files;  // changed, new or gone
    bool list = false;                    // some are new or gone
  };

  // `changed` and `renew` are called by the thread. `renew` is asked for now and
  // then: the directories ought to be given again, since others may be there.
  // std::system_error when there is no thread to be had.
  Watcher(std::function<void(const Changes&)> changed, std::function<void()> renew);
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // The directories from now on. Those that were watched already go on as they
  // were; in others, but for the first time, every file is new.
  void watch(std::vector<Directory> directories);
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched;
  struct State {
    Changes gathered;
    Clock::time_point since{};
    Clock::time_point renewed = Clock::now();
  };

  void run();
  void look_and_tell(State& state, std::unique_lock<std::mutex>& lock);
  void look(Watched& watched, Changes& changes);
  static void compare(Watched& watched, const std::string& name, Changes& changes);
  static void sweep(Watched& watched, Changes& changes);

  std::function<void(const Changes&)> changed_;
  std::function<void()> renew_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  std::map<std::string, std::unique_ptr<Watched>> watched_;  // by Place::key
  bool begun_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace loci::rpc
