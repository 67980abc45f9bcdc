#include "note/triggers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kPlain =
    "---\nname: Migrations\ntype: project\n---\n\nAfter five only.\n";

// rule: G17
TEST(Triggers, AreReadAsOneTextOrAList) {
  const Triggers triggers = triggers_in(
      "---\nname: x\ntype: user\nmetadata:\n  triggers:\n    paths: migrations/**\n    commands:\n"
      "      - git push\n      - terraform\n    words: [SEPA, \"on call\"]\n---\n\nText.\n");
  EXPECT_THAT(triggers.paths, ElementsAre("migrations/**"));
  EXPECT_THAT(triggers.commands, ElementsAre("git push", "terraform"));
  EXPECT_THAT(triggers.words, ElementsAre("SEPA", "on call"));
  EXPECT_TRUE(triggers_in(kPlain).empty());
  EXPECT_TRUE(triggers_in("triggers without a frontmatter").empty());
}

// rule: G20
TEST(Triggers, AreSetReplacedAndTakenAway) {
  const Triggers first{{"migrations/**"}, {"make migrate"}, {}};
  const std::string once = *set_triggers(kPlain, first);
  EXPECT_EQ(triggers_in(once), first);
  EXPECT_THAT(once, HasSubstr("After five only.\n"));
  const Triggers second{{}, {}, {"say \"it\""}};
  const std::string twice = *set_triggers(once, second);
  EXPECT_EQ(triggers_in(twice), second);
  EXPECT_EQ(*set_triggers(twice, {}), kPlain);
}

// rule: G20
TEST(Triggers, LeaveEveryOtherLineAlone) {
  const std::string text =
      "---\nname: x\ntype: user\nmetadata:\n    origin: cli  # by hand\n    triggers:\n        "
      "words:\n"
      "        - SEPA\n    created: 2026-01-01\ntags: [a]\n---\n\nText.\n";
  const std::string changed = *set_triggers(text, {{"*.sql"}, {}, {}});
  EXPECT_EQ(triggers_in(changed), (Triggers{{"*.sql"}, {}, {}}));
  EXPECT_THAT(changed, HasSubstr("    origin: cli  # by hand\n"));
  EXPECT_THAT(changed, HasSubstr("    created: 2026-01-01\n"));
  EXPECT_THAT(changed, HasSubstr("tags: [a]\n"));
  EXPECT_THAT(changed, Not(HasSubstr("SEPA")));
}

// rule: G17
TEST(Globs, MeanWhatGitIgnoreMeansByThem) {
  EXPECT_TRUE(glob_matches("*.sql", "db/migrations/1.sql"));
  EXPECT_TRUE(glob_matches("migrations/**", "migrations/a/1.sql"));
  EXPECT_FALSE(glob_matches("migrations/**", "db/migrations/1.sql"));
  EXPECT_TRUE(glob_matches("**/migrations/*.sql", "migrations/1.sql"));
  EXPECT_TRUE(glob_matches("**/migrations/*.sql", "db/migrations/1.sql"));
  EXPECT_FALSE(glob_matches("src/*.cc", "src/a/b.cc"));
  EXPECT_TRUE(glob_matches("src/[a-c]?.{cc,h}", "src/bx.h"));
  EXPECT_FALSE(glob_matches("src/[!a-c]?.{cc,h}", "src/bx.h"));
  EXPECT_TRUE(glob_matches("/go.mod", "go.mod"));
  EXPECT_FALSE(glob_matches("/go.mod", "tools/go.mod"));
  EXPECT_TRUE(glob_matches("docs/", "docs/a/b.md"));
  EXPECT_FALSE(glob_matches("a[", "a["));
}

// rule: G17
TEST(Globs, TakeNoLongTime) {
  const std::string glob = "**/*a*a*a*a*a*a*a*a*a*a*a*a*a*b";
  EXPECT_FALSE(glob_matches(glob, std::string(200, 'a')));
}

// rule: G20
TEST(TriggerFaults, AreBrokenGlobsAndWhatMeansEverything) {
  EXPECT_FALSE(trigger_fault("paths", "src/**"));
  EXPECT_FALSE(trigger_fault("commands", "git push"));
  EXPECT_FALSE(trigger_fault("words", "SEPA"));
  EXPECT_FALSE(trigger_fault("paths", "[a")->everything);
  EXPECT_FALSE(trigger_fault("paths", "{a,b")->everything);
  EXPECT_FALSE(trigger_fault("paths", "../x")->everything);
  EXPECT_TRUE(trigger_fault("paths", "**")->everything);
  EXPECT_TRUE(trigger_fault("paths", "*.*")->everything);
  EXPECT_TRUE(trigger_fault("commands", "*")->everything);
  EXPECT_TRUE(trigger_fault("words", "a")->everything);
  const auto faults = trigger_faults(parse_note(
      "---\nname: x\ntype: user\nmetadata:\n  triggers:\n    files: x\n    paths: ['*']\n"
      "    words: [5]\n---\n\nText.\n"));
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_THAT(faults[0].message, HasSubstr("'files'"));
  EXPECT_TRUE(faults[1].everything);
  EXPECT_THAT(faults[2].message, HasSubstr("not text"));
}

}  // namespace
}  // namespace loci::note
