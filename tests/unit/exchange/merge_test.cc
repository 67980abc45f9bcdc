#include "exchange/merge.h"

#include <gtest/gtest.h>

namespace loci::exchange::merge_test {
namespace {

Variables merge_variables() {
  Variables variables = *Variables::read({{"vars", "host = example.org\nport = 80"}});
  std::map<std::string, std::string, std::less<>> values;
  values.emplace("TOKEN", "s3cret");
  values.emplace("LINES", "one\ntwo");
  variables.allow_environment({"TOKEN", "LINES"}, Environment(std::move(values)));
  return variables;
}

BroughtBack back(std::string_view source, std::string_view edited) {
  return *bring_back(source, "a.md", edited, merge_variables());
}

// rule: A6
TEST(BringBack, KeepsTheSourcesTextOfLinesThatDidNotChange) {
  const BroughtBack result =
      back("at ${var.host}\nold\n$${var.x}\n", "at example.org\nnew\n${var.x}\nmore\n");
  EXPECT_FALSE(result.conflict);
  EXPECT_EQ(result.text, "at ${var.host}\nnew\n$${var.x}\nmore\n");
}

// rule: A6
TEST(BringBack, GivesTheSourceWhereNothingWasEdited) {
  const std::string source = "at ${var.host}\n${env.LINES}\n$${var.x}\nkey ${env.TOKEN}";
  const BroughtBack result = back(source, "at example.org\none\ntwo\n${var.x}\nkey s3cret");
  EXPECT_FALSE(result.conflict);
  EXPECT_EQ(result.text, source);
  EXPECT_EQ(result.theirs, source);
}

// rule: A6
TEST(BringBack, TakesLinesOnBothSidesOfAVariable) {
  const BroughtBack result =
      back("a\n${var.host}\n${env.LINES}\n", "a\nabove\nexample.org\nbetween\none\ntwo\nbelow\n");
  EXPECT_FALSE(result.conflict);
  EXPECT_EQ(result.text, "a\nabove\n${var.host}\nbetween\n${env.LINES}\nbelow\n");
}

// rule: A6
TEST(BringBack, IsAConflictWhereALineWithAVariableChanged) {
  const BroughtBack result =
      back("at ${var.host}\nport ${var.port}\nold\n", "at example.com\nport 80\nnew\n");
  EXPECT_TRUE(result.conflict);
  EXPECT_EQ(result.text, "at ${var.host}\nport ${var.port}\nold\n");
  EXPECT_EQ(result.theirs, "at example.com\nport ${var.port}\nnew\n");
}

// rule: A6
TEST(BringBack, OfAFileThatWasEmptiedGivesNothingUnlessAVariableStoodThere) {
  EXPECT_EQ(back("a\nb\n", "").text, "");
  EXPECT_FALSE(back("a\nb\n", "").conflict);
  const BroughtBack result = back("a\n${var.host}\n", "");
  EXPECT_TRUE(result.conflict);
  EXPECT_EQ(result.text, "a\n${var.host}\n");
  EXPECT_EQ(result.theirs, "");
}

// rule: A5, A6
TEST(BringBack, NeverGivesAValueOfTheEnvironmentAway) {
  const BroughtBack result = back("key ${env.TOKEN}\n", "key s3cret and more\n");
  EXPECT_TRUE(result.conflict);
  EXPECT_EQ(result.theirs, "key ${env.TOKEN} and more\n");
}

// rule: A5, A6
TEST(BringBack, MasksAValueThatTheToolCopiedToALineOfItsOwn) {
  const BroughtBack result = back("key ${env.TOKEN}\n", "key s3cret\nthe key is s3cret\n");
  EXPECT_FALSE(result.conflict);
  EXPECT_EQ(result.text, "key ${env.TOKEN}\nthe key is ${env.TOKEN}\n");
}

TEST(BringBack, KeepsWhatChangedInsideAValueOfSeveralLines) {
  const BroughtBack result = back("a\n${env.LINES}\nb\n", "a\none\nTWO\nb\n");
  EXPECT_TRUE(result.conflict);
  EXPECT_EQ(result.text, "a\n${env.LINES}\nb\n");
  EXPECT_EQ(result.theirs, "a\none\nTWO\nb\n");
}

TEST(BringBack, IsAConflictWhereALineWasAddedInsideAValue) {
  const BroughtBack result = back("a\n${env.LINES}\nb\n", "a\none\nand a half\ntwo\nb\n");
  EXPECT_TRUE(result.conflict);
  EXPECT_EQ(result.text, "a\n${env.LINES}\nb\n");
  EXPECT_EQ(result.theirs, "a\none\nand a half\ntwo\nb\n");
}

TEST(BringBack, EscapesWhatTheToolWrote) {
  const BroughtBack result = back("a\n", "a\nuse ${var.host}\n");
  EXPECT_FALSE(result.conflict);
  EXPECT_EQ(result.text, "a\nuse $${var.host}\n");
  EXPECT_EQ(back("", "${env.TOKEN}\n").text, "$${env.TOKEN}\n");
}

TEST(BringBack, KeepsLineEndings) {
  EXPECT_EQ(back("a\r\n${var.host}\r\n", "a\r\nexample.org\r\nb\r\n").text,
            "a\r\n${var.host}\r\nb\r\n");
  EXPECT_EQ(back("a", "a\nb\n").text, "a\nb\n");
}

// rule: A4
TEST(BringBack, NamesAVariableThatIsGone) {
  const auto result = bring_back("fine\n${var.hots}\n", "dev/a.md", "x\n", merge_variables());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "dev/a.md:2: there is no variable 'hots'");
}

}  // namespace
}  // namespace loci::exchange::merge_test
