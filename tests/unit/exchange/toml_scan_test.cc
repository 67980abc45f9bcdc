#include "exchange/toml_scan.h"

#include <gtest/gtest.h>

namespace loci::exchange::toml_scan_test {
namespace {

TEST(ScanToml, GivesStatementsWithTheirPaths) {
  const std::string_view text =
      "a.'b c' = 1 # x\n\n# y\n[t]\nk = '''\n[n]\n'''\n[[t.\"l\\u0041\"]]\nz=2";
  const auto found = scan_toml(text);
  ASSERT_EQ(found.size(), 5U);
  EXPECT_EQ(found[0].path, (KeyPath{"a", "b c"}));
  EXPECT_EQ(found[1].path, (KeyPath{"t"}));
  EXPECT_EQ(found[2].path, (KeyPath{"t", "k"}));
  EXPECT_EQ(text.substr(found[2].begin, found[2].end - found[2].begin), "k = '''\n[n]\n'''\n");
  EXPECT_EQ(found[3].path, (KeyPath{"t", "lA"}));
  EXPECT_EQ(found[4].path, (KeyPath{"t", "lA", "z"}));
  EXPECT_EQ(found[4].end, text.size());
}

// The text of each statement, as it stands.
std::vector<std::string> statements(std::string_view text) {
  std::vector<std::string> all;
  for (const TomlStatement& one : scan_toml(text)) {
    all.emplace_back(text.substr(one.begin, one.end - one.begin));
  }
  return all;
}

TEST(ScanToml, GivesAValueOverSeveralLinesWhole) {
  const std::string list = "a = [\n 1, # ]\n \"]\",\n]\n";
  const std::string table = "b = {c = \"}\"} # x\n";
  const std::string text = "c = \"\"\"x\\\"\"\"\n[no]\n\"\"\"\"\"\n";
  EXPECT_EQ(statements(list + table + text + "d = 1"),
            (std::vector<std::string>{list, table, text, "d = 1"}));
}

TEST(ScanToml, TellsTablesFromArraysOfTables) {
  const auto found = scan_toml("\xEF\xBB\xBF[a.b]\n[[ c . 'd' ]] # x\r\nk = 1\r\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].kind, TomlStatement::Kind::Table);
  EXPECT_EQ(found[0].path, (KeyPath{"a", "b"}));
  EXPECT_EQ(found[1].kind, TomlStatement::Kind::ArrayTable);
  EXPECT_EQ(found[1].path, (KeyPath{"c", "d"}));
  EXPECT_EQ(found[2].kind, TomlStatement::Kind::Assignment);
  EXPECT_EQ(found[2].path, (KeyPath{"c", "d", "k"}));
}

TEST(ScanToml, NeverReadsPastTheEndOfWhatIsNoToml) {
  for (const std::string_view text :
       {"a = \"", "a = '''", "[", "a = [1, {", "\"\\", "= = =", "a.\n"}) {
    for (const TomlStatement& one : scan_toml(text)) EXPECT_LE(one.end, text.size()) << text;
  }
}

TEST(StrayCharacter, IsAboveAsciiOutsideStringsAndComments) {
  EXPECT_EQ(stray_character("a = \"é\" # é\nb = 'é'\n"), std::nullopt);
  EXPECT_EQ(stray_character("a = 1\né = 2\n"), 6U);
  EXPECT_EQ(stray_character("a = \"x\" é"), 8U);
}

TEST(StrayCharacter, IsAQuoteWithinAWord) {
  EXPECT_EQ(stray_character("a\"b\" = 1"), 1U);
  EXPECT_EQ(stray_character("a.\"b\" = [\"c\",'d']"), std::nullopt);
  EXPECT_EQ(stray_character("\"b\" = 1"), std::nullopt);
}

TEST(StrayCharacter, IsTheFirstBehindALineThatGoesOn) {
  EXPECT_EQ(stray_character("a = \"\"\"x\\\n  é\"\"\""), 12U);
  EXPECT_EQ(stray_character("a = \"\"\"x\\\n  yé\"\"\""), std::nullopt);
  EXPECT_EQ(stray_character("a = \"\"\"x\\\\\né\"\"\""), std::nullopt) << "an escaped backslash";
}

}  // namespace
}  // namespace loci::exchange::toml_scan_test
