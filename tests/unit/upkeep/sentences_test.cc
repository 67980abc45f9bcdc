#include "upkeep/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::upkeep {
namespace {

using ::testing::ElementsAre;

TEST(Sentences, AreFoundInParagraphsListsTablesAndCode) {
  EXPECT_THAT(
      sentence_keys("# Title\n\nOne thing. Another, e.g. this! A\nwrapped one?\n\n- [ ] item "
                    "one\n2. item two.\n\n| a | b |\n|---|---|\n\n```sh\nmake test\n```\n"),
      ElementsAre("title", "one thing", "another, e.g. this", "a wrapped one?", "item one",
                  "item two", "| a | b |", "make test"));
}

TEST(Sentences, CaseSpaceAndTheStopDoNotTellThemApart) {
  EXPECT_EQ(sentence_key("Use  tabs."), sentence_key("use tabs"));
  EXPECT_NE(sentence_key("Use tabs?"), sentence_key("use tabs"));
}

TEST(Sentences, WhatIsMissingIsAddedAndNothingElse) {
  EXPECT_EQ(missing_from("One. Two.\n", "- one\n- three\n- four\n"), "- three\n- four");
  EXPECT_EQ(missing_from("One.\n", "One. Two.\n\n```\ncode\n```\n"), "Two.\n\n```\ncode\n```");
  EXPECT_EQ(missing_from("One. Two.", "two.\n\none"), "");
}

}  // namespace
}  // namespace loci::upkeep
