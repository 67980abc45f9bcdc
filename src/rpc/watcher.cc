#include "rpc/watcher.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "fs/absent.h"
#include "fs/stamp.h"

namespace loci::rpc {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::milliseconds kPatience{500};  // changes that go on are told of by then
constexpr std::chrono::milliseconds kRenewal{2'000};
// Comparing files takes at most a fiftieth of the time.
constexpr std::chrono::milliseconds kSweep{1'000};
constexpr int kShare = 50;

// Without the time that a change of mode changes, too: that is not the text's.
fs::Stamp text_stamp(const fs::Stat& stat) {
  fs::Stamp stamp = fs::stamp_of(stat);
  stamp.ctime_ns = 0;
  return stamp;
}

bool is_shown(const store::Place& place, std::string_view name) {
  if (place.kind == store::Place::Kind::Project) return name == store::kScratchpadFile;
  return name.ends_with(".md") && !name.starts_with('.');
}

}  // namespace

struct Watcher::Watched {
  store::Place place;
  std::unique_ptr<fs::Root> root;
  std::unique_ptr<fs::Watch> watch;  // nullptr: sweep
  fs::Stat self;
  std::map<std::string, fs::Stamp> files;
  Clock::time_point next_sweep{};
  bool lost = false;
};

Watcher::Watcher(std::function<void(const Changes&)> changed, std::function<void()> renew)
    : changed_(std::move(changed)), renew_(std::move(renew)), thread_([this] { run(); }) {}

Watcher::~Watcher() { stop(); }

void Watcher::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watcher::watch(std::vector<Directory> directories) {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::unique_ptr<Watched>> next;
  for (Directory& directory : directories) {
    const auto self = directory.root->self();
    if (!self) continue;
    const std::string key = directory.place.key;
    const auto known = watched_.find(key);
    if (known != watched_.end() && !known->second->lost &&
        std::tie(known->second->self.device, known->second->self.inode) ==
            std::tie(self->device, self->inode)) {
      next[key] = std::move(known->second);
      continue;
    }
    auto fresh = std::make_unique<Watched>();
    fresh->place = directory.place;
    fresh->root = std::move(directory.root);
    fresh->self = *self;
    fresh->watch = fresh->root->watch();
    if (known != watched_.end()) fresh->files = std::move(known->second->files);
    if (!begun_) {
      Changes unseen;
      sweep(*fresh, unseen);
    }
    next[key] = std::move(fresh);
  }
  // A directory that is gone has no files any more; the next look tells.
  for (auto& [key, watched] : watched_) {
    if (watched != nullptr && !watched->files.empty() && !next.contains(key)) {
      watched->lost = true;
      next[key] = std::move(watched);
    }
  }
  watched_ = std::move(next);
  begun_ = true;
}

void Watcher::compare(Watched& watched, const std::string& name, Changes& changes) {
  if (!is_shown(watched.place, name)) return;
  const auto known = watched.files.find(name);
  const auto stat = watched.root->stat(name);
  if (!stat && !fs::is_absent(stat)) return;  // not known: nothing to tell
  const bool there = stat && stat->kind == fs::Kind::File;
  if (!there) {
    if (known == watched.files.end()) return;
    watched.files.erase(known);
    changes.list = true;
  } else if (known == watched.files.end()) {
    watched.files.emplace(name, text_stamp(*stat));
    changes.list = true;
  } else if (known->second == text_stamp(*stat)) {
    return;
  } else {
    known->second = text_stamp(*stat);
  }
  changes.files.push_back({watched.place, name});
}

void Watcher::sweep(Watched& watched, Changes& changes) {
  std::map<std::string, fs::Stamp> now;
  const auto seen = watched.root->for_each_file([&](std::string_view name, const fs::Stat& stat) {
    if (is_shown(watched.place, name)) now.emplace(name, text_stamp(stat));
  });
  // One that is gone has no files any more; of one that cannot be listed nothing is known.
  if (!seen && !fs::is_absent(seen)) return;
  for (const auto& [name, stamp] : now) {
    const auto known = watched.files.find(name);
    if (known != watched.files.end() && known->second == stamp) continue;
    if (known == watched.files.end()) changes.list = true;
    changes.files.push_back({watched.place, name});
  }
  for (const auto& [name, stamp] : watched.files) {
    if (now.contains(name)) continue;
    changes.list = true;
    changes.files.push_back({watched.place, name});
  }
  watched.files = std::move(now);
}

void Watcher::look(Watched& watched, Changes& changes) {
  const Clock::time_point begin = Clock::now();
  const bool fresh = watched.next_sweep == Clock::time_point();
  if (watched.watch != nullptr) {
    const fs::Watch::Changes told = watched.watch->drain();
    for (const std::string& name : told.names) compare(watched, name, changes);
    watched.lost = watched.lost || told.lost;
  }
  const bool sweeping = watched.watch == nullptr && begin >= watched.next_sweep;
  if (fresh || sweeping || watched.lost) {
    sweep(watched, changes);
    watched.next_sweep = begin + std::max<Clock::duration>(kSweep, (Clock::now() - begin) * kShare);
  }
}

void Watcher::run() {
  State state;
  std::unique_lock lock(mutex_);
  while (!stop_) {
    stopping_.wait_for(lock, kTick, [this] { return stop_; });
    if (stop_) return;
    try {
      look_and_tell(state, lock);
    } catch (const std::exception&) {
      // Out of memory, most likely. A change may go untold; those after it are not.
      if (!lock.owns_lock()) lock.lock();
      for (auto& [key, watched] : watched_) watched->lost = true;
    }
  }
}

void Watcher::look_and_tell(State& state, std::unique_lock<std::mutex>& lock) {
  const Clock::time_point now = Clock::now();
  const std::size_t before = state.gathered.files.size();
  for (auto& [key, watched] : watched_) look(*watched, state.gathered);
  if (before == 0) state.since = now;
  const bool quiet = state.gathered.files.size() == before;
  const bool tell = !state.gathered.files.empty() && (quiet || now - state.since >= kPatience);
  const bool renew = now - state.renewed >= kRenewal;
  if (!tell && !renew) return;
  Changes told;
  if (tell) std::swap(told, state.gathered);
  lock.unlock();
  if (tell) changed_(told);
  if (renew) {
    state.renewed = now;
    renew_();
  }
  lock.lock();
}

}  // namespace loci::rpc
