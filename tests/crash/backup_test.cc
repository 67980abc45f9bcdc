// A backup and a restore, killed or cut off at every single call: an archive is there whole or not
// at all, and the home is the one that was or the one that comes, never part of each.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "memory/writing.h"
#include "support/person.h"
#include "upkeep/backup.h"

namespace loci::testing::backup_test {
namespace {

const std::string kArchive = "/safe/b.tar";

void write(fs::MemoryFileSystem& files, const std::string& name, const std::string& text) {
  memory::WriteRequest request;
  request.file = name;
  request.type = "user";
  request.description = "about it";
  request.content = text;
  ASSERT_TRUE(memory::write(*Person(files), request));
}

std::map<std::string, std::string> notes(const fs::MemoryFileSystem& files) {
  std::map<std::string, std::string> all;
  for (const auto& [path, text] : files.tree(kPersonHome + "/memory")) all.emplace(path, text);
  return all;
}

// A home with two notes, an archive of it, and one note more since.
std::unique_ptr<fs::MemoryFileSystem> begin(bool archived) {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put_directory(kRoot);
  files->put_directory("/safe");
  write(*files, "a", "one");
  write(*files, "b", "two");
  if (archived) {
    EXPECT_TRUE(upkeep::back_up(*Person(*files), kArchive, false));
    write(*files, "c", "three");
  }
  auto next = files->after(fs::PowerCut::Nothing);
  next->reset_calls();
  return next;
}

constexpr std::array kCuts{fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Entries,
                           fs::PowerCut::Both};

// rule: C47
TEST(BackupCrash, LeavesAWholeArchiveOrNone) {
  auto whole = begin(false);
  ASSERT_TRUE(upkeep::back_up(*Person(*whole), kArchive, false));
  const std::uint64_t calls = whole->calls();
  std::uint64_t there = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    for (const fs::PowerCut cut : kCuts) {
      SCOPED_TRACE(::testing::Message() << "call " << n << ", cut " << static_cast<int>(cut));
      auto files = begin(false);
      const auto before = notes(*files);
      files->die_at(n);
      (void)upkeep::back_up(*Person(*files), kArchive, false);
      auto next = files->after(cut);
      ASSERT_EQ(notes(*next), before);
      if (!next->exists(kArchive)) continue;
      ++there;
      const auto done = upkeep::restore_backup(*Person(*next), {kArchive, true, false});
      ASSERT_TRUE(done) << done.error().message;
      ASSERT_EQ(notes(*next), before);
    }
  }
  EXPECT_GT(there, 0U);
  std::printf("%llu calls, an archive after %llu cuts\n", static_cast<unsigned long long>(calls),
              static_cast<unsigned long long>(there));
}

void restore_cut_everywhere(bool exchange) {
  const auto make = [&] {
    auto files = begin(true);
    if (!exchange) files->lack_exchange();
    return files;
  };
  auto whole = make();
  const auto before = notes(*whole);
  ASSERT_EQ(before.size(), 4U);
  ASSERT_TRUE(upkeep::restore_backup(*Person(*whole), {kArchive, true, false}));
  const auto after = notes(*whole);
  ASSERT_EQ(after.size(), 3U);
  const std::uint64_t calls = whole->calls();
  std::uint64_t restored = 0;
  std::uint64_t between = 0;
  for (std::uint64_t n = 1; n <= calls; ++n) {
    for (const fs::PowerCut cut : kCuts) {
      SCOPED_TRACE(::testing::Message() << "call " << n << ", cut " << static_cast<int>(cut));
      auto files = make();
      files->die_at(n);
      (void)upkeep::restore_backup(*Person(*files), {kArchive, true, false});
      auto next = files->after(cut);
      const auto left = notes(*next);
      // Without an exchange there is a moment with no home; both are beside it, whole.
      if (!exchange && left.empty()) {
        ++between;
        ASSERT_TRUE(next->exists(kPersonHome + ".before-restore/memory/c.md"));
      } else {
        ASSERT_TRUE(left == before || left == after) << left.size();
      }
      restored += left == after ? 1U : 0U;
      // Said again, it is done, and nothing of the former home is lost.
      ASSERT_TRUE(upkeep::restore_backup(*Person(*next), {kArchive, true, false}));
      ASSERT_EQ(notes(*next), after);
    }
  }
  EXPECT_GT(restored, 0U);
  EXPECT_EQ(between > 0, !exchange);
}

TEST(BackupCrash, RestoresAllOrNothing) { restore_cut_everywhere(true); }
TEST(BackupCrash, KeepsBothHomesWhereTheyCannotTradePlacesAtOnce) { restore_cut_everywhere(false); }

}  // namespace
}  // namespace loci::testing::backup_test
