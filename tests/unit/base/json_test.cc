#include "base/json.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <random>

#include "base/json_text.h"

namespace loci::json_test {
namespace {

TEST(Json, KeepsTheOrderOfKeys) {
  const auto json = parse_json(R"({"z":1,"a":[true,null,"x"]})");
  ASSERT_TRUE(json);
  EXPECT_EQ(dump_json(*json), R"({"z":1,"a":[true,null,"x"]})");
  EXPECT_EQ(dump_json(Json{{"a", 1}}, 2), "{\n  \"a\": 1\n}");
}

// rule: C38
TEST(Json, ReadsHalfASurrogatePairAsAReplacement) {
  const auto text = [](std::string_view json) {
    const auto parsed = parse_json(json);
    return parsed ? parsed->get<std::string>() : "refused";
  };
  EXPECT_EQ(text(R"("a\ud83d")"), "a\xEF\xBF\xBD");
  EXPECT_EQ(text(R"("\udc00b")"),
            "\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(text(R"("\ud83d\ud83d\ude00")"), "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  EXPECT_EQ(text(R"("\\ud800")"), "\\ud800") << "no escape";
  EXPECT_EQ(text(R"("\ud8")"), "refused");
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

// Our writer says what the library's own would.
TEST(Json, IsWrittenAsTheLibraryWritesIt) {
  const auto expect_same = [](const Json& value) {
    EXPECT_EQ(dump_json(value), value.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  for (int byte = 0; byte < 256; ++byte) {
    for (const std::size_t before : {0U, 1U, 7U, 8U, 15U, 16U}) {
      std::string text(before, 'a');
      text += static_cast<char>(byte);
      expect_same(text + std::string(before, 'z'));
    }
  }
  expect_same(Json::array());
  expect_same(Json::object());
  expect_same(
      {{"", nullptr}, {"a\"b", {1, -1, 1.0, 0.1, 1e300, true}}, {"日本\n", {{"x", "\u007f"}}}});
  expect_same(std::numeric_limits<std::uint64_t>::max());
  expect_same(std::numeric_limits<double>::quiet_NaN());
  std::mt19937 random(7);
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (std::size_t length = random() % 40; text.size() < length;) {
      const std::uint32_t kind = random() % 8;
      if (kind == 0) text += static_cast<char>(random());
      if (kind == 1) text += "é";
      if (kind == 2) text += "\\\"\n";
      if (kind > 2) text += static_cast<char>('a' + random() % 26);
    }
    expect_same(text);
  }
}

// A text of JSON, now and then with one byte too many, too few or changed.
std::string random_json(std::mt19937& random) {
  const std::vector<std::string> words = {"{",
                                          "}",
                                          "[",
                                          "]",
                                          ",",
                                          ":",
                                          "\"a\"",
                                          "\"b c\"",
                                          "\"\"",
                                          "\"\\n\"",
                                          "\"\xC3\xA9\"",
                                          "0",
                                          "7",
                                          "01",
                                          "-1",
                                          "1.5",
                                          "1e3",
                                          "18446744073709551616",
                                          "true",
                                          "false",
                                          "null",
                                          " ",
                                          "\n",
                                          "123456789012345678"};
  const auto below = [&](std::size_t end) { return std::size_t(random() % end); };
  const std::function<std::string(int)> value = [&](int depth) -> std::string {
    const std::size_t kind = below(depth > 3 ? 4 : 8);
    if (kind < 4) return words[6 + below(words.size() - 6)];
    std::string all = kind < 6 ? "[" : "{";
    for (std::size_t i = below(4); i > 0; --i) {
      if (kind >= 6) all += words[6 + below(4)] + (below(4) == 0 ? " :" : ":");
      all += value(depth + 1) + (i > 1 ? "," : "");
    }
    return all + (kind < 6 ? "]" : "}");
  };
  std::string text = value(0);
  if (below(2) == 0) return text;
  const std::size_t at = below(text.size() + 1);
  if (below(2) == 0 && at < text.size()) text.erase(at, 1);
  if (below(2) == 0) text.insert(at, std::string(1, "\t \"\\1a,:]}\x01"[below(11)]));
  return text;
}

TEST(Json, IsReadAsTheLibraryReadsIt) {
  std::mt19937 random(20261118);
  int sound = 0;
  for (int i = 0; i < 50'000; ++i) {
    const std::string text = random_json(random);
    const auto parsed = parse_json(text);
    ASSERT_EQ(parsed.has_value(), Json::accept(text)) << text;
    if (!parsed) continue;
    ++sound;
    ASSERT_EQ(*parsed, Json::parse(text)) << text;
    ASSERT_EQ(dump_json(*parsed), dump_json(Json::parse(text))) << text;
  }
  EXPECT_GT(sound, 10'000);
}

TEST(JsonText, IsWrittenAsItComes) {
  JsonText out;
  out.begin_object().add("a", "x\ny").add("n", -1).add("u", std::size_t{7}).add("d", 2.0);
  out.add("t", true)
      .add("none", nullptr)
      .add("tree", Json{{"k", {1, 2}}})
      .add("s", std::string("é"));
  out.key("list")
      .begin_array()
      .value(1)
      .value("[")
      .value("{")
      .begin_array()
      .end_array()
      .end_array();
  out.key("empty").begin_object().end_object().end_object();
  EXPECT_EQ(out.view(),
            R"({"a":"x\ny","n":-1,"u":7,"d":2.0,"t":true,"none":null,"tree":{"k":[1,2]},"s":"é",)"
            R"("list":[1,"[","{",[]],"empty":{}})");
  out.clear();
  out.value(false);
  EXPECT_EQ(std::move(out).take(), "false");
}

TEST(JsonText, IsPartOfATree) {
  JsonText out;
  out.begin_object().add("score", 1.5).add("name", "n").end_object();
  const Json tree = {{"hits", {written_json(out.view()), 2}}, {"more", 0}};
  EXPECT_EQ(dump_json(tree), R"({"hits":[{"score":1.5,"name":"n"},2],"more":0})");
  EXPECT_EQ(dump_json(tree, 1),
            "{\n \"hits\": [\n  {\n   \"score\": 1.5,\n   \"name\": \"n\"\n  },\n  2\n ],\n "
            "\"more\": 0\n}");
}

TEST(JsonQuote, EscapesAndReplaces) {
  EXPECT_EQ(json_quote("a\"b\\\n"), R"("a\"b\\\n")");
  EXPECT_EQ(json_quote("\xFF"), "\"\uFFFD\"");
  EXPECT_EQ(json_quote("日本"), "\"日本\"");
}

}  // namespace
}  // namespace loci::json_test
