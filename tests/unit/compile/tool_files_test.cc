#include "compile/tool_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "base/hash.h"
#include "base/limits.h"

namespace loci::compile::tool_files_test {
namespace {

// On the machine: what its file system says of a file is what this is about.
const std::string kOne = sha256("one fact\n");

class LookedAt : public ::testing::Test {
 protected:
  LookedAt() {
    std::string name = std::filesystem::temp_directory_path() / "loci-look-XXXXXX";
    directory_ = ::mkdtemp(name.data());
    write("one fact\n");
  }
  ~LookedAt() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& text) { std::ofstream(directory_ + "/a.md") << text; }
  ToolFiles::Seen look(Timestamp now, const ToolFiles::Known& known = {}) {
    ToolFiles files(*system_, Timestamp());
    const auto seen = files.look_at({{directory_, "a.md"}}, now, {&known, 1});
    EXPECT_TRUE(seen);
    return seen->front();
  }
  static Timestamp now() {
    return std::chrono::time_point_cast<Timestamp::duration>(std::chrono::system_clock::now());
  }
  static Timestamp later() { return now() + std::chrono::seconds(1); }

  std::string directory_;
  std::unique_ptr<fs::FileSystem> system_ = fs::make_system_file_system();
};

// rule: A8
TEST_F(LookedAt, IsNotReadAgainWhenItsStampIsTheSame) {
  const ToolFiles::Seen first = look(later());
  EXPECT_TRUE(first.present.is(kOne));
  ASSERT_FALSE(first.stamp.empty());
  EXPECT_TRUE(look(later(), {"as known", first.stamp}).present.is("as known"));
  EXPECT_EQ(look(later(), {"as known", ""}).present, first.present);
  EXPECT_EQ(look(later(), {"as known", "other"}).present, first.present);
}

// rule: A8
TEST_F(LookedAt, IsReadWhenItWasChangedToTheSameSizeAndTime) {
  const ToolFiles::Seen first = look(later());
  struct stat before {};
  ASSERT_EQ(::stat((directory_ + "/a.md").c_str(), &before), 0);
  write("two fact\n");
  const std::array<timespec, 2> times{before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, (directory_ + "/a.md").c_str(), times.data(), 0), 0);
  EXPECT_TRUE(look(later(), {kOne, first.stamp}).present.is(sha256("two fact\n")));
}

// rule: A8
TEST_F(LookedAt, HasNoStampWhenItMayChangeUnseen) {
  EXPECT_EQ(look(now()).stamp, "");
  EXPECT_TRUE(look(now()).present.is(kOne));
}

// rule: A8
TEST_F(LookedAt, IsDoubtedForLongerWhereTimesAreWholeSeconds) {
  const std::time_t second = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::array<timespec, 2> times{timespec{second, 0}, timespec{second, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, (directory_ + "/a.md").c_str(), times.data(), 0), 0);
  EXPECT_EQ(look(later()).stamp, "");
  EXPECT_NE(look(later() + std::chrono::seconds(3)).stamp, "");
}

// rule: A9
TEST_F(LookedAt, IsThereWhenItIsTooLargeToBeRead) {
  write(std::string(kFileBytes + 1, 'x'));
  const ToolFiles::Seen seen = look(later());
  EXPECT_EQ(seen.present, exchange::Present::too_large());
  EXPECT_EQ(seen.stamp, "");
}

TEST_F(LookedAt, IsNothingWhenItIsNotThere) {
  const ToolFiles::Seen first = look(later());
  std::filesystem::remove(directory_ + "/a.md");
  EXPECT_FALSE(look(later(), {kOne, first.stamp}).present.is_there());
  EXPECT_EQ(look(later()).stamp, "");
}

// rule: A8
TEST_F(LookedAt, HasAStampOfItsTextOnly) {
  ToolFiles files(*system_, Timestamp());
  const std::vector<ToolPath> paths{{directory_, "a.md"}};
  const auto stamps = [&](std::string_view hash, Timestamp when) {
    const std::vector<std::string_view> hashes{hash};
    const auto found = files.stamps_of(paths, hashes, when);
    return found ? found->front() : found.error().message;
  };
  EXPECT_EQ(stamps(kOne, later()), look(later()).stamp);
  EXPECT_EQ(stamps(sha256("another"), later()), "");
  EXPECT_EQ(stamps(kOne, now()), "") << "it may change unseen";
  std::filesystem::remove(directory_ + "/a.md");
  EXPECT_EQ(stamps(kOne, later()), "");
}

TEST_F(LookedAt, IsNotReadWhenItIsNotWanted) {
  std::filesystem::create_directory(directory_ + "/dev");
  std::ofstream(directory_ + "/dev/b.md") << "two\n";
  std::ofstream(directory_ + "/dev/c.md") << std::string(kFileBytes + 1, 'x');
  ToolFiles files(*system_, Timestamp());
  const auto only = [&](std::string_view wanted) {
    std::vector<std::string> paths;
    const auto found = files.notes_below(
        {directory_.substr(0, directory_.rfind('/')), directory_.substr(directory_.rfind('/') + 1)},
        [&](std::string_view path) { return path == wanted; });
    for (const exchange::ToolFile& file : *found) paths.push_back(file.path + "=" + file.text);
    return paths;
  };
  EXPECT_EQ(only("dev/b.md"), std::vector<std::string>{"dev/b.md=two\n"});
  EXPECT_TRUE(files.take_left_out().empty()) << "the large one was not asked for";
  EXPECT_TRUE(only("none").empty());
}

}  // namespace
}  // namespace loci::compile::tool_files_test
