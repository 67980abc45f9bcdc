#include "upkeep/config_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::upkeep::config_edit_test {
namespace {

using ::testing::HasSubstr;

std::string set(std::string_view text, std::string_view key, const std::string& value) {
  return with_setting(text, key, value).value_or("refused");
}
std::string unset(std::string_view text, std::string_view key) {
  return with_setting(text, key, std::nullopt).value_or("refused");
}

// rule: C46
TEST(ConfigEdit, ChangesOneLineAndNoOtherByte) {
  EXPECT_EQ(set("", "retention_days", "90"), "retention_days = 90\n");
  EXPECT_EQ(set("# mine\nretention_days=1  # short\n\n[review]\nglobal = \"off\"\n",
                "retention_days", "90"),
            "# mine\nretention_days= 90  # short\n\n[review]\nglobal = \"off\"\n");
  EXPECT_EQ(set("a = 1", "enabled", "false"), "a = 1\nenabled = false\n");
  EXPECT_EQ(set("[review]\nglobal = \"off\"\n\n[scan]\n", "review.shared", "agents"),
            "[review]\nglobal = \"off\"\nshared = \"agents\"\n\n[scan]\n");
  EXPECT_EQ(set("enabled = true\n", "review.global", "agents"),
            "enabled = true\n\n[review]\nglobal = \"agents\"\n");
  EXPECT_EQ(set("review.global = \"off\"\n", "review.global", "agents"),
            "review.global = \"agents\"\n");
  EXPECT_EQ(set("[review]\nglobal = \"off\"\n", "enabled", "false"),
            "enabled = false\n[review]\nglobal = \"off\"\n");
  EXPECT_EQ(set("", "allowed_env", "A, B"), "allowed_env = [\"A\", \"B\"]\n");
  EXPECT_EQ(set("", "scan.password-value", "block"), "[scan]\npassword-value = \"block\"\n");
  EXPECT_EQ(unset("enabled = true\nretention_days = 3\n", "enabled"), "retention_days = 3\n");
}

TEST(ConfigEdit, RefusesWhatTheSettingCannotBe) {
  EXPECT_EQ(set("", "retention_days", "many"), "refused");
  EXPECT_EQ(set("", "retention_days", "0"), "refused");
  EXPECT_EQ(set("", "enabled", "yes"), "refused");
  EXPECT_EQ(set("", "recall.level", "loud"), "refused");
  EXPECT_EQ(set("", "search.table", "a\nb = 1"), "refused");
  EXPECT_EQ(unset("", "enabled"), "refused");
  const auto near = with_setting("", "retention_day", "9");
  EXPECT_EQ(near.error().kind, ErrorKind::NotFound);
  EXPECT_THAT(near.error().hint, HasSubstr("retention_days"));
  EXPECT_EQ(set("allowed_env = [\n  \"A\",\n]\n", "allowed_env", "B"), "refused");
}

}  // namespace
}  // namespace loci::upkeep::config_edit_test
