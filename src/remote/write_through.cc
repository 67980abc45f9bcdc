#include "remote/write_through.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "remote/settings.h"
#include "remote/sync.h"

namespace loci::remote {
namespace {

using Through = WentThrough::Came;
using Steady = std::chrono::steady_clock;

WentThrough outcome(const Remote& remote, const SyncReply& done) {
  const auto has = [&](const std::vector<News>& all, std::string_view what) {
    return std::find_if(all.begin(), all.end(),
                        [&](const News& news) { return news.what == what; });
  };
  WentThrough through{remote.name};
  if (const auto kept = has(done.there, "not sent"); kept != done.there.end()) {
    through.came = Through::NotYet;
    through.why = kept->why;
  } else if (has(done.here, "two versions") != done.here.end()) {
    through.came = Through::TwoVersions;
  } else if (has(done.here, "merged") != done.here.end()) {
    through.came = Through::Merged;
  }
  return through;
}

std::uint64_t newest_record(store::Store& store) {
  std::uint64_t newest = 0;
  (void)store.journal().visit([&](const store::Record& record) {
    newest = record.sequence;
    return false;
  });
  return newest;
}

WentThrough wait_for(memory::Memory& memory, const Remote& remote) {
  const auto until = Steady::now() + longest_wait(memory.config());
  for (;;) {
    SyncRequest request;
    request.patience =
        std::max(std::chrono::milliseconds(1),
                 std::chrono::duration_cast<std::chrono::milliseconds>(until - Steady::now()));
    const auto done = sync_with(memory, remote, request);
    if (done) return outcome(remote, *done);
    // Whoever syncs now may have begun before the change.
    const bool busy =
        done.error().kind == ErrorKind::Locked || done.error().kind == ErrorKind::Conflict;
    if (!busy || Steady::now() >= until) {
      return {remote.name, Through::NotYet, done.error().message};
    }
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

std::vector<WentThrough> WaitedChange::wait() {
  std::vector<WentThrough> all;
  if (remotes_.empty() || newest_record(memory_.store()) == before_) return all;
  for (const Remote& remote : remotes_) {
    const auto waiting = unsent(memory_, remote);
    if (waiting && *waiting == 0) continue;
    if (waiting) {
      all.push_back(wait_for(memory_, remote));
    } else {
      all.push_back({remote.name, WentThrough::Came::NotYet, waiting.error().message});
    }
  }
  return all;
}

}  // namespace loci::remote
