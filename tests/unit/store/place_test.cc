#include "store/place.h"

#include <gtest/gtest.h>

namespace loci::store::place_test {
namespace {

std::vector<Place> every_kind() {
  return {global_place(),
          private_place("app-1"),
          shared_place("/home/u/app"),
          agent_user_place("coder"),
          agent_private_place("app-1", "coder"),
          agent_shared_place("/home/u/app", "coder"),
          agent_xcaf_place("/home/u/app", "coder"),
          project_place("app-1"),
          daily_place("app-1"),
          shared_place("/"),
          shared_place("/srv/agents/x"),
          shared_place("/home/u/.loci/work"),
          agent_user_place("memory"),
          agent_private_place("agents", "agents"),
          agent_xcaf_place("/a/.loci/b", "x"),
          agent_shared_place("/a/xcaf/b", "x"),
          shared_place("/srv/agents"),
          agent_shared_place("/w", "xcaf"),
          agent_shared_place("/", "a"),
          private_place("daily"),
          private_place("memory-1")};
}

// rule: S14
TEST(Place, IsKnownByItsKey) {
  for (const Place& place : every_kind()) {
    EXPECT_EQ(place_of_key(place.key), place) << place.key;
  }
}

TEST(Place, LiesWhereTheDocumentSays) {
  EXPECT_EQ(global_place().key, "memory");
  EXPECT_EQ(private_place("s").key, "projects/s/memory");
  EXPECT_EQ(shared_place("/w").key, "/w/.loci/memory");
  EXPECT_EQ(shared_place("/").key, "/.loci/memory");
  EXPECT_EQ(agent_user_place("a").key, "agents/a/memory");
  EXPECT_EQ(agent_private_place("s", "a").key, "projects/s/agents/a/memory");
  EXPECT_EQ(agent_shared_place("/w", "a").key, "/w/.loci/agents/a/memory");
  EXPECT_EQ(agent_xcaf_place("/w", "a").key, "/w/xcaf/agents/a/memory");
  EXPECT_EQ(project_place("s").key, "projects/s");
  EXPECT_EQ(daily_place("s").key, "projects/s/daily");
}

// rule: P5
TEST(Place, IsSplitWhereLinksEnd) {
  EXPECT_EQ(split_key("memory").base, "");
  EXPECT_EQ(split_key("memory").below, "memory");
  EXPECT_EQ(split_key("/w/.loci/memory").base, "/w");
  EXPECT_EQ(split_key("/w/.loci/memory").below, ".loci/memory");
  EXPECT_EQ(split_key("/.loci/memory").base, "/");
  EXPECT_EQ(split_key("/.loci/memory").below, ".loci/memory");
  EXPECT_EQ(split_key("/a/.loci/b/.loci/memory").base, "/a/.loci/b");
  EXPECT_EQ(split_key("/w/xcaf/agents/a/memory").below, "xcaf/agents/a/memory");
  // A workspace below a directory of the other name.
  EXPECT_EQ(split_key("/a/.loci/b/xcaf/agents/x/memory").base, "/a/.loci/b");
  EXPECT_EQ(split_key("/a/xcaf/b/.loci/memory").base, "/a/xcaf/b");
}

// rule: P6
TEST(Place, SaysWhatItIs) {
  EXPECT_EQ(private_place("s").scope(), "workspace");
  EXPECT_EQ(shared_place("/w").scope(), "workspace");
  EXPECT_EQ(agent_user_place("a").scope(), "agent:a");
  EXPECT_EQ(project_place("s").scope(), "scratchpad");
  EXPECT_EQ(daily_place("s").scope(), "daily");
  EXPECT_EQ(global_place().label(), "global");
  EXPECT_EQ(private_place("s").label(), "private");
  EXPECT_EQ(shared_place("/w").label(), "shared");
  EXPECT_NE(agent_user_place("a").label(), agent_private_place("s", "a").label());
  EXPECT_TRUE(agent_xcaf_place("/w", "a").is_agent());
  EXPECT_FALSE(global_place().is_agent());
  EXPECT_FALSE(daily_place("s").indexed());
  EXPECT_FALSE(project_place("s").indexed());
  EXPECT_TRUE(shared_place("/w").indexed());
  EXPECT_EQ(shared_place("/w").modes(), fs::Modes::Umask);
  EXPECT_EQ(global_place().modes(), fs::Modes::Private);
}

}  // namespace
}  // namespace loci::store::place_test
