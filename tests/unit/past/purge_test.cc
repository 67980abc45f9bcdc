#include "past/purge.h"

#include "base/hash.h"
#include "memory/moving.h"
#include "support/house.h"

namespace loci::past::purge_test {
namespace {

using memory::NoteRequest;
using ::testing::IsEmpty;

class Purge : public House {
 protected:
  [[nodiscard]] std::vector<std::string> files_with(std::string_view text) const {
    std::vector<std::string> result;
    for (const auto& [path, bytes] : files.tree("/")) {
      if (bytes.find(text) != std::string::npos) result.push_back(path);
    }
    return result;
  }
  const NoteRequest leaked{"leaked", {}, std::nullopt, false};
};

// rule: U12, U13
TEST_F(Purge, LeavesNoTraceOfAnyText) {
  ASSERT_TRUE(write("leaked", "user", "sesame one"));
  ASSERT_TRUE(rewrite("leaked", "sesame two"));
  ASSERT_TRUE(write("other", "user", "stays"));
  const auto before = files.tree("/");
  const auto refused = past::purge(*memory, {leaked, 0, false, false});
  EXPECT_EQ(kind_of(refused), ErrorKind::Denied);
  EXPECT_TRUE(refused.error().needs_consent);
  EXPECT_EQ(files.tree("/"), before);
  ASSERT_TRUE(past::purge(*memory, {leaked, 0, false, true}));
  EXPECT_THAT(files_with("sesame"), IsEmpty());
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "- [Other](other.md) - about other\n");
  EXPECT_EQ(body("other"), "stays\n");
}

// rule: W7
TEST_F(Purge, IsRefusedWhenTheNoteIsNoLongerTheTextThatWasRead) {
  ASSERT_TRUE(write("leaked", "user", "sesame one"));
  NoteRequest as_read = leaked;
  as_read.if_hash = sha256(files.get(kGlobal + "leaked.md"));
  ASSERT_TRUE(rewrite("leaked", "sesame two"));
  EXPECT_EQ(kind_of(past::purge(*memory, {as_read, 0, false, true})), ErrorKind::Conflict);
  EXPECT_EQ(body("leaked"), "sesame two\n");
  as_read.if_hash = sha256(files.get(kGlobal + "leaked.md"));
  EXPECT_TRUE(past::purge(*memory, {as_read, 0, false, true}));
  EXPECT_THAT(files_with("sesame"), IsEmpty());
}

// rule: U12
TEST_F(Purge, OfOneRevisionLeavesTheOthers) {
  ASSERT_TRUE(write("leaked", "user", "sesame one"));
  ASSERT_TRUE(rewrite("leaked", "sesame two"));
  ASSERT_TRUE(past::purge(*memory, {leaked, 1, false, true}));
  EXPECT_THAT(files_with("sesame one"), IsEmpty());
  EXPECT_EQ(body("leaked"), "sesame two\n");
  EXPECT_EQ(kind_of(past::purge(*memory, {leaked, 99, false, true})), ErrorKind::NotFound);
  EXPECT_EQ(kind_of(past::purge(*memory, {leaked, 3, false, true})), ErrorKind::InvalidInput);
}

// rule: U12
TEST_F(Purge, FollowsTheNoteAcrossItsNames) {
  ASSERT_TRUE(write("old", "user", "sesame one"));
  ASSERT_TRUE(rewrite("old", "sesame two"));
  ASSERT_TRUE(memory::rename(*memory, {"old", {}, std::nullopt, false}, "leaked"));
  ASSERT_TRUE(past::purge(*memory, {leaked, 0, false, true}));
  EXPECT_THAT(files_with("sesame"), IsEmpty());
}

// rule: U12
TEST_F(Purge, NamesCopiesAndTakesThemWhenItIsToldTo) {
  ASSERT_TRUE(write("leaked", "user", "sesame one"));
  ASSERT_TRUE(memory::copy(*memory, leaked, "private"));
  const NoteRequest here{"leaked", {"global", false, false, false}, std::nullopt, false};
  const auto one = past::purge(*memory, {here, 0, false, true});
  ASSERT_TRUE(one) << message_of(one);
  ASSERT_EQ(one->copies.size(), 1U);
  EXPECT_EQ(one->copies[0].place.label() + " " + one->copies[0].file, "private leaked.md");
  EXPECT_EQ(body("leaked"), "sesame one\n");
  ASSERT_TRUE(memory::copy(*memory, leaked, "global"));
  const auto all = past::purge(*memory, {here, 0, true, true});
  ASSERT_TRUE(all) << message_of(all);
  EXPECT_THAT(files_with("sesame"), IsEmpty());
}

// rule: U12
TEST_F(Purge, ReachesANoteThatIsDeletedAlready) {
  ASSERT_TRUE(write("leaked", "user", "sesame one"));
  ASSERT_TRUE(memory::remove(*memory, leaked));
  ASSERT_THAT(files_with("sesame"), ::testing::Not(IsEmpty())) << "the journal has it";
  ASSERT_TRUE(past::purge(*memory, {leaked, 0, false, true}));
  EXPECT_THAT(files_with("sesame"), IsEmpty());
}

}  // namespace
}  // namespace loci::past::purge_test
