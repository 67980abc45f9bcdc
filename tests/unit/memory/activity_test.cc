#include "memory/activity.h"

#include "memory/search.h"
#include "memory/writing.h"
#include "support/house.h"

namespace loci::memory::activity_test {
namespace {

class Activities : public House {
 protected:
  std::vector<std::string> asked() {
    std::vector<std::string> summaries;
    const auto rows = recent_activity(*store);
    EXPECT_TRUE(rows);
    for (const Activity& row : *rows) summaries.push_back(row.summary);
    return summaries;
  }
  static Activity search_for(const std::string& words) {
    return {"2026-11-15T10:00:00Z", "search", "", "person", words};
  }
};

TEST_F(Activities, AreReadNewestFirst) {
  ASSERT_TRUE(write("a", "user", "x"));
  ActivityLog activities(*store);
  activities.add(search_for("one"));
  activities.add(search_for("two"));
  EXPECT_THAT(asked(), ::testing::ElementsAre("two", "one"));
}

// rule: J18
TEST_F(Activities, AreNotWrittenInAHomeOfALaterVersion) {
  ASSERT_TRUE(write("a", "user", "x"));
  for (const bool had_one : {false, true}) {
    if (had_one) {
      files.take(kHome + "/state/version");
      ActivityLog(*store).add(search_for("before"));
    }
    files.put(kHome + "/state/version", "2\n");
    const auto before = files.tree(kHome);
    ActivityLog(*store).add(search_for("after"));
    EXPECT_EQ(files.tree(kHome), before) << had_one;
  }
  EXPECT_THAT(asked(), ::testing::ElementsAre("before"));
}

}  // namespace
}  // namespace loci::memory::activity_test
