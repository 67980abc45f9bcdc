// The same fault through every door: the command line, HTTP and MCP say the same
// of it, but for what each calls the argument.

#include <gtest/gtest.h>

#include "api/schema.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/parse.h"
#include "http/routes.h"
#include "rpc/tool.h"

namespace loci::cli::front_ends_test {
namespace {

// What is wrong, with the names of the argument by "NAME".
struct Said {
  std::string message;
  std::string hint;
};

Said said(const Error& error, const std::vector<std::string>& names) {
  Said said{error.message, error.hint};
  for (const std::string& name : names) {
    said.message = replace_all(said.message, "'" + name + "'", "'NAME'");
    said.hint = replace_all(said.hint, "'" + name + "'", "'NAME'");
  }
  return said;
}

Said by_command(const std::vector<std::string>& words, const std::vector<std::string>& names) {
  Globals globals;
  const auto parsed = parse(words, globals);
  return parsed ? Said{"taken", ""} : said(parsed.error(), names);
}

Said by_http(const std::string& method, const std::string& target, const std::string& body,
             const std::vector<std::string>& names) {
  const http::Request request{method, target, {}, body};
  const auto parsed = http::parse_target(request.target);
  const http::Routed routed = http::find_route(method, parsed->segments);
  const auto call = http::make_call(routed.match, *parsed, request);
  return call ? Said{"taken", ""} : said(call.error(), names);
}

Said by_tool(std::string_view name, const Json& arguments, const std::vector<std::string>& names) {
  for (const rpc::Tool& tool : rpc::memory_tools()) {
    if (tool.name != name) continue;
    const auto checked = api::check(tool.params, arguments);
    return checked ? Said{"taken", ""} : said(checked.error(), names);
  }
  return {"no such tool", ""};
}

struct Case {
  std::string what;
  Said command;
  Said http;
  Said tool;
};

std::vector<Case> cases() {
  const std::vector<std::string> limit{"--limit", "limit", "--limt", "limt"};
  const std::vector<std::string> title{"--title", "title"};
  const std::vector<std::string> budget{"--budget", "budget"};
  return {
      {"an unknown name", by_command({"search", "x", "--limt", "3"}, limit),
       by_http("GET", "/api/memory/search?q=x&limt=3", "", limit),
       by_tool("memory_search", {{"query", "x"}, {"limt", 3}}, limit)},
      {"a missing one", by_command({"search"}, {"WORDS"}),
       by_http("GET", "/api/memory/search", "", {"q"}),
       by_tool("memory_search", Json::object(), {"query"})},
      {"a missing one among others", by_command({"remember", "x"}, title),
       by_http("POST", "/api/memory/remember", R"({"content":"x"})", title),
       by_tool("remember", {{"content", "x"}}, title)},
      {"no number", by_command({"context", "--budget", "many"}, budget),
       by_http("GET", "/api/context?budget=many", "", budget),
       by_tool("memory_context", {{"budget", "many"}}, budget)},
      {"half a number", by_command({"context", "--budget", "1.5"}, budget),
       by_http("GET", "/api/context?budget=1.5", "", budget),
       by_tool("memory_context", {{"budget", "1.5"}}, budget)},
      {"a number out of range", by_command({"context", "--budget", "0"}, budget),
       by_http("GET", "/api/context?budget=0", "", budget),
       by_tool("memory_context", {{"budget", 0}}, budget)},
  };
}

// The help of a missing argument is each front end's own, and the command line calls them flags.
std::string without_help(const std::string& said) {
  const std::string message = replace_all(said, "unknown flag", "unknown argument");
  const std::size_t at = message.find(" is missing");
  return at == std::string::npos ? message : message.substr(0, at + 11);
}

// rule: C3, Z6, Y10
TEST(FrontEnds, SayTheSameOfTheSameFault) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.what);
    EXPECT_NE(each.command.message, "taken");
    EXPECT_EQ(without_help(each.command.message), without_help(each.http.message));
    EXPECT_EQ(without_help(each.command.message), without_help(each.tool.message));
    EXPECT_EQ(each.http.hint, each.tool.hint);
  }
}

TEST(FrontEnds, SayOfAWordThatIsNone) {
  EXPECT_EQ(by_command({"target", "write", "longterm"}, {"TARGET"}).message,
            "'NAME' takes long_term, scratchpad, daily or note, not 'longterm'");
  EXPECT_EQ(by_tool("memory_write", {{"target", "longterm"}, {"content", "x"}}, {"target"}).message,
            "'NAME' takes note, long_term, scratchpad or daily, not 'longterm'");
  EXPECT_EQ(by_http("GET", "/api/context?format=jsn", "", {"format"}).message,
            "'NAME' takes text, json or hook, not 'jsn'");
  EXPECT_EQ(by_command({"context", "--format", "jsn"}, {"--format"}).message,
            "'NAME' takes text, json or hook, not 'jsn'");
}

TEST(FrontEnds, DoThemselvesWhatHasNoRun) {
  for (const api::Operation& operation : api::operations()) {
    EXPECT_EQ(own_command(operation.name) != nullptr, operation.run == api::kByFrontEnd)
        << operation.name;
  }
}

}  // namespace
}  // namespace loci::cli::front_ends_test
