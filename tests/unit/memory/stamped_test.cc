#include "memory/stamped.h"

#include <atomic>

#include "memory/blocked_files.h"
#include "memory/reading.h"
#include "memory/seen_files.h"
#include "support/house.h"

namespace loci::memory::stamped_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class StampedFiles : public House {
 protected:
  // How many of `names` were looked at anew.
  int look(const std::vector<std::string>& names) {
    std::atomic<int> made = 0;
    const auto found = look_over(&kept, *store, store::global_place(), names,
                                 [&](std::size_t i) -> std::shared_ptr<const std::string> {
                                   ++made;
                                   if (names[i] == "never.md") return nullptr;
                                   return std::make_shared<std::string>(names[i]);
                                 });
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_EQ(found[i] ? *found[i] : names[i], names[i]);
    }
    return made;
  }
  Stamped<std::string> kept;
};

// rule: Z29
TEST_F(StampedFiles, AreLookedAtOnceUntilTheyChange) {
  files.put(kGlobal + "a.md", "x");
  files.put(kGlobal + "b.md", "x");
  EXPECT_EQ(look({"a.md", "b.md"}), 2);
  EXPECT_EQ(look({"a.md", "b.md"}), 0);
  files.put(kGlobal + "b.md", "y");
  EXPECT_EQ(look({"a.md", "b.md"}), 1);
  EXPECT_EQ(look({"a.md", "b.md"}), 0);
  files.put(kGlobal + "c.md", "x");
  EXPECT_EQ(look({"a.md", "b.md", "c.md"}), 1);
  EXPECT_EQ(look({"b.md"}), 0);
  EXPECT_EQ(look({"a.md", "b.md"}), 1) << "only what was asked for last is kept";
}

TEST_F(StampedFiles, OfWhichNothingWasFoundOutAreAskedAgain) {
  files.put(kGlobal + "never.md", "x");
  EXPECT_EQ(look({"never.md"}), 1);
  EXPECT_EQ(look({"never.md"}), 1);
  EXPECT_EQ(look({"absent.md"}), 1);
  EXPECT_EQ(look({"absent.md"}), 1);
}

class AServer : public House {
 protected:
  AServer() { memory = std::make_unique<Memory>(*store, *config, log, memory->session(), &seen); }
  SeenFiles seen;
};

// rule: Z29
TEST_F(AServer, ListsAsIfItHadReadEverything) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "project", "x"));
  EXPECT_THAT(names(), SizeIs(2));
  EXPECT_THAT(names(), SizeIs(2));
  files.put(
      kGlobal + "a.md",
      "---\nname: A\ndescription: d\ntype: feedback\nmetadata:\n  expires: 2026-11-01\n---\n\nx\n");
  const auto notes = list(*memory, {{"global", false, false, false}});
  ASSERT_TRUE(notes);
  ASSERT_THAT(*notes, SizeIs(1));
  EXPECT_EQ(notes->at(0).type, "feedback");
  EXPECT_EQ(notes->at(0).outdated, "expired on 2026-11-01");
  ListRequest feedback;
  feedback.type = "feedback";
  EXPECT_THAT(names(feedback), ElementsAre("a.md"));
  files.take(kGlobal + "a.md");
  EXPECT_THAT(names(), ElementsAre("b.md"));
}

TEST_F(AServer, SeesWhatIsHeldBackComeAndGo) {
  ASSERT_TRUE(write("a", "user", "harmless"));
  EXPECT_THAT(blocked_files(*memory)->files, IsEmpty());
  EXPECT_THAT(blocked_files(*memory)->files, IsEmpty());
  files.put(kGlobal + "a.md", note_file("A", "token ghp_0123456789abcdefghijABCDEFGHIJ012345"));
  for (int i = 0; i < 2; ++i) EXPECT_THAT(blocked_files(*memory)->files, SizeIs(1));
  files.put(kGlobal + "a.md", note_file("A", "harmless again"));
  EXPECT_THAT(blocked_files(*memory)->files, IsEmpty());
}

TEST_F(AServer, AsksOfAProjectOnlyWhatIsItsOwn) {
  files.put(kGlobal + "a.md", note_file("A", "token ghp_0123456789abcdefghijABCDEFGHIJ012345"));
  ASSERT_TRUE(write("b", "project", "x"));
  EXPECT_THAT(blocked_files(*memory)->files, SizeIs(1));
  EXPECT_THAT(blocked_files(*memory, true)->files, IsEmpty());
}

}  // namespace
}  // namespace loci::memory::stamped_test
