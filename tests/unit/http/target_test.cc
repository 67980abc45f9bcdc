#include "http/target.h"

#include <gmock/gmock.h>

namespace loci::http::target_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(ParseTarget, TakesPathAndQueryApart) {
  const auto target = parse_target("/api/memory/a%20b+c.md?q=time+zone%2b&x&y=&=z&&q=2");
  ASSERT_TRUE(target);
  EXPECT_THAT(target->segments, ElementsAre("api", "memory", "a b+c.md"));
  EXPECT_THAT(target->query, ElementsAre(Pair("q", "time zone+"), Pair("x", ""), Pair("y", ""),
                                         Pair("", "z"), Pair("q", "2")));
  EXPECT_EQ(target->value("q"), "time zone+");
  EXPECT_EQ(target->value("none"), "");
}

TEST(ParseTarget, MakesNothingSimpler) {
  EXPECT_THAT(parse_target("/")->segments, IsEmpty());
  EXPECT_THAT(parse_target("/a/../b")->segments, ElementsAre("a", "..", "b"));
  EXPECT_THAT(parse_target("//a//b/")->segments, ElementsAre("", "a", "", "b"));
  EXPECT_THAT(parse_target("/%2e%2e%2fa")->segments, ElementsAre("../a"));
  EXPECT_THAT(parse_target("/%252e")->segments, ElementsAre("%2e"));
}

TEST(ParseTarget, RefusesWhatIsNotWellFormed) {
  for (const char* text : {"", "*", "api", "http://evil/", "/%", "/%2", "/%zz", "/%00", "/%ff",
                           "/a?b=%0", "/a?%00", "/a#b", "/%c0%ae"}) {
    const auto target = parse_target(text);
    ASSERT_FALSE(target) << text;
    EXPECT_EQ(target.error().kind, ErrorKind::InvalidInput);
  }
  std::string many = "/?";
  for (int i = 0; i < 65; ++i) many += "a=b&";
  EXPECT_FALSE(parse_target(many));
}

}  // namespace loci::http::target_test
