#include "projects/trust.h"

#include <cerrno>

#include "support/house.h"

namespace loci::projects::trust_test {
namespace {

class Trust : public House {
 protected:
  Trust() {
    files.put(kShared + "a.md", note_file("A", "shipped", "project"));
    files.put("/home/u/app/.loci/agents/dev/memory/b.md", "b\n");
    enter();
  }
  bool trusted() { return !memory->untrusted(store::shared_place("/home/u/app")); }
};

TEST_F(Trust, IsGivenOnceAndTakenBack) {
  EXPECT_FALSE(trusted());
  const auto first = trust(*memory, true, false);
  ASSERT_TRUE(first) << message_of(first);
  EXPECT_TRUE(first->changed);
  EXPECT_EQ(first->notes, 2U) << "what it is about, agents' notes too";
  EXPECT_TRUE(trusted());
  const auto before = files.tree("/");
  EXPECT_FALSE(trust(*memory, true, false)->changed);
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_TRUE(trust(*memory, false, false)->changed);
  EXPECT_FALSE(trusted());
  EXPECT_FALSE(trust(*memory, false, false)->changed);
}

TEST_F(Trust, OutlivesTheProcess) {
  ASSERT_TRUE(trust(*memory, true, false));
  enter();
  EXPECT_TRUE(trusted());
  ASSERT_TRUE(trust(*memory, false, false));
  enter();
  EXPECT_FALSE(trusted());
}

TEST_F(Trust, DryTellsWhatWouldBeTrusted) {
  const auto reply = trust(*memory, true, true);
  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->changed);
  EXPECT_EQ(reply->notes, 2U);
  EXPECT_FALSE(trusted());
  EXPECT_FALSE(files.exists(kHome));
}

// rule: S19
TEST_F(Trust, IsNotGivenInAnEphemeralSession) {
  enter("", true);
  EXPECT_EQ(kind_of(trust(*memory, true, false)), ErrorKind::Denied);
  EXPECT_FALSE(files.exists(kHome));
}

TEST_F(Trust, IsNotGivenToWhatCannotBeCounted) {
  files.fail_look({"list /home/u/app/.loci/memory", 1, EIO, true});
  EXPECT_FALSE(trust(*memory, true, false));
  EXPECT_FALSE(trusted());
}

}  // namespace
}  // namespace loci::projects::trust_test
