#include "remote/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fs/wake.h"
#include "remote/change_signs.h"
#include "remote/ear.h"
#include "remote/pace.h"
#include "remote/settings.h"

namespace loci::remote {
namespace {

using Steady = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{200};
constexpr std::chrono::milliseconds kLookAround{2'000};  // for remotes that came or went

// Somebody has to mend it first: a login, a right, the URL. What a person has only to agree to is
// looked at as often as before, so that it goes on soon after.
bool passes_not(const Error& error) {
  const bool refused = error.kind == ErrorKind::Denied || error.kind == ErrorKind::InvalidInput;
  return refused && !error.needs_consent;
}

memory::Tenant of_remotes() {
  memory::Tenant tenant;
  tenant.origin = "sync";
  return tenant;
}

}  // namespace

void Stop::now() {
  {
    const std::lock_guard lock(mutex_);
    told_ = true;
  }
  changed_.notify_all();
}

bool Stop::wait_for(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [&] { return told_.load(); });
}

// One remote, and the thread that keeps it.
struct LiveSync::Kept {
  std::atomic<bool> over = false;
  std::thread thread{};
};

namespace {

// What is said of a remote: what is new, and a fault once.
class Teller {
 public:
  Teller(std::string remote, std::function<void(const LiveNews&)> tell)
      : remote_(std::move(remote)), tell_(std::move(tell)) {}

  void synced(SyncReply reply) {
    LiveNews news;
    news.remote = remote_;
    news.what = reply.did_something() ? LiveNews::What::Synced : LiveNews::What::Reached;
    const bool says = reply.did_something() || !fault_.empty();
    news.reply = std::move(reply);
    fault_.clear();
    if (says) tell_(news);
  }
  void failed(const Error& error, std::chrono::milliseconds again) {
    if (fault_ == error.message) return;
    fault_ = error.message;
    LiveNews news;
    news.remote = remote_;
    news.what = LiveNews::What::Failed;
    news.error = error;
    news.again = again;
    tell_(news);
  }

 private:
  std::string remote_;
  std::function<void(const LiveNews&)> tell_;
  std::string fault_;
};

}  // namespace

LiveSync::LiveSync(memory::Memories& memories, LiveOptions options,
                   std::function<void(const LiveNews&)> tell)
    : memories_(memories), options_(std::move(options)), tell_(std::move(tell)) {}

LiveSync::~LiveSync() { stop(); }

void LiveSync::start() {
  tending_ = std::thread([this] { tend(); });
}

void LiveSync::stop() {
  stop_.now();
  if (!tending_.joinable()) return;
  // A last sync that takes too long is cut short; the next one finds out what counted.
  std::thread cutter([this] {
    if (!cut_.wait_for(kLastWord)) cut_.now();
  });
  tending_.join();
  cut_.now();
  cutter.join();
}

void LiveSync::tell(const LiveNews& news) {
  const std::lock_guard lock(telling_);
  tell_(news);
}

// Once of each, for whoever asked for all remotes: whether it is live is not known of these.
void LiveSync::tell_unread(const std::vector<UnreadRemote>& unread) {
  std::set<std::string> now;
  for (const UnreadRemote& one : unread) {
    if (!options_.all || !options_.only.empty()) continue;
    now.insert(one.name);
    if (unread_.contains(one.name) || kept_.contains(one.name)) continue;
    LiveNews news;
    news.remote = one.name;
    news.what = LiveNews::What::Failed;
    news.error = one.fault;
    news.again = kLookAround;
    tell(news);
  }
  unread_ = std::move(now);
}

void LiveSync::tend() {
  if (!stop_.wait_for(options_.first)) {
    do {
      std::set<std::string> names;
      if (const auto loan = memories_.lend(of_remotes())) {
        const Remotes remotes = read_remotes((*loan)->store()).value_or(Remotes());
        for (const Remote& remote : remotes.all) {
          const bool named = options_.only.empty() || options_.only == remote.name;
          if (named && (options_.all || is_live(remote, (*loan)->config()))) {
            names.insert(remote.name);
          }
        }
        tell_unread(remotes.unread);
      }
      for (auto one = kept_.begin(); one != kept_.end();) {
        if (!one->second->over) {
          ++one;
          continue;
        }
        one->second->thread.join();
        one = kept_.erase(one);
      }
      for (const std::string& name : names) {
        if (kept_.contains(name)) continue;
        auto kept = std::make_unique<Kept>();
        Kept* const one = kept.get();
        kept_[name] = std::move(kept);
        try {
          one->thread = std::thread([this, name, one] {
            try {
              keep(name);
            } catch (const std::exception&) {
              // Out of memory, most likely: it begins anew with the next look around.
            }
            one->over = true;
          });
        } catch (const std::system_error&) {
          kept_.erase(name);  // no thread to be had now
        }
      }
    } while (!stop_.wait_for(kLookAround));
  }
  for (auto& [name, kept] : kept_) kept->thread.join();
}

// One remote while this process is the one that keeps it.
class LiveSync::Keeper {
 public:
  Keeper(LiveSync& live, std::string name)
      : live_(live),
        name_(std::move(name)),
        teller_(name_, [&live](const LiveNews& news) { live.tell(news); }) {}
  void run();

 private:
  using Loan = memory::Memories::Loan;

  Result<Loan> lend();
  Result<bool> is_wanted();
  Result<SyncReply> sync(std::chrono::milliseconds patience);
  // A sign may be our own: what counts is whether something waits to go.
  Result<> look_here(Steady::time_point now);
  // False when the remote is gone, or is to be kept no longer.
  bool sync_when_due(Steady::time_point now);
  Result<std::unique_ptr<Transport>> open(memory::Memory& memory, const Remote& remote);
  // Whether there is anything new at the remote; where that cannot be known a sync finds out.
  bool has_news();
  // Where the remote stands, as far as it was heard.
  Result<std::string> cursor();
  void hear_from_here();  // what the last sync took is no news any more
  void listen();          // to a remote that wakes us, as long as that works
  // Until the next look; sooner when something happens here or there. True when it is time to end.
  bool rest();

  LiveSync& live_;
  const std::string name_;
  Teller teller_;
  Pace pace_{Steady::now(), std::chrono::milliseconds(0)};
  std::optional<ChangeSigns> signs_;
  bool synced_ = false;                               // at least once
  std::unique_ptr<fs::Wake> wake_ = fs::make_wake();  // nullptr: there is none to be had
  // Of a remote that wakes us: there as long as it works.
  std::optional<Loan> listening_;
  std::unique_ptr<Ear> ear_;
};

Result<memory::Memories::Loan> LiveSync::Keeper::lend() {
  LOCI_ASSIGN(Loan loan, live_.memories_.lend(of_remotes()));
  pace_.look_every(live_.options_.every.value_or(look_every(loan->config())));
  return loan;
}

Result<bool> LiveSync::Keeper::is_wanted() {
  LOCI_ASSIGN(const Loan loan, lend());
  const auto remote = find_remote(loan->store(), name_);
  if (!remote && remote.error().kind == ErrorKind::NotFound) return false;
  if (!remote) return fail(remote.error());
  return live_.options_.all || is_live(*remote, loan->config());
}

Result<SyncReply> LiveSync::Keeper::sync(std::chrono::milliseconds patience) {
  LOCI_ASSIGN(const Loan loan, lend());
  LOCI_ASSIGN(const Remote remote, find_remote(loan->store(), name_));
  SyncRequest request;
  request.patience = patience;
  request.open = live_.options_.open;
  return sync_with(*loan, remote, request);
}

Result<> LiveSync::Keeper::look_here(Steady::time_point now) {
  if (signs_ && !signs_->changed(now)) return {};
  LOCI_ASSIGN(const Loan loan, lend());
  if (!signs_) {
    signs_.emplace(loan->store().files(), loan->store().home());
    (void)signs_->changed(now);
  }
  // Each change of loci's makes the journal longer; the global notes are those that are edited by
  // hand most. Either may have been made just now.
  for (const std::string_view directory : {"state/journal", "memory"}) {
    if (wake_) (void)wake_->watch(fmt::format("{}/{}", loan->store().home(), directory));
  }
  auto remote = find_remote(loan->store(), name_);
  if (!remote && remote.error().kind == ErrorKind::NotFound) {
    pace_.heard(now);  // it was removed: that is said
    return {};
  }
  if (!remote) return fail(std::move(remote));
  LOCI_ASSIGN(const std::size_t waiting, unsent(*loan, *remote));
  if (waiting > 0) pace_.changed(now);
  return {};
}

Result<std::unique_ptr<Transport>> LiveSync::Keeper::open(memory::Memory& memory,
                                                          const Remote& remote) {
  TransportOptions options;
  options.patience = live_.options_.patience;
  if (live_.options_.open) return live_.options_.open(options);
  return open_remote(memory, remote, options);
}

bool LiveSync::Keeper::has_news() {
  if (!synced_ || pace_.has_changes() || pace_.fails() || (ear_ && ear_->heard())) return true;
  const auto loan = lend();
  if (!loan) return true;
  const auto remote = find_remote((*loan)->store(), name_);
  if (!remote) return true;
  const auto state = read_state((*loan)->store(), *remote);
  const auto transport = open(**loan, *remote);
  if (!state || !transport) return true;
  return (*transport)->wait(state->replica.cursor, std::chrono::milliseconds(0)).value_or(true);
}

bool LiveSync::Keeper::sync_when_due(Steady::time_point now) {
  if (now < pace_.due()) return true;
  const auto wanted = is_wanted();
  if (wanted && !*wanted) {
    if (live_.options_.all) live_.tell({LiveNews::What::Gone, name_});
    return false;
  }
  if (!has_news()) {
    pace_.synced(Steady::now());
    return true;
  }
  auto done = sync(live_.options_.patience);
  if (done) {
    synced_ = true;
    pace_.synced(Steady::now());
    teller_.synced(std::move(*done));
    hear_from_here();
  } else if (done.error().kind == ErrorKind::Locked) {
    pace_.busy(Steady::now());
  } else if (!live_.stop_.told()) {
    ear_.reset();
    listening_.reset();
    teller_.failed(done.error(), passes_not(done.error()) ? pace_.refused(Steady::now())
                                                          : pace_.failed(Steady::now()));
  }
  return true;
}

void LiveSync::Keeper::hear_from_here() {
  if (!ear_) return;
  if (auto heard = cursor()) {
    ear_->listen_from(std::move(*heard));
  } else {
    ear_.reset();
  }
}

Result<std::string> LiveSync::Keeper::cursor() {
  LOCI_ASSIGN(const Loan loan, lend());
  LOCI_ASSIGN(const Remote remote, find_remote(loan->store(), name_));
  LOCI_ASSIGN(SavedState state, read_state(loan->store(), remote));
  return std::move(state.replica.cursor);
}

void LiveSync::Keeper::listen() {
  // Asked once for each time that the remote is reached.
  if (!synced_ || pace_.fails() || listening_) return;
  auto loan = lend();
  if (!loan) return;
  listening_.emplace(std::move(*loan));
  const auto remote = find_remote((*listening_)->store(), name_);
  auto transport = remote ? open(**listening_, *remote) : fail(remote.error());
  const auto from = cursor();
  if (!wake_ || !from || !transport || !(*transport)->wakes()) return;
  try {
    ear_ = std::make_unique<Ear>(std::move(*transport), *from, [this] { wake_->ring(); });
  } catch (const std::system_error&) {
    // No thread to be had: looking now and then is enough.
  }
}

bool LiveSync::Keeper::rest() {
  if (!wake_) return live_.stop_.wait_for(kTick);
  listen();
  if (live_.stop_.told()) return true;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(pace_.due() - Steady::now());
  (void)wake_->wait(std::clamp(left, std::chrono::milliseconds(1), kTick));
  if (ear_ && ear_->heard()) pace_.heard(Steady::now());
  return live_.stop_.told();
}

void LiveSync::Keeper::run() {
  do {
    const Steady::time_point now = Steady::now();
    if (const auto looked = look_here(now); !looked) teller_.failed(looked.error(), kTick);
    if (!sync_when_due(now)) return;
  } while (!rest());
  (void)look_here(Steady::now());
  if (!pace_.has_changes() || pace_.fails()) return;
  if (auto done = sync(kLastWord)) teller_.synced(std::move(*done));
}

void LiveSync::keep(const std::string& name) {
  for (;;) {
    std::optional<SyncLock> lease;
    {
      const auto loan = memories_.lend(of_remotes());
      const auto remote = loan ? find_remote((*loan)->store(), name) : fail(loan.error());
      if (!remote) return;
      auto lock = lock_live((*loan)->store(), *remote);
      if (lock) lease = std::move(*lock);
    }
    if (lease) return Keeper(*this, name).run();
    if (stop_.wait_for(kLookAround)) return;
  }
}

}  // namespace loci::remote
