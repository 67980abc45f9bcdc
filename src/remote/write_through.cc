#include "remote/write_through.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "remote/settings.h"

namespace loci::remote {
namespace {

using Through = WentThrough::Came;
using Steady = std::chrono::steady_clock;
using Millis = std::chrono::milliseconds;

// What a sync made of notes of ours that it found changed there, too.
Through came_of(const SyncReply& done, const std::set<std::string>& ours) {
  const auto is = [&](std::string_view what) {
    return std::any_of(done.here.begin(), done.here.end(), [&](const News& news) {
      return news.what == what && ours.contains(news.note);
    });
  };
  if (is("two versions")) return Through::TwoVersions;
  return is("merged") ? Through::Merged : Through::There;
}

Millis left_until(Steady::time_point until) {
  return std::max(Millis(1), std::chrono::duration_cast<Millis>(until - Steady::now()));
}

WentThrough not_yet(const Remote& remote, std::string why) {
  return {remote.name, Through::NotYet, std::move(why)};
}

WentThrough wait_for(memory::Memory& memory, const Remote& remote, const ChangedNotes& changed,
                     const std::set<std::string>& ours, Steady::time_point until) {
  for (;;) {
    SyncRequest request;
    request.patience = left_until(until);
    const auto done = sync_with(memory, remote, request);
    if (done) {
      const auto waiting = waiting_notes(memory, remote, changed);
      if (!waiting) return not_yet(remote, waiting.error().message);
      if (!waiting->why.empty()) return not_yet(remote, waiting->why.begin()->second);
      return {remote.name, came_of(*done, ours)};
    }
    // Whoever syncs now may have begun before the change.
    const bool busy =
        done.error().kind == ErrorKind::Locked || done.error().kind == ErrorKind::Conflict;
    if (!busy || Steady::now() >= until) return not_yet(remote, done.error().message);
  }
}

}  // namespace

std::string WentThrough::said() const {
  switch (came) {
    case Through::There:
      return "";
    case Through::Merged:
      return fmt::format("somebody else changed it at '{}': the two edits were merged", remote);
    case Through::TwoVersions:
      return fmt::format(
          "somebody else changed it at '{}': both versions are kept, and 'loci resolve' settles it",
          remote);
    case Through::NotYet:
      return fmt::format("saved here, not at '{}' yet: {}", remote, why);
  }
  return "";
}

WaitedChange::WaitedChange(memory::Memory& memory) : memory_(memory) {
  // Where they cannot be read nothing is waited for; the next sync says why.
  for (Remote& remote : read_remotes(memory.store()).value_or(Remotes()).all) {
    if (is_waited_for(remote, memory.config())) remotes_.push_back(std::move(remote));
  }
  if (!remotes_.empty()) before_ = newest_record(memory.store());
}

ChangedNotes WaitedChange::changed() const {
  ChangedNotes notes;
  (void)memory_.store().journal().visit([&](const store::Record& record) {
    if (record.sequence <= before_) return false;
    const bool counts =
        record.kind == store::Record::Kind::Begin && !record.origin.starts_with("sync:");
    if (!counts) return true;
    for (const store::FileRecord& file : record.files) notes.insert({file.place, file.file});
    return true;
  });
  return notes;
}

std::vector<WentThrough> WaitedChange::wait() {
  std::vector<WentThrough> all;
  if (remotes_.empty() || newest_record(memory_.store()) == before_) return all;
  const ChangedNotes notes = changed();
  const Steady::time_point until = Steady::now() + longest_wait(memory_.config());
  for (std::size_t i = 0; i < remotes_.size(); ++i) {
    const Remote& remote = remotes_[i];
    const auto waiting = waiting_notes(memory_, remote, notes);
    if (!waiting) {
      all.push_back(not_yet(remote, waiting.error().message));
    } else if (!waiting->why.empty()) {
      std::set<std::string> ours;
      for (const auto& [name, why] : waiting->why) ours.insert(name);
      // None takes the time of those behind it.
      const auto own = left_until(until) / static_cast<int>(remotes_.size() - i);
      all.push_back(wait_for(memory_, remote, notes, ours, Steady::now() + own));
    } else if (waiting->travels) {
      all.push_back({remote.name});
    }
  }
  return all;
}

}  // namespace loci::remote
