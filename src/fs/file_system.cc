#include "fs/file_system.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/path.h"
#include "fs/faults.h"

namespace loci::fs {

Result<> FileSystem::sync_together(const std::vector<File*>& files) {
  for (File* file : files) LOCI_TRY(file->sync());
  return {};
}

namespace {

using std::chrono::microseconds;

constexpr microseconds kShortestPause{100};
constexpr microseconds kLongestPauseOfFirst{1'000};
constexpr microseconds kLongestPause{6'000};
// How long a waiter leaves the lock to those before it in the queue: one of them may
// be a process that was stopped.
constexpr microseconds kPoliteness{250'000};

bool failed_with(const auto& result, ErrorKind kind) {
  return !result && result.error().kind == kind;
}

// A part of the time waited so far, so that waiting costs little and ends soon
// after the lock is free; whoever is first in line looks most often.
microseconds pause_after(microseconds waited, bool first, std::mt19937_64& random) {
  const microseconds longest = first ? kLongestPauseOfFirst : kLongestPause;
  const microseconds pause = std::clamp(waited / 8, kShortestPause, longest);
  std::uniform_int_distribution<microseconds::rep> jitter(pause.count() / 2, pause.count());
  return microseconds(jitter(random));
}

Error still_locked(const Root& root) {
  const std::string holder = root.lock_holder();
  if (holder.empty()) return lock_held_error(root.path());
  return locked(fmt::format("'{}' is locked by {}", root.path(), holder),
                "wait until it has finished and try again, or look at that process");
}

// Whoever made a directory may have died before its entry was synced. Nothing
// is put into one before that, so only an empty one is in doubt. (One that the store puts in
// place with its files, recovery makes durable.)
Result<> settle(FileSystem& files, const Root& directory, const std::string& parent, Modes modes) {
  LOCI_ASSIGN(const bool in_doubt, directory.is_empty());
  if (!in_doubt) return {};
  const auto above = files.open(parent, modes);
  return above ? (*above)->sync() : Result<>();  // who cannot open it did not make it
}

}  // namespace

Result<std::unique_ptr<Root>> open_or_create(FileSystem& files, const std::string& path,
                                             Modes modes) {
  LOCI_TRY(check_absolute(path));
  std::string_view above = path;
  std::vector<std::string> missing;  // the lowest first
  auto root = files.open(path, modes);
  while (failed_with(root, ErrorKind::NotFound) && above != "/") {
    const std::string_view name = last_component(above);
    if (name != ".") missing.emplace_back(name);
    above = parent_path(above);
    root = files.open(std::string(above), modes);
  }
  if (root && above != "/") LOCI_TRY(settle(files, **root, std::string(parent_path(above)), modes));
  for (auto name = missing.rbegin(); root && name != missing.rend(); ++name) {
    root = open_or_create(**root, *name);
  }
  return root;
}

Result<std::unique_ptr<Root>> open_or_create(Root& root, std::string_view name) {
  auto found = root.open(name);
  if (found) {
    LOCI_ASSIGN(const bool in_doubt, (*found)->is_empty());
    if (in_doubt) LOCI_TRY(root.sync());
    return found;
  }
  if (found.error().kind != ErrorKind::NotFound) return found;
  const auto made = root.make_directory(name);
  // Another process may have made it in between.
  if (!made && made.error().kind != ErrorKind::Conflict) return fail(made.error());
  LOCI_TRY(root.sync());
  return root.open(name);
}

Result<std::unique_ptr<Lock>> lock_patiently(FileSystem& files, Root& root,
                                             std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  auto seed = static_cast<std::uint64_t>(start.time_since_epoch().count());
  std::mt19937_64 random(seed ^ (static_cast<std::uint64_t>(::getpid()) << 32U));

  const auto ticket = root.line_up();
  // Time is what the clock says or what was slept, whichever is more: a file
  // system in memory does not really sleep.
  microseconds slept{0};
  microseconds waited{0};
  for (;;) {
    const bool first = ticket->first();
    const bool last_try = waited >= patience;
    if (first || waited >= kPoliteness || last_try) {
      auto lock = root.try_lock();
      if (!failed_with(lock, ErrorKind::Locked)) return lock;
    }
    if (last_try) return fail(still_locked(root));
    ticket->wait();
    const microseconds left = patience - waited;
    const microseconds rest = std::min(pause_after(waited, first, random), left);
    files.sleep(rest);
    slept += rest;
    waited = std::max(slept, std::chrono::duration_cast<microseconds>(Clock::now() - start));
  }
}

}  // namespace loci::fs
