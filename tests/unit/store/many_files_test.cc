// Operations of thousands of files: what is asked of all of them at once is as true as what is
// asked of each.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "support/trial.h"

namespace loci::store::many_files_test {
namespace {

using loci::testing::kA;
using loci::testing::note_text;
using loci::testing::put;
using ::testing::HasSubstr;

constexpr int kFiles = 1'005;

std::string name(int i) { return fmt::format("note-{:04}.md", i); }
std::string text(int i) { return note_text(fmt::format("Note {}", i), "one of many", "Its body."); }

class ManyFiles : public ::testing::Test {
 protected:
  ManyFiles() { store_ = *Store::open(files_, clock_, log_, "/h"); }

  static std::vector<FileChange> changes() {
    std::vector<FileChange> all;
    for (int i = 0; i < kFiles; ++i) {
      all.push_back(FileChange::put(global_place(), name(i), text(i), Expected::absent()));
    }
    return all;
  }
  Result<Outcome> run(const Planner& planner) {
    Request request;
    request.operation = "write";
    request.places = {global_place()};
    return store_->commit(request, planner);
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::unique_ptr<Store> store_;
};

TEST_F(ManyFiles, AnswerWithTheHashOfEach) {
  const auto outcome = run([](View&) { return Plan{changes(), "many", {}}; });
  ASSERT_TRUE(outcome) << outcome.error().message;
  for (int i = 0; i < kFiles; ++i) {
    const Changed& changed = outcome->changed[static_cast<std::size_t>(i)];
    EXPECT_EQ(changed.file, name(i));
    EXPECT_EQ(changed.hash, sha256(text(i)));
    EXPECT_EQ(files_.get("/h/memory/" + name(i)), text(i));
  }
  EXPECT_THAT(files_.get("/h/memory/MEMORY.md"), HasSubstr("](note-1004.md) - one of many\n"));
}

// What somebody makes while the new texts are being written is not replaced.
// rule: W18
TEST_F(ManyFiles, LeaveAFileThatAppearsMeanwhile) {
  const std::string appears = "/h/memory/" + name(700);
  files_.before_lock([&](const std::string& directory) {
    if (directory == "/h/state/journal" && !files_.exists(appears)) files_.put(appears, "Theirs.");
  });
  const auto outcome = run([](View&) { return Plan{changes(), "many", {}}; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::Conflict);
  EXPECT_EQ(files_.get(appears), "Theirs.");
  EXPECT_FALSE(files_.exists("/h/memory/" + name(0)));
}

// After many that are not there the directory is listed, and what is in it is read all the same.
TEST_F(ManyFiles, ReadsWhatIsThereAmongMuchThatIsNot) {
  files_.put("/h/memory/alpha.md", kA);
  files_.put_directory("/h/memory/folder.md");
  const auto outcome = run([](View& view) -> Result<Plan> {
    for (int i = 0; i < 200; ++i) {
      const auto none = view.read(global_place(), name(i));
      EXPECT_TRUE(none && !*none);
    }
    EXPECT_EQ(*view.read(global_place(), "alpha.md"), kA);
    EXPECT_FALSE(view.read(global_place(), "folder.md"));
    return Plan{};
  });
  EXPECT_TRUE(outcome);
}

TEST_F(ManyFiles, RefuseANameThatDiffersOnlyInCase) {
  files_.put("/h/memory/NOTE-0900.md", kA);
  const auto outcome = run([](View&) { return Plan{changes(), "many", {}}; });
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().message, HasSubstr("differ only in case"));
  EXPECT_FALSE(files_.exists("/h/memory/" + name(0)));
}

}  // namespace
}  // namespace loci::store::many_files_test
