#include "upkeep/phrases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::upkeep::phrases_test {
namespace {

// rule: X3
TEST(IsVague, KnowsDescriptionsThatSayNothing) {
  for (const char* text : {"notes", "misc notes", "Some info", "stuff", "TODO", "x", "   y  ",
                           "General information and details"}) {
    EXPECT_TRUE(is_vague(text, "Deploy")) << text;
  }
  EXPECT_TRUE(is_vague("review  STYLE", "Review Style"));
}

// rule: X3
TEST(IsVague, LetsPassWhatSaysSomething) {
  for (const char* text : {"Wants findings first", "Notes about the staging database",
                           "How to deploy", "缓存在六点预热", "Über"}) {
    EXPECT_FALSE(is_vague(text, "Deploy")) << text;
  }
}

std::vector<std::string> found(std::string_view body) {
  std::vector<std::string> result;
  for (const Phrase& phrase : relative_dates(body)) {
    result.push_back(std::to_string(phrase.line) + ": " + phrase.text);
  }
  return result;
}

// rule: X3
TEST(RelativeDates, AreFoundByLine) {
  EXPECT_THAT(found("We decided yesterday.\n\nShip next week, see you Tomorrow.\n3 days ago\n"),
              ::testing::ElementsAre("1: yesterday", "3: next week", "4: days ago"));
  EXPECT_THAT(found("Last Friday"), ::testing::ElementsAre("1: Last Friday"));
}

// rule: X3
TEST(RelativeDates, AreNotFoundInCodeOrInsideOtherWords) {
  EXPECT_THAT(found("`yesterday`\n```\ntoday\n```\n~~~\nlast week\n~~~\n"), ::testing::IsEmpty());
  EXPECT_THAT(found("The last line, the next step, this module; a long time ago, not 2026-11-15."),
              ::testing::IsEmpty());
  EXPECT_THAT(found("yesterdays holidays"), ::testing::IsEmpty());
  EXPECT_THAT(found(""), ::testing::IsEmpty());
}

}  // namespace
}  // namespace loci::upkeep::phrases_test
