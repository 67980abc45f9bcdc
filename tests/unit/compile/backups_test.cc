#include "compile/backups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>

#include "support/memory_file_system.h"

namespace loci::compile::backups_test {
namespace {

using ::testing::StartsWith;

class Backups : public ::testing::Test {
 protected:
  Backups() {
    files.put_directory("/b");
    directory = std::move(*files.open("/b", fs::Modes::Private));
  }
  std::string keep(const std::string& path, const std::string& text) {
    now += std::chrono::seconds(1);
    const auto name = keep_backup(*directory, now, path, text);
    return name ? *name : name.error().message;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> all;
    for (const auto& [path, text] : files.tree("/b")) all.push_back(text);
    return all;
  }
  fs::MemoryFileSystem files;
  std::unique_ptr<fs::Root> directory;
  Timestamp now = *parse_time("2026-11-15T10:00:00Z");
};

TEST_F(Backups, HaveTheNameOfTheFileAndTheTime) {
  const std::string name = keep("/w/settings.json", "before");
  EXPECT_THAT(name, StartsWith("settings.json."));
  EXPECT_THAT(name, ::testing::HasSubstr(".20261115T100001"));
  EXPECT_EQ(files.get("/b/" + name), "before");
}

TEST_F(Backups, OfOneMomentAreKeptApart) {
  const auto first = keep_backup(*directory, now, "/w/a.json", "one");
  const auto second = keep_backup(*directory, now, "/w/a.json", "two");
  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_EQ(files.get("/b/" + *first), "one");
  EXPECT_EQ(files.get("/b/" + *second), "two");
}

TEST_F(Backups, AreTheLastFiveOfEachFile) {
  std::vector<std::string> names;
  keep("/other/a.json", "of another file");
  for (int i = 0; i < 7; ++i) names.push_back(keep("/w/a.json", std::to_string(i)));
  EXPECT_EQ(texts().size(), 6U);
  EXPECT_FALSE(files.exists("/b/" + names[1]));
  for (std::size_t i = 2; i < names.size(); ++i) {
    EXPECT_EQ(files.get("/b/" + names[i]), std::to_string(i));
  }
  EXPECT_THAT(texts(), ::testing::Contains("of another file"));
}

TEST_F(Backups, OutliveAPowerCut) {
  const std::string name = keep("/w/a.json", "before");
  EXPECT_EQ(files.after(fs::PowerCut::Both)->get("/b/" + name), "before");
}

TEST_F(Backups, ThatCannotBeKeptAreAnError) {
  files.fail_at(1, ENOSPC);
  EXPECT_FALSE(keep_backup(*directory, now, "/w/a.json", "before"));
  EXPECT_TRUE(texts().empty());
}

}  // namespace
}  // namespace loci::compile::backups_test
