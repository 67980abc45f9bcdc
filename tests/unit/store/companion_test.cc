#include "store/companion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "support/trial.h"

namespace loci::store::companion_test {
namespace {

using loci::testing::kA;
using loci::testing::kB;
using loci::testing::put;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kBeside = "/h/state/beside/notes";

class CompanionTest : public ::testing::Test {
 protected:
  CompanionTest() { store_ = *Store::open(files_, clock_, log_, "/h"); }

  // Writes a note; a file beside it counts the changes it was told of.
  Result<Outcome> write(const std::string& text) {
    Request request;
    request.operation = "write";
    request.places = {global_place()};
    request.companion = {"state/beside", [&](const std::vector<Changed>& changed) {
                           seen_ = changed;
                           return edits_;
                         }};
    return store_->commit(request, [&](View&) -> Result<Plan> {
      return Plan{{put(global_place(), "alpha.md", text)}, "", {}};
    });
  }
  static Result<std::optional<std::string>> one_more(const std::optional<std::string>& text) {
    return text.value_or("") + "x";
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::unique_ptr<Store> store_;
  Result<std::vector<HomeEdit>> edits_ = std::vector<HomeEdit>{{"notes", one_more}};
  std::vector<Changed> seen_;
};

// rule: W37
TEST_F(CompanionTest, IsToldOfTheChangeAndSyncedWithTheLog) {
  ASSERT_TRUE(write(kA)->accompanied);
  EXPECT_EQ(files_.get(kBeside), "x");
  files_.reset_calls();
  ASSERT_TRUE(write(kB)->accompanied);
  EXPECT_EQ(files_.get(kBeside), "xx");
  ASSERT_EQ(seen_.size(), 1U);
  EXPECT_EQ(seen_[0].before, kA);
  EXPECT_EQ(seen_[0].after, kB);
  std::vector<std::string> syncs;
  for (const std::string& call : files_.trace()) {
    if (call.starts_with("sync")) syncs.push_back(call);
  }
  EXPECT_THAT(
      syncs,
      ElementsAre(HasSubstr("sync /h/memory/.loci-"), HasSubstr("sync /h/memory/.loci-"),
                  HasSubstr("sync /h/state/beside/.loci-"), "sync /h/state/objects/2026-11.pack",
                  "sync /h/state/journal/2026-11.jsonl", "sync-directory /h/memory"));
}

// It is in place before the directory of the notes is synced, which most file systems make
// durable together with it.
TEST_F(CompanionTest, IsRenamedBeforeTheNotesDirectoryIsSynced) {
  ASSERT_TRUE(write(kA));
  files_.reset_calls();
  ASSERT_TRUE(write(kB));
  const std::vector<std::string>& calls = files_.trace();
  const auto at = [&](std::string_view part) {
    return std::find_if(
               calls.begin(), calls.end(),
               [&](const std::string& call) { return call.find(part) != std::string::npos; }) -
           calls.begin();
  };
  EXPECT_LT(at("-> alpha.md"), at("-> notes"));
  EXPECT_LT(at("-> notes"), at("sync-directory /h/memory"));
}

TEST_F(CompanionTest, WithNothingToWriteTakesNoLockAndMakesNoDirectory) {
  edits_ = std::vector<HomeEdit>();
  EXPECT_TRUE(write(kA)->accompanied);
  EXPECT_FALSE(files_.exists("/h/state/beside"));
}

// rule: W37
TEST_F(CompanionTest, IsLeftToTheCallerWhenItsDirectoryIsLocked) {
  const auto beside = *store_->home_directory("state/beside");
  const auto lock = *beside->try_lock();
  ASSERT_NE(lock, nullptr);
  const auto outcome = write(kA);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->accompanied);
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kA);
  EXPECT_FALSE(files_.exists(kBeside));
}

TEST_F(CompanionTest, ThatFailsKeepsNoChangeBack) {
  edits_ = fail(io_error("no", ""));
  const auto outcome = write(kA);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->accompanied);
  edits_ = std::vector<HomeEdit>{{"notes", one_more}};
  files_.refuse_calls([](const std::string& call) {
    return call.starts_with("create /h/state/beside") ? ENOSPC : 0;
  });
  const auto full = write(kB);
  ASSERT_TRUE(full);
  EXPECT_FALSE(full->accompanied);
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kB);
}

// After a power cut at any call the file beside is the old one or the new one, and the note never
// waits for it.
TEST_F(CompanionTest, IsWholeAfterAPowerCutAtAnyCall) {
  ASSERT_TRUE(write(kA));
  files_.reset_calls();
  ASSERT_TRUE(write(kB));
  const std::uint64_t calls = files_.calls();
  for (std::uint64_t n = 1; n <= calls; ++n) {
    fs::MemoryFileSystem files;
    auto store = *Store::open(files, clock_, log_, "/h");
    std::swap(store, store_);
    Request request;
    const auto run = [&](const std::string& text) {
      request.operation = "write";
      request.places = {global_place()};
      request.companion = {"state/beside", [&](const std::vector<Changed>&) { return edits_; }};
      return store_->commit(request, [&](View&) -> Result<Plan> {
        return Plan{{put(global_place(), "alpha.md", text)}, "", {}};
      });
    };
    ASSERT_TRUE(run(kA));
    files.reset_calls();
    files.die_at(n);
    (void)run(kB);
    std::swap(store, store_);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const auto next = files.after_some(seed);
      EXPECT_THAT(next->get(kBeside), ::testing::AnyOf("x", "xx")) << n;
      const auto reopened = *Store::open(*next, clock_, log_, "/h");
      ASSERT_TRUE(reopened->view({global_place()}));
      EXPECT_THAT(next->get("/h/memory/alpha.md"), ::testing::AnyOf(kA, kB)) << n;
    }
  }
}

}  // namespace
}  // namespace loci::store::companion_test
