#include "remote/last_sync.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace loci::remote::last_sync_test {
namespace {

// rule: RM77
TEST(LastSync, IsReadBackAsItWasWritten) {
  LastSync last;
  last.reached = "2026-11-15T10:00:00.000Z";
  last.journal = 42;
  last.slugs = {"app", "web"};
  last.stays = 1;
  last.held = 2;
  last.aside = 3;
  EXPECT_EQ(parse_last_sync(format_last_sync(last)), last);
  last.failing = {"2026-11-15T11:00:00.000Z", "it is away", "look at it", true};
  EXPECT_EQ(parse_last_sync(format_last_sync(last)), last);
  for (const char* odd : {"", "{", "[]", R"({"version":2,"reached":"x"})", R"({"failing":7})"}) {
    EXPECT_EQ(parse_last_sync(odd), LastSync()) << odd;
  }
}

// rule: RM77
TEST(LastSync, NeedsAttentionAfterADayOrWithAQuestion) {
  Remote remote;
  remote.name = "hub";
  LastSync last;
  const auto at = [](const char* time) { return *parse_time(time); };
  EXPECT_FALSE(needs_attention(remote, last, at("2027-01-01")));
  last.failing = {"2026-11-15T10:00:00.000Z", "it is away", "", false};
  EXPECT_FALSE(needs_attention(remote, last, at("2026-11-16T09:59:59Z")));
  const auto away = needs_attention(remote, last, at("2026-11-16T10:00:00Z"));
  ASSERT_TRUE(away);
  EXPECT_NE(away->what.find("it is away"), std::string::npos);
  EXPECT_FALSE(away->fix.empty());
  last.failing->asks = true;
  EXPECT_TRUE(needs_attention(remote, last, at("2026-11-15T10:00:00Z")));
}

}  // namespace
}  // namespace loci::remote::last_sync_test
