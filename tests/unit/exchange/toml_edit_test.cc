#include "exchange/toml_edit.h"

#include <gtest/gtest.h>

namespace loci::exchange::toml_edit_test {
namespace {

const KeyPath kServer{"mcp_servers", "loci"};
const Json kFields = Json::parse(R"({"command": "/opt/l o/loci", "args": ["mcp"]})");

std::string message(const auto& result) { return result ? "" : result.error().message; }

void goes_and_comes(const std::string& text) {
  Traces traces;
  const auto with = set_table({text, "f"}, kServer, kFields, traces);
  ASSERT_TRUE(with) << text << message(with);
  EXPECT_NE(*with, text);
  Traces again = traces;
  EXPECT_EQ(set_table({*with, "f"}, kServer, kFields, again).value_or("?"), *with);
  EXPECT_EQ(again, traces);
  EXPECT_EQ(remove_table({*with, "f"}, kServer, traces).value_or("?"), text) << *with;
}

// rule: E1
TEST(TomlEdit, TakesBackWhatItAddedToTheByte) {
  goes_and_comes("");
  goes_and_comes("\n");
  goes_and_comes("# only words");
  goes_and_comes("model = \"o3\"");
  goes_and_comes("model = \"o3\"\n\n");
  goes_and_comes("model = 'o3'\r\n[mcp_servers.x]\r\ncommand = 'y' # z\r\n");
  goes_and_comes("\xEF\xBB\xBF[a]\nb = [\n  1, # ]\n  2,\n]\n");
  goes_and_comes("[mcp_servers]\nx = { command = \"y\" }\n");
  goes_and_comes("mcp_servers.x.command = 'y'\n[[list]]\na = 1\n[[list]]\na = 2");
  goes_and_comes("t = \"\"\"\n[mcp_servers.loci]\n\"\"\"\nl = '''\n[mcp_servers.loci]''''\n");
}

// rule: E1
TEST(TomlEdit, PutsTheTableLast) {
  Traces traces;
  EXPECT_EQ(set_table({"a = 1", "f"}, kServer, kFields, traces).value_or("?"),
            "a = 1\n\n[mcp_servers.loci]\ncommand = \"/opt/l o/loci\"\nargs = [\"mcp\"]\n");
  EXPECT_EQ(set_table({"a = 1\r\n", "f"}, {"x y", "z"}, {{"on", true}}, traces).value_or("?"),
            "a = 1\r\n\r\n[\"x y\".z]\r\non = true\r\n");
  EXPECT_EQ(set_table({"", "f"}, {"a"}, {{"n", 3}}, traces).value_or("?"), "[a]\nn = 3\n");
}

// rule: E1
TEST(TomlEdit, SeesTheTableInEveryForm) {
  for (const std::string text :
       {"[mcp_servers.loci]\ncommand = '/opt/l o/loci'\nargs = ['mcp']",
        "[ mcp_servers . \"loci\" ]\nargs = [ # one\n 'mcp', ]\ncommand = '/opt/l o/loci'\n",
        "[mcp_servers]\nloci = { command = '/opt/l o/loci', args = ['mcp'] }\n",
        "[mcp_servers]\nloci.command = '/opt/l o/loci'\nloci.args = ['mcp']\n",
        "mcp_servers.loci.command = '/opt/l o/loci'\nmcp_servers.loci.args = ['mcp']\n",
        "mcp_servers = { loci = { command = '/opt/l o/loci', args = ['mcp'] } }\n"}) {
    Traces traces;
    EXPECT_EQ(set_table({text, "f"}, kServer, kFields, traces).value_or("?"), text);
    EXPECT_EQ(traces, Traces());
  }
}

// rule: E1
TEST(TomlEdit, ReplacesTheLinesOfItsOwnTable) {
  Traces traces;
  EXPECT_EQ(
      set_table(
          {"[a]\n[mcp_servers.loci]\ncommand = 'x' # old\n# stays\nargs = [\n]\n\n[b]\n", "f"},
          kServer, kFields, traces)
          .value_or("?"),
      "[a]\n[mcp_servers.loci]\ncommand = \"/opt/l o/loci\"\nargs = [\"mcp\"]\n# stays\n\n[b]\n");
  EXPECT_EQ(
      set_table({"[mcp_servers.loci]\ncommand = 'x'", "f"}, kServer, kFields, traces).value_or("?"),
      "[mcp_servers.loci]\ncommand = \"/opt/l o/loci\"\nargs = [\"mcp\"]");
  EXPECT_EQ(message(set_table({"[mcp_servers]\nloci = 1\n", "f"}, kServer, kFields, traces)),
            "f:2: 'mcp_servers.loci' is there in a different form");
}

// rule: E1
TEST(TomlEdit, RemovesEveryFormButPartOfALine) {
  const auto removed = [](const std::string& text) {
    return remove_table({text, "f"}, kServer, {}).value_or("?");
  };
  EXPECT_EQ(removed("[mcp_servers]\na.b = 1\nloci.x = 1\nloci.y = [\n1]\nc.d = 1\n"),
            "[mcp_servers]\na.b = 1\nc.d = 1\n");
  EXPECT_EQ(removed("[mcp_servers]\nloci = { x = 1 }\nb = 1"), "[mcp_servers]\nb = 1");
  EXPECT_EQ(removed("[mcp_servers.loci]\nx = 1\n[mcp_servers.loci.env]\nA = 'b'\n# next\n[c]\n"),
            "# next\n[c]\n");
  EXPECT_EQ(
      message(remove_table({"\nmcp_servers = { loci = { x = 1 }, b = {} }", "f"}, kServer, {})),
      "f:2: 'mcp_servers.loci' is part of an inline table");
  EXPECT_EQ(message(remove_table({"a = 1", "f"}, kServer, {})),
            "f: there is no 'mcp_servers.loci'");
}

// rule: E1
TEST(TomlEdit, LeavesWhatOthersPutBehindIt) {
  Traces traces;
  const auto with = set_table({"a = 1", "f"}, kServer, kFields, traces);
  EXPECT_EQ(remove_table({*with + "[b]\n", "f"}, kServer, traces).value_or("?"), "a = 1\n[b]\n");
  EXPECT_EQ(remove_table({"a = 1\n# b\n" + with->substr(7), "f"}, kServer, traces).value_or("?"),
            "a = 1\n# b\n");
}

// rule: E2
TEST(TomlEdit, RefusesWhatItCannotReadAndSaysWhere) {
  const auto fault = [](const std::string& text) {
    Traces traces;
    const std::string said = message(set_table({text, "f"}, kServer, kFields, traces));
    EXPECT_EQ(traces, Traces());
    return said;
  };
  EXPECT_EQ(fault("a = 1\nb = = 2\n").substr(0, 4), "f:2:");
  EXPECT_EQ(fault("[mcp_servers]\nx = 1\n[mcp_servers]\n").substr(0, 4), "f:3:");
  EXPECT_EQ(fault("a = 1\nmcp_servers = { x = { command = 'y' } }\n"),
            "f:2: 'mcp_servers' is written on one line, so nothing can be added to it");
  EXPECT_EQ(fault("mcp_servers = 1\n"),
            "f:1: 'mcp_servers' is written on one line, so nothing can be added to it");
  EXPECT_EQ(fault("a = 1\n[\nb = 2\n").substr(0, 4), "f:2:");
  EXPECT_EQ(fault("a = 1\nb = '\x01'\n").substr(0, 4), "f:2:");
  EXPECT_EQ(fault("a = 'ґ' # ґ\n[ґ]\n"), "f:2: unexpected character");
  EXPECT_EQ(fault("a = 1\nb = 0\"ґ\"\n"), "f:2: unexpected character");
  EXPECT_EQ(fault("a = \"\"\"x\\\n  ґ\"\"\"\n"), "f:2: unexpected character");
  EXPECT_EQ(fault("a = 1979-05-27Tx").substr(0, 4), "f:1:");
  EXPECT_EQ(fault("a = '\xff'"), "f:1: the file is not UTF-8");
  EXPECT_EQ(fault("a = " + std::string(100'000, '[')).substr(0, 4), "f:1:");
  EXPECT_EQ(fault("a = " + std::string(100'000, '{')).substr(0, 4), "f:1:");
}

// rule: E1
TEST(TomlEdit, WritesWhatIsNestedAsDottedKeys) {
  const Json fields = Json::parse(R"({"command": "l", "tools": {"a": {"mode": "x"}, "b c": {}}})");
  Traces traces;
  const auto with = set_table({"k = 1\n", "f"}, kServer, {{"tools", fields["tools"]}}, traces);
  EXPECT_EQ(message(with), "f:2: 'mcp_servers.loci' cannot be added");  // an empty one is nothing
  const Json good = Json::parse(R"({"command": "l", "tools": {"a": {"mode": "x"}}})");
  const auto done = set_table({"k = 1\n", "f"}, kServer, good, traces);
  EXPECT_EQ(done.value_or("?"),
            "k = 1\n\n[mcp_servers.loci]\ncommand = \"l\"\ntools.a.mode = \"x\"\n");
  const Json more = Json::parse(R"({"command": "l", "tools": {"b": {"mode": "y"}}})");
  EXPECT_EQ(set_table({*done, "f"}, kServer, more, traces).value_or("?"),
            "k = 1\n\n[mcp_servers.loci]\ncommand = \"l\"\ntools.b.mode = \"y\"\n");
  EXPECT_EQ(remove_table({*done, "f"}, kServer, traces).value_or("?"), "k = 1\n");
}

// rule: E1
TEST(TomlEdit, WritesATableOfAList) {
  const Json one = Json::parse(R"([{"tool": ["a"], "priority": 1}])");
  const Json other = Json::parse(R"([{"tool": ["a", "b"], "priority": 1}])");
  Traces traces;
  const auto with = set_table({"", "f"}, {"rule"}, one, traces);
  EXPECT_EQ(with.value_or("?"), "[[rule]]\ntool = [\"a\"]\npriority = 1\n");
  EXPECT_EQ(set_table({*with, "f"}, {"rule"}, other, traces).value_or("?"),
            "[[rule]]\ntool = [\"a\", \"b\"]\npriority = 1\n");
  EXPECT_EQ(remove_table({*with, "f"}, {"rule"}, traces).value_or("?"), "");
  EXPECT_FALSE(set_table({*with + "[[rule]]\n", "f"}, {"rule"}, other, traces));
}

// rule: E1
TEST(TomlEdit, ChangesATruthValueInItsPlace) {
  const KeyPath path{"features", "memories"};
  for (const auto& [before, after] :
       {std::pair{"[features]\nmemories = true # mine\n", "[features]\nmemories = false # mine\n"},
        {"features.memories=true", "features.memories=false"}}) {
    EXPECT_EQ(set_truth({before, "f"}, path, false).value_or("?"), after);
    EXPECT_EQ(set_truth({after, "f"}, path, true).value_or("?"), before);
  }
  EXPECT_EQ(message(set_truth({"\nfeatures = { memories = true }", "f"}, path, false)),
            "f:2: 'features.memories' is there in a different form");
  EXPECT_FALSE(set_truth({"features.memories = 1", "f"}, path, false));
  EXPECT_FALSE(set_truth({"", "f"}, path, false));
}

}  // namespace
}  // namespace loci::exchange::toml_edit_test
