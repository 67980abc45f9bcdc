#include "guard/redact.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "support/redact_vectors.h"

namespace loci::guard::redact_test {
namespace {

// rule: P1
TEST(Redact, FollowsTheWorkedCases) {
  EXPECT_EQ(redact("token=super-secret"), "token=[REDACTED]");
  EXPECT_EQ(redact(R"({"access_token":"abc","safe":"ok"})"),
            R"({"access_token":"[REDACTED]","safe":"ok"})");
  EXPECT_EQ(redact("Bearer x"), "Bearer [REDACTED]");
  EXPECT_EQ(redact("the prose token: x stays"), "the prose token: x stays");
}

// rule: P1
TEST(Redact, KnowsNamesInEverySpelling) {
  EXPECT_EQ(redact("DB_PASSWORD=a&x-api-key='b c' authToken=d,mode=fast"),
            "DB_PASSWORD=[REDACTED]&x-api-key='[REDACTED]' authToken=[REDACTED],mode=fast");
  EXPECT_EQ(redact("Authorization: bearer abc.def"), "Authorization: bearer [REDACTED]");
}

// rule: P1
TEST(Redact, TwiceIsTheSameAsOnce) {
  const std::string once = redact("token=x and {\"secret\":\"y\"} Bearer z");
  EXPECT_EQ(redact(once), once);
}

// rule: P1
TEST(Redact, TakesSecretsOutInEveryForm) {
  for (const RedactVector& one : kSecrets) EXPECT_EQ(redact(one.text), one.wanted) << one.text;
}

// rule: P1
TEST(Redact, LeavesProseAlone) {
  for (const std::string_view text : kProse) EXPECT_EQ(redact(text), text);
}

// rule: P1
TEST(Redact, DoesTheSameTwiceOnEveryVector) {
  for (const RedactVector& one : kSecrets) EXPECT_EQ(redact(one.wanted), one.wanted) << one.text;
}

// rule: P1
TEST(Redact, TakesLinearTimeOnWhatIsRepeated) {
  for (const std::string_view part :
       {"\\", "\"", "token:", "cookie: ", "password: ", "{\"token\":", "://a:", "'a\\",
        "token = ", "secret:\"", "api_key: a ", "a.token:", "token:<", "secret:a://", "token \t"}) {
    std::string text;
    while (text.size() < 400'000) text += part;
    EXPECT_LE(redact(text).size(), 2'048U) << part;
  }
}

// rule: P2
TEST(Redact, CutsBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 2'000; ++i) text += "é";
  const std::string cut = redact(text);
  EXPECT_LE(cut.size(), 2'048U);
  EXPECT_TRUE(cut.ends_with("...[truncated]"));
  EXPECT_TRUE(is_valid_utf8(cut));
  EXPECT_EQ(redact(cut), cut);
  EXPECT_EQ(redact(std::string(2'048, 'x')), std::string(2'048, 'x'));
}

}  // namespace
}  // namespace loci::guard::redact_test
