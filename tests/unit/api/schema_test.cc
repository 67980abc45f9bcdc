#include "api/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/operation.h"

namespace loci::api::schema_test {
namespace {

using ::testing::HasSubstr;

constexpr std::array<std::string_view, 3> kColours{"red", "green", "blue"};
constexpr std::array kParams{
    Param::text("name", "NAME", "what it is called").by_place().needed(),
    Param::choice("colour", kColours, "which; red unless given"),
    Param::integer("limit", "N", "at most so many").at_least(1).at_most(100),
    Param::integer("budget", "TOKENS", "tokens at most").at_least(1),
    Param::integer("count", "N", "how many"),
    Param::integer("line", "", "after this line").at_least(Param::kNoLeast),
    Param::flag("deep", "all of it"),
    Param::list("tag", "TAG", "a tag; may be repeated"),
    Param::integers("range", "the first and last line"),
    Param::content("text", "TEXT", "the text").needed(),
};

Json good() { return {{"name", "x"}, {"text", "y"}}; }

std::string fault(const std::string& name, const Json& value, const Naming& naming = {}) {
  Json arguments = good();
  arguments[name] = value;
  const auto checked = check(kParams, arguments, naming);
  if (checked) return "";
  EXPECT_EQ(checked.error().kind, ErrorKind::InvalidInput);
  const Error& error = checked.error();
  return error.hint.empty() ? error.message : error.message + " | " + error.hint;
}

TEST(CheckArguments, TakesWhatFits) {
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, Json>>{{"colour", "blue"},
                                                 {"limit", 1},
                                                 {"limit", 100},
                                                 {"budget", 18446744073709551615U},
                                                 {"count", 0},
                                                 {"line", -1},
                                                 {"deep", false},
                                                 {"tag", Json::array()},
                                                 {"tag", {"a", "b"}},
                                                 {"range", {1, -1}},
                                                 {"text", ""}}) {
    EXPECT_EQ(fault(name, value), "") << name << " " << value;
  }
}

TEST(CheckArguments, SaysWhatIsWantedAndWhatWasGiven) {
  EXPECT_EQ(fault("name", 3), "'name' takes text, not 3");
  EXPECT_EQ(fault("text", Json::object()), "'text' takes text, not an object");
  EXPECT_EQ(fault("colour", "blu"),
            "'colour' takes red, green or blue, not 'blu' | did you mean 'blue'?");
  EXPECT_EQ(fault("colour", "transparent"), "'colour' takes red, green or blue, not 'transparent'");
  EXPECT_EQ(fault("limit", 0), "'limit' takes a whole number from 1 to 100, not 0");
  EXPECT_EQ(fault("limit", 101), "'limit' takes a whole number from 1 to 100, not 101");
  EXPECT_EQ(fault("limit", 18446744073709551615U),
            "'limit' takes a whole number from 1 to 100, not 18446744073709551615");
  EXPECT_EQ(fault("budget", -5), "'budget' takes a whole number of at least 1, not -5");
  EXPECT_EQ(fault("count", -1), "'count' takes a whole number, not -1");
  EXPECT_EQ(fault("count", 1.5), "'count' takes a whole number, not 1.5");
  EXPECT_EQ(fault("count", "many"), "'count' takes a whole number, not 'many'");
  EXPECT_EQ(fault("deep", "yes"), "'deep' takes true or false, not 'yes'");
  EXPECT_EQ(fault("deep", 1), "'deep' takes true or false, not 1");
  EXPECT_EQ(fault("tag", "a"), "'tag' takes a list of texts, not 'a'");
  EXPECT_EQ(fault("tag", {1}), "'tag' takes a list of texts, not a list");
  EXPECT_EQ(fault("range", {"1"}), "'range' takes a list of whole numbers, not a list");
}

TEST(CheckArguments, GuessesAtNames) {
  EXPECT_EQ(fault("limt", 3), "unknown argument 'limt' | did you mean 'limit'?");
  EXPECT_EQ(fault("xyzzy", 3),
            "unknown argument 'xyzzy' | available: name, colour, limit, budget, count, line, deep, "
            "tag, range, text");
  EXPECT_EQ(fault("xyzzy", nullptr).substr(0, 24), "unknown argument 'xyzzy'");
  EXPECT_EQ(fault("bell\x07", 3).substr(0, 27), "unknown argument 'bell\\x07'");
  EXPECT_LT(fault(std::string(100'000, 'x'), 3).size(), 300U);
}

TEST(CheckArguments, NamesEverythingAtOnce) {
  const auto checked =
      check(kParams, {{"limit", 0}, {"colour", "blu"}, {"tga", "a"}, {"name", nullptr}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(
      checked.error().message,
      "'limit' takes a whole number from 1 to 100, not 0; 'colour' takes red, green or blue, "
      "not 'blu' (did you mean 'blue'?); unknown argument 'tga' (did you mean 'tag'?); 'name' "
      "is missing: what it is called; 'text' is missing: the text");
  EXPECT_EQ(checked.error().hint, "");
}

TEST(CheckArguments, StopsAfterADozen) {
  Json arguments = good();
  for (int i = 0; i < 1'000; ++i) arguments["x" + std::to_string(i)] = i;
  const auto checked = check(kParams, arguments);
  ASSERT_FALSE(checked);
  EXPECT_LT(checked.error().message.size(), 500U);
  EXPECT_THAT(checked.error().message, ::testing::EndsWith("; and more"));
}

TEST(CheckArguments, TakesNullForAbsent) {
  Json arguments = good();
  arguments["limit"] = nullptr;
  EXPECT_EQ(*check(kParams, arguments), good());
}

TEST(CheckArguments, UsesTheNamesOfTheFrontEnd) {
  static constexpr std::array kOthers{Param::flag("quiet", "say less")};
  Naming naming;
  naming.name = [](const Param& param) { return "--" + std::string(param.name); };
  naming.also = kOthers;
  naming.where_all = "see the manual";
  naming.example = "for example: x";
  naming.content_comes_later = true;
  EXPECT_EQ(fault("limit", 0, naming), "'--limit' takes a whole number from 1 to 100, not 0");
  EXPECT_EQ(fault("xyzzy", 0, naming), "unknown argument 'xyzzy' | see the manual");
  EXPECT_EQ(unknown_argument(kParams, "--quite", naming).hint, "did you mean '--quiet'?");
  const auto checked = check(kParams, Json::object(), naming);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, "'--name' is missing: what it is called");
  EXPECT_EQ(checked.error().hint, "for example: x");
}

TEST(FromText, ReadsNumbersAndFlagsAndLeavesTheRest) {
  EXPECT_EQ(from_text(kParams[2], "12"), 12U);
  EXPECT_EQ(from_text(kParams[2], "-1"), "-1");
  EXPECT_EQ(from_text(kParams[2], "1x"), "1x");
  EXPECT_EQ(from_text(kParams[2], ""), "");
  EXPECT_EQ(from_text(kParams[6], ""), true);
  EXPECT_EQ(from_text(kParams[6], "0"), false);
  EXPECT_EQ(from_text(kParams[6], "perhaps"), "perhaps");
  EXPECT_EQ(from_text(kParams[0], "12"), "12");
}

TEST(JsonSchema, SaysWhatTheCheckerChecks) {
  const Json schema = json_schema(kParams);
  EXPECT_EQ(schema["required"], (Json{"name", "text"}));
  EXPECT_EQ(schema["additionalProperties"], false);
  const Json& properties = schema["properties"];
  EXPECT_EQ(
      dump_json(properties["colour"]),
      R"({"type":"string","enum":["red","green","blue"],"description":"which; red unless given"})");
  EXPECT_EQ(dump_json(properties["limit"]),
            R"({"type":"integer","minimum":1,"maximum":100,"description":"at most so many"})");
  EXPECT_EQ(properties["count"]["minimum"], 0);
  EXPECT_FALSE(properties["line"].contains("minimum"));
  EXPECT_EQ(properties["tag"]["items"]["type"], "string");
  EXPECT_EQ(properties["range"]["items"]["type"], "integer");
  EXPECT_EQ(properties["deep"]["type"], "boolean");
  EXPECT_EQ(usage_value(kParams[1]), "red|green|blue");
  EXPECT_EQ(usage_value(kParams[2]), "N");
}

// A choice that help spells out names the words that are taken.
TEST(Operations, ChoicesAreInTheirHelpOrTheirUsage) {
  for (const Operation& operation : operations()) {
    for (const Param& param : operation.params) {
      for (const std::string_view word : param.choices) {
        EXPECT_THAT(usage_value(param) + std::string(param.help), HasSubstr(std::string(word)))
            << operation.name << " " << param.name;
      }
    }
  }
}

}  // namespace
}  // namespace loci::api::schema_test
