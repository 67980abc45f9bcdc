#include "remote/live.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/hash.h"
#include "remote/change_signs.h"
#include "support/hub.h"

namespace loci::remote {
namespace {

using namespace std::chrono_literals;

// A remote that wakes whoever waits for it.
struct WakingHub {
  std::mutex mutex;
  testing::Hub hub;
};

class WakingTransport final : public Transport {
 public:
  explicit WakingTransport(WakingHub& hub) : hub_(hub), behind_(hub.hub) {}
  Result<sync::Pulled> pull(const std::string& cursor) override {
    const std::lock_guard lock(hub_.mutex);
    return behind_.pull(cursor);
  }
  [[nodiscard]] const std::vector<RemoteProject>& projects() const override {
    return behind_.projects();
  }
  Result<ConfirmedNotes> confirmed() override { return behind_.confirmed(); }
  Result<> texts(const std::set<std::string>& hashes, Texts& found,
                 const TextArrives& arrives) override {
    const std::lock_guard lock(hub_.mutex);
    return behind_.texts(hashes, found, arrives);
  }
  Result<> refresh() override { return {}; }
  Result<sync::Sent> send(const sync::Sending& sending, const Parcel& parcel) override {
    const std::lock_guard lock(hub_.mutex);
    return behind_.send(sending, parcel);
  }
  Result<> init(const InitRequest& request) override { return behind_.init(request); }
  [[nodiscard]] bool keeps_history() const override { return true; }
  Result<bool> wait(const std::string& cursor, std::chrono::milliseconds patience) override {
    const auto until = std::chrono::steady_clock::now() + patience;
    do {
      {
        const std::lock_guard lock(hub_.mutex);
        if (cursor != std::to_string(hub_.hub.log.size())) return true;
      }
      std::this_thread::sleep_for(1ms);
    } while (std::chrono::steady_clock::now() < until);
    return false;
  }
  [[nodiscard]] bool wakes() override { return true; }
  [[nodiscard]] const std::vector<std::string>& odd() const override { return behind_.odd(); }

 private:
  WakingHub& hub_;
  testing::HubTransport behind_;
};

// A machine that keeps its remote up to date, on a real disk.
class LiveTest : public ::testing::Test {
 protected:
  LiveTest() {
    std::string path = ::testing::TempDir() + "loci-live-XXXXXX";
    home_ = ::mkdtemp(path.data());
    memories_.emplace(*files_, clock_, log_, home_, Environment(), memory::Session());
    auto loan = memories_->lend({});
    Remote remote;
    remote.name = "hub";
    remote.url = "/hub";
    EXPECT_TRUE(loan && write_remote((*loan)->store(), remote));
  }
  ~LiveTest() override {
    live_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  void start(std::chrono::milliseconds every) {
    LiveOptions options;
    options.all = true;
    options.every = every;
    options.open = [this](const TransportOptions&) -> Result<std::unique_ptr<Transport>> {
      if (away_) return fail(io_error("it is away", ""));
      return std::make_unique<WakingTransport>(hub_);
    };
    live_.emplace(*memories_, options, [this](const LiveNews& news) {
      const std::lock_guard lock(mutex_);
      told_.push_back(news.what);
    });
    live_->start();
  }
  void send(const std::string& note, const std::string& text) {
    sync::Sending sending;
    sending.id = note;
    sending.changes.push_back({note, {}, sha256(text)});
    Parcel parcel;
    parcel.texts[sha256(text)] = text;
    ASSERT_TRUE(WakingTransport(hub_).send(sending, parcel));
  }
  template <typename Is>
  [[nodiscard]] static bool in_time(const Is& is) {
    for (int i = 0; i < 2'000; ++i) {
      if (is()) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }
  [[nodiscard]] std::size_t told(LiveNews::What what) {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count(told_.begin(), told_.end(), what));
  }
  [[nodiscard]] bool there(const std::string& note) {
    const std::lock_guard lock(hub_.mutex);
    return hub_.hub.notes(0).contains(note);
  }
  [[nodiscard]] std::string path(const char* note) const { return home_ + "/memory/" + note; }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_system_file_system();
  SystemClock clock_;
  MemoryLog log_;
  std::string home_;
  WakingHub hub_;
  std::atomic<bool> away_ = false;
  std::optional<memory::Memories> memories_;
  std::mutex mutex_;
  std::vector<LiveNews::What> told_;
  std::optional<LiveSync> live_;
};

constexpr const char* kText = "---\nname: N\ndescription: D\ntype: project\n---\n\nText.\n";

// rule: RM40
TEST_F(LiveTest, IsWokenByARemoteThatCan) {
  start(1h);
  ASSERT_TRUE(in_time([&] { return std::filesystem::exists(home_ + "/state/replica.json"); }));
  send("global/first.md", kText);
  EXPECT_TRUE(in_time([&] { return std::filesystem::exists(path("first.md")); }));
  send("global/second.md", std::string(kText) + "More.\n");
  EXPECT_TRUE(in_time([&] { return std::filesystem::exists(path("second.md")); }));
}

// rule: RM40
TEST_F(LiveTest, SendsWhatChangesHereAndWhatChangedLastBeforeItEnds) {
  start(1h);
  ASSERT_TRUE(in_time([&] { return std::filesystem::exists(home_ + "/state/replica.json"); }));
  std::filesystem::create_directories(home_ + "/memory");
  std::ofstream(path("by-hand.md")) << kText;
  EXPECT_TRUE(in_time([&] { return there("global/by-hand.md"); }));
  std::ofstream(path("last.md")) << kText << "Last.\n";
  std::this_thread::sleep_for(ChangeSigns::kSweep + 200ms);
  live_->stop();
  EXPECT_TRUE(there("global/last.md"));
}

// rule: RM41
TEST_F(LiveTest, SaysOnceThatARemoteIsAwayAndThatItIsBack) {
  away_ = true;
  start(50ms);
  ASSERT_TRUE(in_time([&] { return told(LiveNews::What::Failed) == 1; }));
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(told(LiveNews::What::Failed), 1U);
  away_ = false;
  EXPECT_TRUE(in_time([&] { return told(LiveNews::What::Reached) == 1; }));
}

// rule: RM42
TEST_F(LiveTest, StandsByWhileAnotherDoesItAndTakesOver) {
  std::optional<SyncLock> other;
  {
    auto loan = memories_->lend({});
    ASSERT_TRUE(loan);
    Remote remote;
    remote.name = "hub";
    auto lock = lock_live((*loan)->store(), remote);
    ASSERT_TRUE(lock);
    other = std::move(*lock);
  }
  send("global/first.md", kText);
  start(50ms);
  std::this_thread::sleep_for(300ms);
  EXPECT_FALSE(std::filesystem::exists(path("first.md")));
  other.reset();
  EXPECT_TRUE(in_time([&] { return std::filesystem::exists(path("first.md")); }));
}

}  // namespace
}  // namespace loci::remote
