#include "exchange/jsonc_edit.h"

#include <gtest/gtest.h>

#include "exchange/jsonc.h"

namespace loci::exchange::jsonc_edit_test {
namespace {

const KeyPath kServer{"mcpServers", "loci"};
const KeyPath kHooks{"hooks", "SessionStart"};
const Json kValue = Json::parse(R"({"command": "loci", "args": ["mcp"]})");
const Json kGroup = Json::parse(R"({"matcher": "startup", "hooks": [{"type": "command"}]})");

std::string message(const auto& result) { return result ? "" : result.error().message; }

std::string set(std::string_view text, const KeyPath& path, const Json& value, Traces& traces) {
  const auto after = set_member({text, "f"}, path, value, traces);
  EXPECT_TRUE(after) << text << ": " << message(after);
  return after.value_or("");
}

// What is set can be taken away, whatever the file looks like.
void goes_and_comes(const std::string& text) {
  Traces traces;
  const std::string with = set(text, kServer, kValue, traces);
  Traces again = traces;
  EXPECT_EQ(set(with, kServer, kValue, again), with) << text;
  EXPECT_EQ(again, traces);
  const auto found = find_member({with, "f"}, kServer);
  ASSERT_TRUE(found && *found) << with << message(found);
  EXPECT_EQ((*found)->value, kValue) << with;
  const auto hooked = append_element({with, "f"}, kHooks, kGroup, traces);
  ASSERT_TRUE(hooked) << message(hooked);
  const auto twice = append_element({*hooked, "f"}, kHooks, kValue, traces);
  ASSERT_TRUE(twice) << message(twice);
  ASSERT_EQ(list_elements({*twice, "f"}, kHooks)->back().value, kValue) << *twice;

  const std::size_t last = list_elements({*twice, "f"}, kHooks)->size() - 1;
  const auto first_gone = remove_element({*twice, "f"}, kHooks, last, traces);
  EXPECT_EQ(first_gone.value_or("?"), *hooked);
  EXPECT_EQ(remove_element({*hooked, "f"}, kHooks, last - 1, traces).value_or("?"), with);
  EXPECT_EQ(remove_member({with, "f"}, kServer, traces).value_or("?"), text) << with;

  // In another order too.
  const auto other = remove_member({*twice, "f"}, kServer, traces);
  ASSERT_TRUE(other) << message(other);
  const auto less = remove_element({*other, "f"}, kHooks, last - 1, traces);
  ASSERT_TRUE(less) << message(less);
  EXPECT_EQ(remove_element({*less, "f"}, kHooks, last - 1, traces).value_or("?"), text) << *less;
}

// rule: E1
TEST(JsoncEdit, TakesBackWhatItAddedToTheByte) {
  for (const char* text : {"", "\n", "{}", "{}\n", "{ }", "{\n}\n", "{\n\n}"}) goes_and_comes(text);
  goes_and_comes("{\n  \"a\": 1\n}\n");
  goes_and_comes("{\n\t\"a\": 1,\n}\n");
  goes_and_comes("{\r\n    \"a\": 1 // why\r\n}\r\n");
  goes_and_comes("{\"a\":1}");
  goes_and_comes("{\"a\":1,}");
  goes_and_comes("{\"mcpServers\": {}}");
  goes_and_comes("{\n  \"mcpServers\": {\n  }\n}");
  goes_and_comes("{\n  \"mcpServers\": { \"x\": {} }\n}");
  goes_and_comes("// top\n{\n  // nothing yet\n}\n// end\n");
  goes_and_comes(
      "{\n  \"mcpServers\": {\n    /* none */\n  },\n  \"hooks\": {\"SessionStart\": []}\n}");
  goes_and_comes("{ \"a\": 1 // one\n}");
  goes_and_comes("{\n  \"a\": 1, // one\n  // two\n}");
  goes_and_comes("{\n  \"a\": 1 /* one\n two */\n}");
  goes_and_comes("{\n  \"a\": 1 // one\n  ,\n}");
  goes_and_comes("\xEF\xBB\xBF{\n  \"a\": \"é\"\n}\n");
  goes_and_comes("\xEF\xBB\xBF");
  goes_and_comes(
      "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\"hooks\": []}\n    ]\n  }\n}\n");
  goes_and_comes("\n\n{\n\"a\":1\n}");
}

// rule: E1
TEST(JsoncEdit, WritesAsTheFileIsWritten) {
  Traces traces;
  EXPECT_EQ(set("{\n\t\"a\": 1 // one\n}\n", kServer, kValue, traces),
            "{\n\t\"a\": 1, // one\n\t\"mcpServers\": {\n\t\t\"loci\": {\n\t\t\t\"command\": "
            "\"loci\",\n\t\t\t\"args\": [\"mcp\"]\n\t\t}\n\t}\n}\n");
  EXPECT_EQ(
      set("{\r\n    \"mcpServers\": {\r\n        \"x\": {},\r\n    },\r\n}", kServer, 1, traces),
      "{\r\n    \"mcpServers\": {\r\n        \"x\": {},\r\n        \"loci\": 1,\r\n    },\r\n}");
  EXPECT_EQ(set("{\"a\":1}", kServer, kValue, traces),
            R"({"a":1, "mcpServers": {"loci": {"command": "loci", "args": ["mcp"]}}})");
  EXPECT_EQ(set("", {"version"}, 1, traces), "{\n  \"version\": 1\n}\n");
}

// rule: E1
TEST(JsoncEdit, ReplacesOnlyTheValue) {
  Traces traces;
  const std::string text =
      "{\n  \"mcpServers\": {\n    \"loci\": {\"command\": \"old\"}, // mine\n  }\n}";
  EXPECT_EQ(
      set(text, kServer, kValue, traces),
      "{\n  \"mcpServers\": {\n    \"loci\": {\n      \"command\": \"loci\",\n      \"args\": "
      "[\"mcp\"]\n    }, // mine\n  }\n}");
  EXPECT_EQ(traces, Traces());
  // The order of keys is no difference.
  EXPECT_EQ(set("{\"mcpServers\":{\"loci\":{\"args\":[\"mcp\"],\"command\":\"loci\"}}}", kServer,
                kValue, traces),
            "{\"mcpServers\":{\"loci\":{\"args\":[\"mcp\"],\"command\":\"loci\"}}}");
  EXPECT_EQ(replace_element({"[[1, 2]]", "f"}, {}, 0, 3).value_or("?"), "[3]");
}

// rule: E1
TEST(JsoncEdit, KeepsWhatOthersPutBesideIt) {
  Traces traces;
  const std::string with = set("{}", kServer, kValue, traces);
  const std::string more = set(with, {"mcpServers", "other"}, 1, traces);
  EXPECT_EQ(remove_member({more, "f"}, kServer, traces).value_or("?"),
            "{\n  \"mcpServers\": {\n    \"other\": 1\n  }\n}");
  EXPECT_EQ(remove_member({R"({"mcpServers": {/* keep */ "loci": 1}})", "f"}, kServer, traces)
                .value_or("?"),
            R"({"mcpServers": {/* keep */}})");
  // A comment above may not swallow the bracket behind the entry.
  EXPECT_EQ(remove_member({"{\"a\": 1, // one\n \"k\": 2 }", "f"}, {"k"}, {}).value_or("?"),
            "{\"a\": 1 // one\n  }");
  EXPECT_EQ(remove_member({"{\"k\": 2, \"a\": 1}", "f"}, {"k"}, {}).value_or("?"), "{ \"a\": 1}");
}

// rule: E2
TEST(JsoncEdit, RefusesWhatItCannotReadAndSaysWhere) {
  const auto fault = [](const std::string& text) {
    Traces traces;
    return message(set_member({text, "f"}, kServer, kValue, traces));
  };
  EXPECT_EQ(fault("{\n  \"a\": 1\n  \"b\": 2\n}"), "f:3: ',' or '}' is missing");
  EXPECT_EQ(fault("{\n\"a\"\n}"), "f:3: ':' is missing after 'a'");
  EXPECT_EQ(fault("{\n\"a\": tru\n}"), "f:2: 'tru' is not a value");
  EXPECT_EQ(fault("{\n\"a\": \"x\n\"}"), "f:2: a string is not closed on its line");
  EXPECT_EQ(fault("{\"a\": \"\\q\"}"), "f:1: a string has an invalid escape");
  EXPECT_EQ(fault("\n{\n"), "f:2: '{' is not closed");
  EXPECT_EQ(fault("{\"a\": [1"), "f:1: '[' is not closed");
  EXPECT_EQ(fault("{}\n/* "), "f:2: a comment is not closed");
  EXPECT_EQ(fault("{} {}"), "f:1: there is text after the value");
  EXPECT_EQ(fault("{,}"), "f:1: a key in quotes is missing");
  EXPECT_EQ(fault("{\"a\": ,}"), "f:1: a value is missing");
  EXPECT_EQ(fault("{\"a\":"), "f:1: the file ends where a value is missing");
  EXPECT_EQ(fault("// only words"), "f:1: the file ends where a value is missing");
  EXPECT_EQ(fault("[]"), "f:1: the file is not an object");
  EXPECT_EQ(fault("{\n\"mcpServers\": []}"), "f:2: 'mcpServers' is not an object");
  EXPECT_EQ(fault("{\"mcpServers\": {},\n\"mcpServers\": {}}"), "f:2: 'mcpServers' occurs twice");
  EXPECT_EQ(fault("{\"a\": \"\xff\"}"), "f:1: the file is not UTF-8");
  EXPECT_EQ(fault(std::string(100'000, '[')), "f:1: nested deeper than 64");
  EXPECT_EQ(fault(std::string(kSettingsBytes + 1, ' ') + "{}"),
            "f:1: 33554435 bytes are more than the limit of 33554432");
  Traces traces;
  EXPECT_EQ(
      message(append_element({"{\"hooks\": {\"SessionStart\": {}}}", "f"}, kHooks, 1, traces)),
      "f:1: 'SessionStart' is not an array");
  EXPECT_EQ(message(remove_member({"{}", "f"}, kServer, {})), "f: there is no 'mcpServers.loci'");
  EXPECT_EQ(message(remove_member({"", "f"}, kServer, {})), "f: there is no 'mcpServers.loci'");
  EXPECT_EQ(message(remove_element({"{}", "f"}, kHooks, 0, {})),
            "f: there is no 'hooks.SessionStart'");
  EXPECT_EQ(message(remove_element({"", "f"}, kHooks, 0, {})),
            "f: there is no 'hooks.SessionStart'");
  EXPECT_EQ(message(replace_element({"{\"hooks\": {\"SessionStart\": []}}", "f"}, kHooks, 0, 1)),
            "f: there is no 'hooks.SessionStart'");
  EXPECT_EQ(message(replace_element({"{}", "f"}, kHooks, 0, 1)),
            "f: there is no 'hooks.SessionStart'");
  EXPECT_EQ(traces, Traces());
}

TEST(JsoncEdit, FindsByKeyWhateverItsSpelling) {
  const auto found = find_member({"{\n\"mcp\\u0053ervers\": {\n\"loci\": 7}}", "f"}, kServer);
  ASSERT_TRUE(found && *found) << message(found);
  EXPECT_EQ((*found)->value, 7);
  EXPECT_EQ((*found)->line, 3U);
  EXPECT_FALSE(find_member({"", "f"}, kServer)->has_value());
  EXPECT_TRUE(list_elements({"", "f"}, kHooks)->empty());
  EXPECT_TRUE(*has_only({"{\"a\": 1, \"b\": 2}", "f"}, {}, {"a", "b", "c"}));
  EXPECT_FALSE(*has_only({"{\"a\": 1, \"d\": 2}", "f"}, {}, {"a", "b", "c"}));
}

TEST(JsoncEdit, RendersAsAFileOfItsOwn) {
  EXPECT_EQ(
      render_json(kGroup),
      "{\n  \"matcher\": \"startup\",\n  \"hooks\": [\n    {\n      \"type\": \"command\"\n    "
      "}\n  ]\n}\n");
}

}  // namespace
}  // namespace loci::exchange::jsonc_edit_test
