// Files of other programs, which may save them at any moment.

#include "compile/foreign_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "base/limits.h"
#include "fs/temporary.h"
#include "support/memory_file_system.h"

namespace loci::compile::foreign_file_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kPath = "/home/u/.tool/settings";
const std::string kTheirs = "theirs, saved meanwhile\n";

enum class Hand : std::uint8_t { Writes, Renames, Removes };

struct Case {
  const char* name;
  std::optional<std::string> before;
  bool removes;
};

std::optional<std::string> with_ours(const ForeignFile& file) {
  return file.text.value_or("") + "ours\n";
}

Result<bool> change(fs::MemoryFileSystem& files, const Case& one) {
  const ForeignLimits limits{"", kFileBytes, Timestamp()};
  const auto edit = [&](const ForeignFile& file) -> Result<std::optional<std::string>> {
    // Our part goes; what is somebody else's stays.
    if (one.removes && file.text == one.before) return std::nullopt;
    if (one.removes) return file.text;
    return with_ours(file);
  };
  return change_foreign(files, kPath, limits, edit, [](const ForeignFile&) { return Result<>(); });
}

std::unique_ptr<fs::MemoryFileSystem> start(const Case& one) {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put_directory("/home/u/.tool");
  if (one.before) files->put(kPath, *one.before);
  files->reset_calls();
  return files;
}

std::vector<std::string> siblings(const fs::MemoryFileSystem& files) {
  std::vector<std::string> found;
  for (const auto& [path, bytes] : files.tree("/home/u")) {
    if (fs::is_temporary_name(path.substr(path.rfind('/') + 1))) found.push_back(path);
  }
  return found;
}

const Case kCases[] = {
    {"replace", "before\n", false}, {"create", std::nullopt, false}, {"remove", "before\n", true}};

// rule: E6
TEST(ForeignFileSaved, MeanwhileByItsProgramIsKeptAtAnyCall) {
  int saves = 0;
  for (const Case& one : kCases) {
    const auto rehearsal = start(one);
    ASSERT_TRUE(change(*rehearsal, one)) << one.name;
    const std::uint64_t calls = rehearsal->all_calls();
    for (std::uint64_t n = 1; n <= calls; ++n) {
      for (const Hand hand : {Hand::Writes, Hand::Renames, Hand::Removes}) {
        SCOPED_TRACE(::testing::Message()
                     << one.name << ", call " << n << ", hand " << static_cast<int>(hand));
        const auto files = start(one);
        files->act_at(n, [&] {
          if (hand != Hand::Writes && files->exists(kPath)) files->take(kPath);
          if (hand != Hand::Removes) files->put(kPath, kTheirs);
        });
        const auto changed = change(*files, one);
        if (!changed && hand != Hand::Removes) {
          EXPECT_EQ(changed.error().kind, ErrorKind::Conflict);
        }
        const std::string now = files->get(kPath);
        if (hand != Hand::Removes) {
          EXPECT_THAT(now, ::testing::StartsWith(kTheirs));
        } else {
          // Gone before we began or after we ended, or made anew from nothing.
          EXPECT_TRUE(now.empty() || now == "ours\n" || now == "before\nours\n") << now;
        }
        EXPECT_THAT(siblings(*files), IsEmpty());
        ++saves;
      }
    }
  }
  std::printf("saved by another program meanwhile: %d saves, 0 lost\n", saves);
}

// Somebody saves at these exchanges of names, of which an attempt makes two.
Result<bool> change_while_saved(fs::MemoryFileSystem& files, const std::set<int>& at) {
  int exchanges = 0;
  files.refuse_calls([&files, &at, exchanges](const std::string& line) mutable {
    if (line.starts_with("exchange ") && at.contains(++exchanges)) {
      files.put(kPath, fmt::format("theirs at {}\n", exchanges));
    }
    return 0;
  });
  return change(files, kCases[0]);
}

// rule: E6
TEST(ForeignFileSaved, OnceIsEditedOnceMore) {
  const auto files = start(kCases[0]);
  ASSERT_TRUE(change_while_saved(*files, {1}));
  EXPECT_EQ(files->get(kPath), "theirs at 1\nours\n");
  EXPECT_THAT(siblings(*files), IsEmpty());
}

// rule: E6
TEST(ForeignFileSaved, AtEveryAttemptIsAConflict) {
  const auto files = start(kCases[0]);
  const auto changed = change_while_saved(*files, {1, 3});
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().kind, ErrorKind::Conflict);
  EXPECT_EQ(changed.error().message,
            "'/home/u/.tool/settings' was changed by another program in the meantime");
  EXPECT_EQ(files->get(kPath), "theirs at 3\n");
  EXPECT_THAT(siblings(*files), IsEmpty());
}

// rule: E6
TEST(ForeignFileSaved, TwiceInAMomentIsKeptTwice) {
  const auto files = start(kCases[0]);
  const auto changed = change_while_saved(*files, {1, 2});
  ASSERT_FALSE(changed);
  EXPECT_EQ(changed.error().kind, ErrorKind::Conflict);
  EXPECT_EQ(files->get(kPath), "theirs at 2\n");
  EXPECT_EQ(files->get(kPath + ".saved-meanwhile"), "theirs at 1\n");
  EXPECT_THAT(changed.error().hint, HasSubstr(kPath + ".saved-meanwhile"));
  EXPECT_THAT(siblings(*files), IsEmpty());
}

}  // namespace
}  // namespace loci::compile::foreign_file_test
