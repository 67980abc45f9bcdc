#include "memory/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/moving.h"
#include "memory/reading.h"
#include "memory/targets.h"
#include "memory/writing.h"
#include "past/gc.h"
#include "past/history.h"
#include "past/purge.h"
#include "past/undo.h"
#include "projects/init.h"
#include "support/house.h"
#include "upkeep/health.h"
#include "upkeep/reindex.h"

namespace loci::memory::config_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Result<Config> load(std::string_view toml, Environment environment = {}) {
  static fs::MemoryFileSystem files;
  files.put(kHome + "/config.toml", toml);
  return Config::load(files, kHome, environment);
}

// rule: C21
TEST(Config, HasADefaultForEverySetting) {
  fs::MemoryFileSystem files;
  const auto config = Config::load(files, kHome, Environment());
  ASSERT_TRUE(config);
  EXPECT_FALSE(config->values().empty());
  for (const SettingValue& value : config->values()) EXPECT_EQ(value.source, "default");
  EXPECT_EQ(config->retention_days(), 180);
  EXPECT_EQ(config->disabled(), "");
}

// rule: C21
TEST(Config, TakesTheEnvironmentBeforeTheFile) {
  const auto config =
      load("retention_days = 90\nenabled = false\n", variable("LOCI_RETENTION_DAYS", "30"));
  ASSERT_TRUE(config);
  EXPECT_EQ(config->get("retention_days")->value, "30");
  EXPECT_EQ(config->get("retention_days")->source, "LOCI_RETENTION_DAYS");
  EXPECT_EQ(config->get("enabled")->source, "config.toml");
  EXPECT_EQ(kind_of(config->get("colour")), ErrorKind::NotFound);
  EXPECT_THAT(hint_of(config->get("retention_day")), HasSubstr("'retention_days'"));
}

// rule: C21
TEST(Config, HasSettingsInTables) {
  const auto config = load("[prompt]\ntrust_agents = true\n\n[notes]\nnew = \"shared\"\n");
  ASSERT_TRUE(config);
  EXPECT_TRUE(config->trusts_agents());
  EXPECT_TRUE(config->shares_new_notes());
  EXPECT_EQ(config->get("prompt.trust_agents")->source, "config.toml");
  EXPECT_FALSE(load("")->trusts_agents());
  EXPECT_FALSE(load("")->shares_new_notes());
  EXPECT_TRUE(load("prompt.trust_agents = true\n")->trusts_agents());
}

// rule: C22
TEST(Config, SaysWhereATableIsWrong) {
  const auto unknown = load("[prompt]\ntrust_agent = true\n");
  EXPECT_THAT(message_of(unknown), HasSubstr("config.toml:2: there is no setting"));
  EXPECT_THAT(hint_of(unknown), HasSubstr("'prompt.trust_agents'"));
  for (const std::string_view bad : {"[colours]\nred = 1\n", "[notes]\nnew = \"public\"\n",
                                     "[notes]\nnew = true\n", "prompt = true\n", "[enabled]\n"}) {
    EXPECT_EQ(kind_of(load(bad)), ErrorKind::InvalidInput) << bad;
  }
}

// rule: C22
TEST(Config, SaysWhereItIsWrong) {
  for (const std::string_view bad :
       {"\nretention_days = \"many\"\n", "\nretention_days = 0\n", "\nretention_days = 1.5\n",
        "\nenabled = 1\n", "\nretention_days =\n", "\ncolour = 1\n", "\nenabled = é\n"}) {
    const auto config = load(bad);
    EXPECT_EQ(kind_of(config), ErrorKind::InvalidInput) << bad;
    EXPECT_THAT(message_of(config), StartsWith(kHome + "/config.toml:2: ")) << bad;
  }
  EXPECT_EQ(kind_of(load("", variable("LOCI_ENABLED", "perhaps"))), ErrorKind::InvalidInput);
}

// rule: S21
TEST(Config, KnowsWhatDisabledIt) {
  EXPECT_THAT(load("enabled = false")->disabled(), HasSubstr("config.toml"));
  EXPECT_EQ(load("enabled = false", variable("LOCI_ENABLED", "yes"))->disabled(), "");
  EXPECT_THAT(load("", variable("LOCI_DISABLED", "1"))->disabled(), HasSubstr("LOCI_DISABLED"));
  EXPECT_EQ(load("", variable("LOCI_DISABLED", "0"))->disabled(), "");
}

using Disabled = House;

// rule: S21
TEST_F(Disabled, RefusesEveryChangeAndAnswersEveryQuestion) {
  ASSERT_TRUE(write("x", "user", "text"));
  ASSERT_TRUE(rewrite("x", "later text"));
  const auto before = files.tree("/");
  environment = variable("LOCI_DISABLED", "1");
  enter();
  const NoteRequest x{"x", {}, std::nullopt, false};
  EXPECT_EQ(kind_of(rewrite("x", "new")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(remember("T", "fact")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::remove(*memory, x)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::rename(*memory, x, "y")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::move(*memory, x, "private")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::copy(*memory, x, "private")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::scratch_add(*memory, "x", false)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::daily_add(*memory, "", "x", false)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(past::restore(*memory, x, 0)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(past::undo(*memory, {})), ErrorKind::Denied);
  EXPECT_EQ(kind_of(past::purge(*memory, {x, 0, false, true})), ErrorKind::Denied);
  EXPECT_EQ(kind_of(past::gc(*memory, false)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(upkeep::reindex(*memory, {}, false)), ErrorKind::Denied);
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_EQ(body("x"), "later text\n");
  EXPECT_TRUE(memory::list(*memory, {}));
  EXPECT_TRUE(past::history(*memory, {}));
  EXPECT_TRUE(upkeep::health(*memory));
}

}  // namespace
}  // namespace loci::memory::config_test
