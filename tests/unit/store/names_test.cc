// The kept listing of a place: what it sees, and what it need not look for.

#include "store/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/memory_file_system.h"

namespace loci::store::names_test {
namespace {

using ::testing::UnorderedElementsAre;

class NamesTest : public ::testing::Test {
 protected:
  NamesTest() {
    files_.put("/m/MEMORY.md", "- [A](a.md)\n");
    files_.put("/m/a.md", "a");
    files_.put("/m/.hidden.md", "");
    files_.put("/m/b.txt", "");
    root_ = std::move(*files_.open("/m", fs::Modes::Private));
  }

  // As an operation begins that looks for these names.
  std::vector<std::string> now() {
    EXPECT_TRUE(names_.has_temporary(*root_));
    std::vector<std::string> found;
    for (const char* name : {"a.md", "b.md", "MEMORY.md", ".hidden.md", "b.txt"}) {
      const std::vector<std::string> alike = *names_.alike(*root_, name);
      found.insert(found.end(), alike.begin(), alike.end());
    }
    return found;
  }

  fs::MemoryFileSystem files_;
  std::unique_ptr<fs::Root> root_;
  Names names_;
};

// rule: N19
TEST_F(NamesTest, HoldsNotesOnly) { EXPECT_THAT(now(), UnorderedElementsAre("a.md")); }

// rule: N19
TEST_F(NamesTest, SeesWhatOthersPutThere) {
  now();
  files_.put("/m/b.md", "b");
  EXPECT_THAT(now(), UnorderedElementsAre("a.md", "b.md"));
  ASSERT_TRUE(root_->remove("a.md"));
  EXPECT_THAT(now(), UnorderedElementsAre("b.md"));
}

// rule: N19
TEST_F(NamesTest, FollowsOurOwnChangesWithoutALook) {
  now();
  files_.put("/m/b.md", "b");
  ASSERT_TRUE(root_->remove("a.md"));
  names_.made(*root_, "b.md");
  names_.removed(*root_, "a.md");
  names_.settle(*root_);
  EXPECT_THAT(now(), UnorderedElementsAre("b.md"));
}

// rule: N19
TEST_F(NamesTest, FindsWhatDiffersInCaseOrForm) {
  files_.put("/m/Caf\u00e9.md", "");
  EXPECT_THAT(*names_.alike(*root_, "A.MD"), UnorderedElementsAre("a.md"));
  EXPECT_THAT(*names_.alike(*root_, "cafe\u0301.md"), UnorderedElementsAre("Caf\u00e9.md"));
  names_.made(*root_, "A.md");
  EXPECT_THAT(*names_.alike(*root_, "a.md"), UnorderedElementsAre("a.md", "A.md"));
  names_.removed(*root_, "a.md");
  EXPECT_THAT(*names_.alike(*root_, "a.md"), UnorderedElementsAre("A.md"));
}

// rule: N19
TEST_F(NamesTest, LooksAgainAfterAHundredUses) {
  now();
  files_.put("/m/b.md", "b");  // in the moment of an operation of ours
  names_.settle(*root_);
  EXPECT_THAT(now(), UnorderedElementsAre("a.md"));
  for (int i = 0; i < 100; ++i) now();
  EXPECT_THAT(now(), UnorderedElementsAre("a.md", "b.md"));
}

// rule: N19
TEST_F(NamesTest, ForgetsWhatIsInDoubt) {
  now();
  files_.put("/m/b.md", "b");
  names_.settle(*root_);
  names_.forget(*root_);
  EXPECT_THAT(now(), UnorderedElementsAre("a.md", "b.md"));
}

}  // namespace
}  // namespace loci::store::names_test
