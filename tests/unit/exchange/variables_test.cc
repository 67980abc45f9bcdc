#include "exchange/variables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::exchange::variables_test {
namespace {

Variables from(const std::string& text) { return *Variables::read({{"vars", text}}); }

std::string expanded(const Variables& variables, std::string_view text) {
  const auto result = variables.expand(text, "a.md");
  return result ? result->text : result.error().message;
}

Environment environment() {
  std::map<std::string, std::string, std::less<>> values;
  values.emplace("TOKEN", "s3cret");
  return Environment(std::move(values));
}

// rule: A3
TEST(Variables, AreExpandedInBodyAndFrontmatter) {
  const Variables variables = from("# comment\nhost = example.org\n\nurl=https://${var.host}/x\n");
  EXPECT_EQ(expanded(variables, "---\nname: ${var.host}\n---\n\nsee ${var.url}.\n"),
            "---\nname: example.org\n---\n\nsee https://example.org/x.\n");
}

// rule: A3
TEST(Variables, OfALaterFileWin) {
  const auto variables = Variables::read({{"vars", "a = 1\nb = 1\nc = ${var.a}"},
                                          {"vars.local",
                                           "\xEF\xBB\xBF"
                                           "a = 2\r\n"}});
  ASSERT_TRUE(variables);
  EXPECT_EQ(expanded(*variables, "${var.a} ${var.b} ${var.c}"), "2 1 2");
}

// rule: A4
TEST(Variables, ThatAreMissingAreNamedWithTheirLine) {
  const auto result = from("host = x").expand("one\ntwo ${var.hots}\n", "dev/a.md");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "dev/a.md:2: there is no variable 'hots'");
  EXPECT_EQ(result.error().hint, "did you mean 'host'?");
  EXPECT_EQ(expanded(from("a = ${var.b}"), "${var.a}"), "vars:1: there is no variable 'b'");
}

// rule: A4
TEST(Variables, ThatAreMadeOfThemselvesAreRefused) {
  EXPECT_EQ(expanded(from("a = ${var.b}\nb = <${var.a}>"), "${var.a}"),
            "vars:2: the variable 'a' refers to itself (a -> b -> a)");
  EXPECT_EQ(expanded(from("a = ${var.a}"), "${var.a}"),
            "vars:1: the variable 'a' refers to itself (a -> a)");
}

// rule: A4
TEST(Variables, NeedLinesThatAreAssignments) {
  const auto result = Variables::read({{".loci/vars", "a = 1\nno assignment\n"}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, ".loci/vars:2: this is not 'key = value'");
  EXPECT_FALSE(Variables::read({{"v", "= 1"}}));
}

// rule: A30
TEST(Variables, LeaveOutAKeyThatIsNoName) {
  const auto result = Variables::read({{"v", "two words = 1\na = 2\n"}});
  ASSERT_TRUE(result);
  ASSERT_EQ(result->warnings().size(), 1U);
  EXPECT_THAT(result->warnings()[0], ::testing::StartsWith("v:1: 'two words' is not the name"));
  EXPECT_EQ(expanded(*result, "${var.a}"), "2");
}

// rule: A30
TEST(Variables, LoseTheQuotesAroundAWholeValue) {
  const Variables quoted = from("a = \"eu west\"\nb = 'x'\nc = \"a\" and \"b\"\nd = \"\ne = \"\"");
  EXPECT_EQ(expanded(quoted, "${var.a}|${var.b}|${var.c}|${var.d}|${var.e}"),
            "eu west|x|\"a\" and \"b\"|\"|");
}

TEST(Variables, ThatDoubleEachOtherDoNotExplode) {
  std::string text = "v0 = 0123456789\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = std::to_string(i - 1);
    text += "v" + std::to_string(i) + " = ${var.v" + before + "}${var.v" + before + "}\n";
  }
  EXPECT_NE(expanded(from(text), "${var.v29}").find("too much text"), std::string::npos);
}

// rule: A5
TEST(Variables, OfTheEnvironmentMustBeAllowed) {
  Variables variables = from("");
  EXPECT_EQ(expanded(variables, "${env.TOKEN}"),
            "a.md:1: the environment variable 'TOKEN' is not allowed");
  variables.allow_environment({"TOKEN", "GONE"}, environment());
  const auto result = variables.expand("x ${env.TOKEN}", "a.md");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->text, "x s3cret");
  EXPECT_TRUE(result->environment.contains("TOKEN"));
  EXPECT_EQ(variables.mask(result->text, result->environment), "x ${env.TOKEN}");
  EXPECT_EQ(expanded(variables, "${env.GONE}"),
            "a.md:1: the environment variable 'GONE' is not set");
}

// rule: A3
TEST(Variables, ThatAreEscapedAreText) {
  const Variables variables = from("x = 1");
  EXPECT_EQ(expanded(variables, "$${var.x} $$${var.x} ${var.} ${var.a b} ${other} $"),
            "${var.x} $${var.x} ${var.} ${var.a b} ${other} $");
  EXPECT_FALSE(has_reference("$${var.x} ${var.} $"));
  EXPECT_TRUE(has_reference("$${var.x} ${env.X}"));
}

// rule: A6
TEST(Variables, AreEscapedInTextThatComesBack) {
  const Variables variables = from("x = 1");
  for (const std::string text : {"${var.x}", "$${var.x}", "$$${env.Y} ${var.", "plain $ {var.x}"}) {
    EXPECT_EQ(expanded(variables, escape_references(text)), text);
    EXPECT_FALSE(has_reference(escape_references(text)));
  }
}

}  // namespace
}  // namespace loci::exchange::variables_test
