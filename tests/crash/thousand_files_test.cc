// An operation of more than a thousand files waits for the file system as a whole, not for each
// file. The power goes before each of its syncs, and in the long rounds next to them and at every
// fiftieth call: it is whole or absent like any other. Once in a directory that has a note, and
// once in an empty one, which another takes the place of.

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "support/trouble.h"

namespace loci::testing::thousand_files_test {
namespace {

constexpr int kFiles = 1'010;

enum class Before { Empty, OneNote };

void prepare(fs::MemoryFileSystem& files, Before before) {
  files.put_directory(kHome);
  if (before == Before::OneNote) files.put("/h/memory/beta.md", kB);
}

Result<> write_them(fs::MemoryFileSystem& files) {
  FixedClock clock = story_clock();
  MemoryLog log;
  LOCI_ASSIGN(const auto store, store::Store::open(files, clock, log, kHome));
  World world{files, clock, *store};
  std::vector<store::FileChange> changes;
  for (int i = 0; i < kFiles; ++i) {
    changes.push_back(put(global(), fmt::format("note-{:04}.md", i),
                          note_text(fmt::format("Note {}", i), "one of many", "Its body.")));
  }
  return commit(world, "write", {global()}, std::move(changes));
}

// How many of the notes are there, whole and listed, after the next command.
struct Left {
  int whole = 0;
  int others = 0;
  int listed = 0;
  int temporary = 0;
};

Result<Left> what_is_left(fs::MemoryFileSystem& files) {
  FixedClock clock = story_clock();
  MemoryLog log;
  LOCI_ASSIGN(const auto store, store::Store::open(files, clock, log, kHome));
  World world{files, clock, *store};
  LOCI_TRY(commit(world, "write", {global()}, {put(global(), "alpha.md", kA)}));
  LOCI_TRY(store->sweep(global()));
  Left left;
  for (const auto& [path, bytes] : files.tree(kHome)) {
    if (path.find("/.loci-") != std::string::npos) ++left.temporary;
  }
  for (const auto& [path, bytes] : files.tree("/h/memory")) {
    if (path.find("/note-") == std::string::npos) continue;
    (bytes.find("Its body.") != std::string::npos ? left.whole : left.others)++;
  }
  const std::string index = files.get("/h/memory/MEMORY.md");
  for (std::size_t at = index.find("](note-"); at != std::string::npos;
       at = index.find("](note-", at + 1)) {
    ++left.listed;
  }
  return left;
}

std::string verdict(fs::MemoryFileSystem& files) {
  const auto left = what_is_left(files);
  if (!left) return left.error().message;
  const bool whole = left->whole == kFiles && left->listed == kFiles;
  const bool absent = left->whole == 0 && left->listed == 0;
  if (left->others == 0 && left->temporary == 0 && (whole || absent)) return "";
  return fmt::format("{} whole, {} others, {} listed, {} temporary", left->whole, left->others,
                     left->listed, left->temporary);
}

std::string lasting(fs::MemoryFileSystem& files) {
  const auto before = files.tree("/h/memory");
  const auto later = files.after(fs::PowerCut::Both);
  return later->tree("/h/memory") == before ? "" : "a later cut took something";
}

class ThousandFiles : public ::testing::TestWithParam<Before> {};

// rule: W2, W3
TEST_P(ThousandFiles, AreWrittenWholeOrNotAtAll) {
  std::vector<std::string> calls;
  {
    fs::MemoryFileSystem files;
    prepare(files, GetParam());
    files.reset_calls();
    ASSERT_TRUE(write_them(files));
    calls = files.trace();
  }
  std::set<std::uint64_t> chosen;
  for (std::uint64_t n = 1; n <= calls.size(); ++n) {
    if (calls[n - 1].find("sync") == std::string::npos) continue;
    chosen.insert(n);
    if (full()) chosen.insert({n > 1 ? n - 1 : 1, n + 1});
  }
  ASSERT_LT(chosen.size(), 60U) << "it waits for single files";
  for (std::uint64_t n = 1; full() && n <= calls.size(); n += 50) chosen.insert(n);
  Tally tally;
  for (const std::uint64_t n : chosen) {
    fs::MemoryFileSystem files;
    prepare(files, GetParam());
    files.die_at(n);
    static_cast<void>(write_them(files));
    const std::string where = fmt::format("call {} of {}", n, calls.size());
    tally.add(where + ", both lost", verdict(*files.after(fs::PowerCut::Both)));
    if (full()) tally.add(where + ", some lost", verdict(*files.after_some(n)));
    // What the next process finished and acknowledged outlives a later cut.
    const auto next = files.after(fs::PowerCut::Nothing);
    std::string wrong = verdict(*next);
    if (wrong.empty()) wrong = lasting(*next);
    tally.add(where + ", died and was finished, then both lost", wrong);
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  std::printf("a thousand files: %llu cuts, all whole or absent\n",
              static_cast<unsigned long long>(tally.cases));
}

INSTANTIATE_TEST_SUITE_P(Before, ThousandFiles, ::testing::Values(Before::Empty, Before::OneNote),
                         [](const auto& one) {
                           return one.param == Before::Empty ? "InAnEmptyDirectory" : "BesideANote";
                         });

}  // namespace
}  // namespace loci::testing::thousand_files_test
