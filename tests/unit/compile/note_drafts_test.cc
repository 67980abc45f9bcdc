#include "compile/note_drafts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"

namespace loci::compile::note_drafts_test {
namespace {

using ::testing::IsEmpty;

const store::Place kHere = store::agent_user_place("dev");
const store::Place kThere = store::agent_user_place("ops");

TEST(NoteDrafts, ChangeNothingThatIsAsItWas) {
  NoteDrafts drafts;
  drafts.put(kHere, "a.md", "one");
  drafts.write(kHere, "a.md", "two");
  EXPECT_TRUE(drafts.changed(kHere, "a.md"));
  drafts.write(kHere, "a.md", "one");
  EXPECT_FALSE(drafts.changed(kHere, "a.md"));
  EXPECT_THAT(drafts.changes(), IsEmpty());
}

TEST(NoteDrafts, ExpectWhatTheyBeganWith) {
  NoteDrafts drafts;
  drafts.put(kHere, "a.md", "one");
  drafts.write(kHere, "a.md", "two");
  drafts.write(kHere, "new.md", "");
  const std::vector<store::FileChange> changes = drafts.changes();
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].text, "two");
  ASSERT_TRUE(changes[0].expected && changes[1].expected);
  EXPECT_EQ(changes[0].expected->hash, sha256("one"));
  EXPECT_EQ(changes[1].file, "new.md") << "a blank note is made, too";
  EXPECT_EQ(changes[1].expected->hash, std::nullopt) << "nobody else made it meanwhile";
}

TEST(NoteDrafts, AreOneForNamesThatDifferInCase) {
  NoteDrafts drafts;
  drafts.put(kHere, "Alpha.md", "one");
  ASSERT_NE(drafts.now(kHere, "alpha.md"), nullptr);
  drafts.write(kHere, "ALPHA.md", "two");
  ASSERT_EQ(drafts.changes().size(), 1U);
  EXPECT_EQ(drafts.changes()[0].file, "Alpha.md") << "it keeps the name it has";
  EXPECT_EQ(drafts.now(kThere, "alpha.md"), nullptr) << "another place is another note";
}

// rule: A19
TEST(NoteDrafts, KeepATextUnderTheNameItHasOrTheFirstThatIsFree) {
  NoteDrafts drafts;
  drafts.put(kHere, "a.md", "ours");
  EXPECT_EQ(drafts.free_name(kHere, "a.md", "theirs"), "a-2.md");
  drafts.write(kHere, "a-2.md", "theirs");
  EXPECT_EQ(drafts.free_name(kHere, "a.md", "theirs"), "a-2.md") << "it is kept already";
  EXPECT_EQ(drafts.free_name(kHere, "a.md", "another's"), "a-3.md");
  EXPECT_EQ(drafts.free_name(kThere, "a.md", "theirs"), "a.md");
}

}  // namespace
}  // namespace loci::compile::note_drafts_test
