#include "base/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/limits.h"

namespace loci::yaml_test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string source(std::string_view text, const YamlNode& node) {
  return std::string(text.substr(node.begin, node.end - node.begin));
}

TEST(ParseYaml, ReadsAMapWithItsPlaces) {
  const std::string text = "name: Review Style\ntype:  user  # who\n";
  const YamlDocument document = parse_yaml(text);
  ASSERT_TRUE(document.faults.empty());
  const YamlNode* name = document.root.find("name");
  const YamlNode* type = document.root.find("type");
  ASSERT_NE(name, nullptr);
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(name->scalar, "Review Style");
  EXPECT_EQ(source(text, *name), "Review Style");
  EXPECT_EQ(source(text, *type), "user");
  EXPECT_EQ(name->line, 1U);
  EXPECT_EQ(type->line, 2U);
  EXPECT_FALSE(name->quoted);
  EXPECT_EQ(document.root.find("nothing"), nullptr);
  EXPECT_EQ(name->find("x"), nullptr);
}

TEST(ParseYaml, CountsBytesBehindWideCharacters) {
  const std::string text = "name: 日本語 😀\n# ü\ntype: \"ß\"\nmore: x\n";
  const YamlDocument document = parse_yaml(text);
  EXPECT_EQ(source(text, *document.root.find("name")), "日本語 😀");
  EXPECT_EQ(source(text, *document.root.find("type")), "\"ß\"");
  EXPECT_EQ(source(text, *document.root.find("more")), "x");
  EXPECT_EQ(document.root.find("more")->line, 4U);
}

// libyaml ends lines at U+0085, U+2028 and a lone CR too; an editor does not.
TEST(ParseYaml, CountsLinesAsEditorsDo) {
  const std::string text = "a: \"x\u2028 y\u0085 z\"\nb: \"p\rq\"\nc: 1\n";
  const YamlDocument document = parse_yaml(text);
  ASSERT_FALSE(document.broken);
  EXPECT_EQ(document.root.find("c")->line, 3U);
  EXPECT_EQ(source(text, *document.root.find("c")), "1");
}

TEST(ParseYaml, KeepsPlacesWithCarriageReturns) {
  const std::string text = "a: one\r\nb: |\r\n  two\r\n  three\r\n\r\nc: four\r\n";
  const YamlDocument document = parse_yaml(text);
  EXPECT_EQ(document.root.find("b")->scalar, "two\nthree\n");
  EXPECT_EQ(source(text, *document.root.find("b")), "|\r\n  two\r\n  three");
  EXPECT_EQ(source(text, *document.root.find("c")), "four");
  EXPECT_EQ(document.root.find("c")->line, 6U);
}

TEST(ParseYaml, EndsAMultiLineValueAtItsLastCharacter) {
  const std::string text = "a: one\n  two\n  # no\nb: >-\n  x\n  y\n\n\nc: 'p\n  q' # r\n";
  const YamlDocument document = parse_yaml(text);
  ASSERT_FALSE(document.broken);
  EXPECT_EQ(document.root.find("a")->scalar, "one two");
  EXPECT_EQ(source(text, *document.root.find("a")), "one\n  two");
  EXPECT_EQ(document.root.find("b")->scalar, "x y");
  EXPECT_EQ(source(text, *document.root.find("b")), ">-\n  x\n  y");
  EXPECT_EQ(source(text, *document.root.find("c")), "'p\n  q'");
}

TEST(ParseYaml, KnowsWhereCollectionsEnd) {
  const std::string text = "a: [1, [2, 3]] # x\nb:\n  - p\n  - q: r\nc: {d: e}\n\n";
  const YamlDocument document = parse_yaml(text);
  EXPECT_EQ(source(text, *document.root.find("a")), "[1, [2, 3]]");
  EXPECT_EQ(source(text, *document.root.find("b")), "- p\n  - q: r");
  EXPECT_EQ(source(text, *document.root.find("c")), "{d: e}");
}

TEST(ParseYaml, GivesAnAbsentValueAnEmptyPlace) {
  const std::string text = "a:\nb:   # c\n";
  const YamlDocument document = parse_yaml(text);
  EXPECT_EQ(document.root.find("a")->begin, 2U);
  EXPECT_EQ(document.root.find("a")->end, 2U);
  EXPECT_EQ(document.root.find("b")->begin, 5U);
  EXPECT_TRUE(is_yaml_null(*document.root.find("b")));
}

TEST(ParseYaml, ReadsNothingAsAnEmptyMap) {
  for (const std::string_view text :
       {std::string_view(), std::string_view(""), std::string_view("\n\n"),
        std::string_view("# only words\n")}) {
    const YamlDocument document = parse_yaml(text);
    EXPECT_FALSE(document.broken) << text;
    EXPECT_EQ(document.root.kind, YamlNode::Kind::Map);
    EXPECT_TRUE(document.root.items.empty());
    EXPECT_TRUE(document.faults.empty());
  }
}

// rule: N9
TEST(ParseYaml, ReportsADuplicateKeyAtEveryLevelWithItsLine) {
  const YamlDocument document = parse_yaml("a: 1\nm:\n  x: 1\n  y: 2\n  x: 3\na: 2\n");
  EXPECT_FALSE(document.broken);
  ASSERT_THAT(document.faults, SizeIs(2));
  EXPECT_EQ(document.faults[0].line, 5U);
  EXPECT_THAT(document.faults[0].message, HasSubstr("'x'"));
  EXPECT_TRUE(document.faults[0].duplicate_key);
  EXPECT_EQ(document.faults[1].line, 6U);
  EXPECT_EQ(document.root.find("a")->scalar, "1");
}

TEST(ParseYaml, FindsADuplicateAmongManyKeys) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "k" + std::to_string(i) + ": v\n";
  text += "k7: again\n";
  const YamlDocument document = parse_yaml(text);
  ASSERT_THAT(document.faults, SizeIs(1));
  EXPECT_EQ(document.faults[0].line, 41U);
}

// rule: N5
TEST(ParseYaml, RefusesAnchorsAliasesAndTagsButReadsOn) {
  const YamlDocument document =
      parse_yaml("a: &x one\nb: *x\nc: !!str two\nd: &l [1]\ne: !m {f: 1}\n");
  EXPECT_FALSE(document.broken);
  ASSERT_THAT(document.faults, SizeIs(5));
  EXPECT_THAT(document.faults[0].message, HasSubstr("anchors"));
  EXPECT_THAT(document.faults[1].message, HasSubstr("aliases"));
  EXPECT_THAT(document.faults[2].message, HasSubstr("tags"));
  EXPECT_EQ(document.faults[2].line, 3U);
  EXPECT_FALSE(document.faults[2].duplicate_key);
  EXPECT_EQ(document.root.find("a")->scalar, "one");
  EXPECT_EQ(document.root.find("e")->find("f")->scalar, "1");
}

TEST(ParseYaml, RefusesAKeyThatIsNoText) {
  const YamlDocument document = parse_yaml("? [a, b]\n: c\nd: e\n");
  EXPECT_FALSE(document.broken);
  ASSERT_THAT(document.faults, SizeIs(1));
  EXPECT_THAT(document.faults[0].message, HasSubstr("key"));
  EXPECT_EQ(document.root.find("d")->scalar, "e");
  EXPECT_EQ(yaml_to_json(document.root).dump(), R"({"d":"e"})");
}

TEST(ParseYaml, KeepsWhatStandsBeforeABreak) {
  const YamlDocument document =
      parse_yaml("name: A\ntags: [x]\ndescription: one: two\ntype: user\n");
  EXPECT_TRUE(document.broken);
  ASSERT_THAT(document.faults, SizeIs(1));
  EXPECT_EQ(document.faults[0].line, 3U);
  EXPECT_THAT(document.faults[0].message, HasSubstr("quotes"));
  EXPECT_EQ(document.root.find("name")->scalar, "A");
  EXPECT_EQ(document.root.find("description"), nullptr);
}

TEST(ParseYaml, KeepsAnOpenMapAsFarAsItCame) {
  const YamlDocument document = parse_yaml("m:\n  a: 1\n  a: 2\n  b: {c: d\n");
  EXPECT_TRUE(document.broken);
  const YamlNode* map = document.root.find("m");
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(map->find("a")->scalar, "1");
  EXPECT_TRUE(document.faults.front().duplicate_key);
}

TEST(ParseYaml, NamesTheLineWhereAQuoteOpens) {
  const YamlDocument document = parse_yaml("a: 1\nb: \"open\nc: 2\nd: 3\n");
  EXPECT_TRUE(document.broken);
  EXPECT_EQ(document.faults.front().line, 2U);
}

TEST(ParseYaml, RefusesWhatIsNoMap) {
  for (const std::string_view text : {"- a\n- b\n", "just words\n", "[a]\n", "~\n"}) {
    const YamlDocument document = parse_yaml(text);
    EXPECT_TRUE(document.broken) << text;
    EXPECT_EQ(document.faults.front().line, 1U);
    EXPECT_TRUE(document.root.items.empty());
  }
}

TEST(ParseYaml, RefusesASecondDocument) {
  const YamlDocument document = parse_yaml("a: 1\n...\n---\nb: 2\n");
  EXPECT_TRUE(document.broken);
  EXPECT_EQ(document.root.find("a")->scalar, "1");
  EXPECT_EQ(document.root.find("b"), nullptr);
}

TEST(ParseYaml, ReportsControlCharactersAndInvalidBytesWithTheirLine) {
  EXPECT_EQ(parse_yaml("a: 1\nb: \x01\n").faults.front().line, 2U);
  EXPECT_EQ(parse_yaml("a: 1\n\nb: \xFF\n").faults.front().line, 3U);
  EXPECT_TRUE(parse_yaml(std::string("a: 1\0\n", 6)).broken);
}

TEST(ParseYaml, IsNotFooledByAnotherEncoding) {
  EXPECT_TRUE(parse_yaml(std::string("\xFF\xFE"
                                     "a\0:\0 \0b\0",
                                     10))
                  .broken);
}

std::string nested(int depth) {
  std::string text = "a: ";
  for (int i = 1; i < depth; ++i) text += "[";
  for (int i = 1; i < depth; ++i) text += "]";
  return text + "\n";
}

// rule: N5
TEST(ParseYaml, TakesThirtyTwoLevelsAndNoMore) {
  EXPECT_FALSE(parse_yaml(nested(kFrontmatterDepth)).broken);
  const YamlDocument document = parse_yaml(nested(kFrontmatterDepth + 1));
  EXPECT_TRUE(document.broken);
  EXPECT_THAT(document.faults.front().message, HasSubstr("32"));
  EXPECT_TRUE(parse_yaml("a: " + std::string(kFrontmatterBytes - 10, '[')).broken);
}

// rule: N5
TEST(ParseYaml, TakesSixtyFourKibibytesAndNoMore) {
  const std::string start = "a: ";
  EXPECT_FALSE(parse_yaml(start + std::string(kFrontmatterBytes - start.size(), 'x')).broken);
  EXPECT_TRUE(parse_yaml(start + std::string(kFrontmatterBytes - start.size() + 1, 'x')).broken);
}

TEST(YamlToJson, FollowsTheCoreSchema) {
  const YamlDocument document = parse_yaml(
      "n1:\nn2: ~\nn3: null\nt: true\nf: FALSE\ni: -12\np: +3\nx: 0x1F\no: 0o17\n"
      "d: 1.5e3\nh: .5\nq: '12'\nw: yes\nday: 2026-11-15\nbig: 123456789012345678901234567890\n"
      "inf: .inf\nhuge: 1e999\nb: |\n  true\nl: [1, a, {k: v}]\nv: 1.2.3\ne: 1e\nm: -\"\ns: +-1\n");
  ASSERT_TRUE(document.faults.empty());
  const Json json = yaml_to_json(document.root);
  EXPECT_TRUE(json["n1"].is_null());
  EXPECT_TRUE(json["n2"].is_null());
  EXPECT_TRUE(json["n3"].is_null());
  EXPECT_EQ(json["t"], true);
  EXPECT_EQ(json["f"], false);
  EXPECT_EQ(json["i"], -12);
  EXPECT_EQ(json["p"], 3);
  EXPECT_EQ(json["x"], 31);
  EXPECT_EQ(json["o"], 15);
  EXPECT_EQ(json["d"], 1500.0);
  EXPECT_EQ(json["h"], 0.5);
  EXPECT_EQ(json["q"], "12");
  EXPECT_EQ(json["w"], "yes");
  EXPECT_EQ(json["day"], "2026-11-15");
  EXPECT_EQ(json["big"], "123456789012345678901234567890");
  EXPECT_EQ(json["inf"], ".inf");
  EXPECT_EQ(json["huge"], "1e999");
  EXPECT_EQ(json["b"], "true\n");
  EXPECT_EQ(json["l"].dump(), R"([1,"a",{"k":"v"}])");
  EXPECT_EQ(json["v"], "1.2.3");
  EXPECT_EQ(json["e"], "1e");
  EXPECT_EQ(json["s"], "+-1");
}

TEST(YamlToJson, TakesTheFirstOfARepeatedKeyAndKeepsTheOrder) {
  EXPECT_EQ(yaml_to_json(parse_yaml("b: 1\na: 2\nb: 3\n").root).dump(), R"({"b":1,"a":2})");
}

// rule: N12
TEST(YamlScalar, LeavesOrdinaryWordsPlain) {
  for (const std::string_view text :
       {"Review Style", "User wants concise, quick answers", "日本語", "a:b", "x#y", "it's",
        "say \"hi\"", "C++ (v2)", "3 ways", "http://x.y/z", "<!-- x -->", "[1] no"}) {
    const std::string written = yaml_scalar(text);
    if (text.front() != '[') {
      EXPECT_EQ(written, text);
    }
    EXPECT_EQ(parse_yaml("k: " + written + "\n").root.find("k")->scalar, text);
  }
}

// rule: N12
TEST(YamlScalar, QuotesWhateverAYamlReaderCouldTakeForSomethingElse) {
  for (const std::string_view text :
       {"",      " ",     " a",    "a ",       "yes",        "No",
        "on",    "OFF",   "y",     "null",     "~",          "true",
        "False", "1e3",   "12",    "-1",       "+1",         "0x1f",
        "0o7",   "1_000", "12:30", "1.5",      ".5",         ".inf",
        "-.INF", ".NaN",  "<<",    "=",        "2026-11-15", "2026-11-15T10:00:00Z",
        "a: b",  "a:",    "# x",   "a # b",    "-",          "- a",
        "-a",    "? a",   "[a]",   "{a}",      "&a",         "*a",
        "!a",    "|",     ">",     "%a",       "@a",         "`a`",
        "'a'",   "\"a\"", ",a",    "]",        "a\nb",       "a\tb",
        "a\rb",  "\x01",  "\x7F",  "a\u0085b", "a\u2028b",   "\uFEFFa",
        "---",   "...",   ": a",   "\uFFFE"}) {
    const std::string written = yaml_scalar(text);
    EXPECT_TRUE(written.starts_with('"')) << written;
    EXPECT_EQ(written.find('\n'), std::string::npos);
    const std::string line = "k: " + written + " # c\n";
    const YamlDocument document = parse_yaml(line);
    ASSERT_FALSE(document.broken) << written;
    EXPECT_EQ(document.root.find("k")->scalar, text) << written;
    EXPECT_TRUE(document.root.find("k")->quoted);
  }
}

TEST(YamlScalar, QuotesCommasAndBracketsOnlyBetweenBrackets) {
  EXPECT_EQ(yaml_scalar("a, b"), "a, b");
  EXPECT_EQ(yaml_scalar("a, b", true), "\"a, b\"");
  EXPECT_EQ(yaml_scalar("x]", true), "\"x]\"");
  EXPECT_EQ(yaml_scalar("plain words", true), "plain words");
}

TEST(YamlScalar, ReplacesInvalidBytes) {
  EXPECT_EQ(parse_yaml("k: " + yaml_scalar("a\xFFz") + "\n").root.find("k")->scalar, "a\uFFFDz");
}

}  // namespace
}  // namespace loci::yaml_test
