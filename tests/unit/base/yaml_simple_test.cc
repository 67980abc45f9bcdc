// Plain `key: words` lines are read without the YAML parser, and no differently.

#include <gtest/gtest.h>

#include <random>

#include "base/yaml.h"

namespace loci::yaml_simple_test {
namespace {

void expect_same(const YamlNode& a, const YamlNode& b, const std::string& text) {
  EXPECT_EQ(a.kind, b.kind) << text;
  EXPECT_EQ(a.quoted, b.quoted) << text;
  EXPECT_EQ(a.scalar, b.scalar) << text;
  EXPECT_EQ(a.line, b.line) << text;
  EXPECT_EQ(a.begin, b.begin) << text;
  EXPECT_EQ(a.end, b.end) << text;
  ASSERT_EQ(a.items.size(), b.items.size()) << text;
  for (std::size_t i = 0; i < a.items.size(); ++i) expect_same(a.items[i], b.items[i], text);
}

// A comment behind the last line changes nothing but takes the text to the parser.
void expect_as_parsed(const std::string& text) {
  const YamlDocument quick = parse_yaml(text);
  const YamlDocument parsed = parse_yaml(text + (text.ends_with('\n') ? "" : "\n") + "# end\n");
  EXPECT_EQ(quick.broken, parsed.broken) << text;
  if (quick.broken) return;  // the parser's own doing, and it names the last line
  ASSERT_EQ(quick.faults.size(), parsed.faults.size()) << text;
  for (std::size_t i = 0; i < quick.faults.size(); ++i) {
    EXPECT_EQ(quick.faults[i].line, parsed.faults[i].line) << text;
    EXPECT_EQ(quick.faults[i].message, parsed.faults[i].message) << text;
  }
  expect_same(quick.root, parsed.root, text);
}

// rule: N6
TEST(SimpleYaml, IsReadAsTheParserReadsIt) {
  for (const char* text :
       {"name: Review Style\ndescription: Wants (most) findings, first.\ntype: user\n",
        "name: x",
        "name: x\n",
        "a: 1\nb: yes\nc: 2026-11-15\n",
        "a: x\na: y\n",
        "a: x \n",
        "a:  x\n",
        "a: x\n\nb: y\n",
        "a: b: c\n",
        "a: x - y\n",
        "a: -x\n",
        "a: - x\n",
        "a: x\n b: y\n",
        "a: x\n  y\nb: z\n",
        "a:\n",
        "a: \n",
        "a: x,\nb: y;\n",
        "a: (x)\n",
        "null: x\ntrue: y\n",
        "a: ...\n",
        "a: x...\n",
        "a: x---\n",
        "a: x\r\nb: y\r\n"}) {
    expect_as_parsed(text);
  }
}

TEST(SimpleYaml, IsReadAsTheParserReadsItWhateverItSays) {
  std::mt19937 random(7);
  const std::string letters = "ab1 ,.;/()_+-:#'\n\n";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (int line = 0; line < 2; ++line) {
      text += line == 0 ? "a: " : "b: ";
      for (int i = 0; i < 5; ++i) text += letters[random() % letters.size()];
      text += "\n";
    }
    expect_as_parsed(text);
    if (::testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace loci::yaml_simple_test
