// What was found out of the files of places, kept while a process lives: a file that has the
// stamp it had then is not read again. For servers, which are asked the same of all notes many
// times; whoever asks once reads once.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/parallel.h"
#include "fs/stamp.h"
#include "store/store.h"

namespace loci::memory {

using Stamps = std::unordered_map<std::string, fs::Stamp>;
// Of every "*.md" in a place that is a regular file.
Result<Stamps> stamps_in(store::Store& store, const store::Place& place);

// From any thread.
template <typename Found>
class Stamped {
 public:
  struct Entry {
    fs::Stamp stamp;
    std::shared_ptr<const Found> found;
  };
  using Entries = std::unordered_map<std::string, Entry>;  // by file

  [[nodiscard]] std::shared_ptr<const Entries> of(const store::Place& place) const {
    const std::lock_guard lock(mutex_);
    const auto known = places_.find(place.key);
    return known == places_.end() ? std::make_shared<const Entries>() : known->second;
  }
  // In place of what was kept of it.
  void keep(const store::Place& place, Entries entries) {
    auto kept = std::make_shared<const Entries>(std::move(entries));
    const std::lock_guard lock(mutex_);
    places_.erase(place.key);
    std::size_t files = kept->size();
    for (const auto& [key, others] : places_) files += others->size();
    if (files > kMostFiles) places_.clear();
    places_.emplace(place.key, std::move(kept));
  }

 private:
  static constexpr std::size_t kMostFiles = 200'000;

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Entries>> places_;  // by Place::key
};

// What there is to know of each of `files`, as it is kept or as `make(number)` finds it out, on
// several threads. Where `make` gives nothing nothing is kept, and it is asked again the next
// time. Without `kept` every file is looked at.
template <typename Found, typename Make>
std::vector<std::shared_ptr<const Found>> look_over(Stamped<Found>* kept, store::Store& store,
                                                    const store::Place& place,
                                                    const std::vector<std::string>& files,
                                                    const Make& make) {
  std::vector<std::shared_ptr<const Found>> all(files.size());
  const std::int64_t now = std::chrono::nanoseconds(store.clock().now().time_since_epoch()).count();
  // Before the texts: one that is changed in between has a stamp that is not its own.
  const auto stamps = kept == nullptr ? Result<Stamps>(Stamps()) : stamps_in(store, place);
  const bool keeps = kept != nullptr && stamps.has_value();
  const auto before = keeps ? kept->of(place) : nullptr;
  const auto known = [&](const std::string& file, const fs::Stamp& stamp) {
    const auto entry = before->find(file);
    const bool same = entry != before->end() && entry->second.stamp == stamp;
    return same ? entry->second.found : nullptr;
  };
  std::vector<const fs::Stamp*> sure(files.size());
  std::vector<char> made(files.size());  // not a vector<bool>: several threads write to it
  in_parallel(files.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto stamp = keeps ? stamps->find(files[i]) : Stamps::const_iterator();
      if (keeps && stamp != stamps->end()) {
        all[i] = known(files[i], stamp->second);
        if (all[i] || !fs::is_doubtful(stamp->second, now)) sure[i] = &stamp->second;
      }
      if (all[i]) continue;
      made[i] = 1;
      all[i] = make(i);
    }
  });
  const auto fresh = [&](std::size_t i) { return made[i] != 0 && sure[i] != nullptr && all[i]; };
  std::size_t same = 0;
  bool news = false;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (made[i] == 0) ++same;
    news = news || fresh(i);
  }
  if (!keeps || (!news && same == before->size())) return all;
  typename Stamped<Found>::Entries entries;
  entries.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (made[i] != 0 && !fresh(i)) continue;
    entries.emplace(files[i], typename Stamped<Found>::Entry{*sure[i], all[i]});
  }
  kept->keep(place, std::move(entries));
  return all;
}

}  // namespace loci::memory
