#include "exchange/jsonc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::exchange::jsonc_test {
namespace {

using ::testing::HasSubstr;

// The value of a text, or what is wrong with it.
std::string value(std::string_view text) {
  const auto parsed = parse_jsonc({text, "s.json"});
  if (!parsed) return parsed.error().message;
  const auto json = parsed->value_of(parsed->root);
  return json ? dump_json(*json) : json.error().message;
}

TEST(ParseJsonc, TakesCommentsAndTrailingCommas) {
  EXPECT_EQ(value("// first\n{\"a\": 1, /* one */ \"b\": [1, 2,], // two\n}\n"),
            R"({"a":1,"b":[1,2]})");
  EXPECT_EQ(value("\xEF\xBB\xBF{}"), "{}");
  EXPECT_EQ(value(" true "), "true");
  EXPECT_EQ(value(R"({"u": "http://x", "c": "/* no comment */"})"),
            R"({"u":"http://x","c":"/* no comment */"})");
}

TEST(ParseJsonc, KeepsEveryByteInItsPlace) {
  const std::string text = "{\"a\": 1, // é\n \"b\": [2,],\n}";
  const auto parsed = parse_jsonc({text, "s.json"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->clean.size(), text.size());
  EXPECT_EQ(parsed->clean.find('\n'), text.find('\n')) << "lines stay lines";
  ASSERT_EQ(parsed->root.items.size(), 2U);
  const JsoncItem& second = parsed->root.items[1];
  EXPECT_EQ(second.key, "b");
  EXPECT_EQ(text.substr(second.begin, 3), "\"b\"");
  EXPECT_EQ(text.substr(second.value.begin, second.value.end - second.value.begin), "[2,]");
  EXPECT_EQ(text[*second.comma], ',');
  EXPECT_EQ(text[*parsed->root.items[0].comma], ',');
  EXPECT_EQ(second.value.kind, JsoncValue::Kind::Array);
}

TEST(ParseJsonc, ReadsAKeyWithItsEscapes) {
  const auto parsed = parse_jsonc({R"({"a\u0041\"": 1})", "s.json"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->root.items[0].key, "aA\"");
}

TEST(ParseJsonc, NamesTheLineOfWhatIsWrong) {
  EXPECT_EQ(value("{\n\"a\" 1}"), "s.json:2: ':' is missing after 'a'");
  EXPECT_EQ(value("{\n\"a\": 1\n\"b\": 2}"), "s.json:3: ',' or '}' is missing");
  EXPECT_EQ(value("\n{\"a\": [1"), "s.json:2: '[' is not closed");
  EXPECT_EQ(value("{\"a\": nul}"), "s.json:1: 'nul' is not a value");
  EXPECT_EQ(value("{\"a\": }"), "s.json:1: a value is missing");
  EXPECT_EQ(value("{a: 1}"), "s.json:1: a key in quotes is missing");
  EXPECT_EQ(value("{\"a\n\": 1}"), "s.json:1: a string is not closed on its line");
  EXPECT_EQ(value("{\"a\": \"\\x\"}"), "s.json:1: a string has an invalid escape");
  EXPECT_EQ(value("{} {}"), "s.json:1: there is text after the value");
  EXPECT_EQ(value("{} /* x"), "s.json:1: a comment is not closed");
  EXPECT_EQ(value(""), "s.json:1: the file ends where a value is missing");
}

TEST(ParseJsonc, EndsWhereItIsTooDeep) {
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
  };
  EXPECT_EQ(value(nested(kSettingsDepth)), nested(kSettingsDepth));
  EXPECT_THAT(value(nested(kSettingsDepth + 1)), HasSubstr("nested deeper than 64"));
  EXPECT_THAT(value(nested(100'000)), HasSubstr("nested deeper than 64"));
}

TEST(IsBlank, IsWhiteSpaceAlone) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank("\xEF\xBB\xBF \r\n\t"));
  EXPECT_FALSE(is_blank("// a comment is somebody's"));
}

}  // namespace
}  // namespace loci::exchange::jsonc_test
