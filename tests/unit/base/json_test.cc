#include "base/json.h"

#include <gtest/gtest.h>

namespace loci {
namespace {

TEST(Json, KeepsTheOrderOfKeys) {
  const auto json = parse_json(R"({"z":1,"a":[true,null,"x"]})");
  ASSERT_TRUE(json);
  EXPECT_EQ(dump_json(*json), R"({"z":1,"a":[true,null,"x"]})");
  EXPECT_EQ(dump_json(Json{{"a", 1}}, 2), "{\n  \"a\": 1\n}");
}

TEST(Json, RefusesWhatIsTooLargeOrTooDeep) {
  EXPECT_FALSE(parse_json("[1,2,3]", {.bytes = 6, .depth = 8}));
  EXPECT_TRUE(parse_json("[[[1]]]", {.bytes = 100, .depth = 3}));
  EXPECT_FALSE(parse_json("[[[[1]]]]", {.bytes = 100, .depth = 3}));
  EXPECT_FALSE(parse_json(std::string(200'000, '[')));
  EXPECT_TRUE(parse_json(R"("[[[[[[\"[[[[")", {.bytes = 100, .depth = 1}));
}

TEST(Json, RefusesObjectsThatAreTooWide) {
  EXPECT_TRUE(parse_json(R"({"a":1,"b:":{"c":2}})", {.keys = 3}));
  EXPECT_FALSE(parse_json(R"({"a":1,"b:":{"c":2}})", {.keys = 2}));
  std::string wide = "{";
  for (int i = 0; i < 60'000; ++i) wide += "\"" + std::to_string(i) + "\":1,";
  wide.back() = '}';
  EXPECT_FALSE(parse_json(wide));
}

TEST(Json, RefusesWhatIsNone) {
  for (const char* bad : {"", "{", "nul", "{\"a\":}", "[1,]", "\"\x01\"", "1 2", "\"\xFF\""}) {
    const auto json = parse_json(bad);
    ASSERT_FALSE(json) << bad;
    EXPECT_EQ(json.error().kind, ErrorKind::InvalidInput);
  }
}

TEST(JsonQuote, EscapesAndReplaces) {
  EXPECT_EQ(json_quote("a\"b\\\n"), R"("a\"b\\\n")");
  EXPECT_EQ(json_quote("\xFF"), "\"\uFFFD\"");
  EXPECT_EQ(json_quote("日本"), "\"日本\"");
}

}  // namespace
}  // namespace loci
