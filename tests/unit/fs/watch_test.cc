#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fs/file_system.h"
#include "fs/system_watch.h"

namespace loci::fs::watch_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace disk = std::filesystem;

class WatchTest : public ::testing::Test {
 protected:
  WatchTest() {
    std::string name = (disk::temp_directory_path() / "loci-watch-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
    put("old.md", "old");
    root_ = *files_->open(name, Modes::Private);
    watch_ = root_->watch();
  }
  ~WatchTest() override { disk::remove_all(path_); }
  void SetUp() override {
    if (!watch_) GTEST_SKIP() << "this file system cannot be watched";
  }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }

  std::unique_ptr<FileSystem> files_ = make_system_file_system();
  disk::path path_;
  std::unique_ptr<Root> root_;
  std::unique_ptr<Watch> watch_;
};

TEST_F(WatchTest, TellsNothingWhenNothingHappened) {
  EXPECT_THAT(watch_->drain().names, IsEmpty());
  EXPECT_FALSE(watch_->drain().lost);
}

TEST_F(WatchTest, TellsWhatWasMadeChangedMovedAndRemoved) {
  put("new.md", "new");
  put("old.md", "changed");
  disk::rename(path_ / "new.md", path_ / "newer.md");
  EXPECT_THAT(watch_->drain().names, ElementsAre("new.md", "newer.md", "old.md"));
  disk::remove(path_ / "old.md");
  EXPECT_THAT(watch_->drain().names, ElementsAre("old.md"));
  EXPECT_THAT(watch_->drain().names, IsEmpty());
}

TEST_F(WatchTest, TellsOfAnEditWithSizeAndTimeRestored) {
  const auto time = disk::last_write_time(path_ / "old.md");
  put("old.md", "new");
  disk::last_write_time(path_ / "old.md", time);
  EXPECT_THAT(watch_->drain().names, ElementsAre("old.md"));
}

TEST_F(WatchTest, SaysWhenTheDirectoryIsAnotherOne) {
  disk::rename(path_, path_.string() + "-moved");
  EXPECT_TRUE(watch_->drain().lost);
  EXPECT_TRUE(watch_->drain().lost);  // and goes on saying it
  path_ += "-moved";
}

TEST_F(WatchTest, SaysWhenItLostSomething) {
  std::ifstream limit("/proc/sys/fs/inotify/max_queued_events");
  std::size_t most = 0;
  limit >> most;
  if (most == 0 || most > 100'000) GTEST_SKIP() << "a queue of " << most << " events";
  for (std::size_t i = 0; i <= most / 2; ++i) {
    put(i % 2 == 0 ? "a.md" : "b.md", "x");
  }
  EXPECT_TRUE(watch_->drain().lost);
}

TEST(Watching, IsNotTrustedOnANetworkOrInLayers) {
  EXPECT_TRUE(tells_all_changes(0xEF53));       // ext4
  EXPECT_TRUE(tells_all_changes(0x01021994));   // tmpfs
  EXPECT_FALSE(tells_all_changes(0x6969));      // nfs
  EXPECT_FALSE(tells_all_changes(0x65735546));  // fuse
  EXPECT_FALSE(tells_all_changes(0x01021997));  // 9p
  EXPECT_FALSE(tells_all_changes(0x794C7630));  // overlayfs
}

}  // namespace
}  // namespace loci::fs::watch_test
