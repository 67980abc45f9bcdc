#include "http/routes.h"

#include <gmock/gmock.h>

#include <set>

#include "base/text.h"
#include "http/openapi.h"
#include "http/rest.h"

namespace loci::http::routes_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {

std::string operation_at(std::string_view method, std::string_view path) {
  const Routed routed = find_route(method, parse_target(path)->segments);
  return routed.match.operation == nullptr ? "" : std::string(routed.match.operation->name);
}

Result<Call> call_of(std::string method, std::string target, std::string body = "",
                     std::vector<Header> headers = {}) {
  const Request request{std::move(method), std::move(target), std::move(headers), std::move(body)};
  const auto parsed = parse_target(request.target);
  const Routed routed = find_route(request.method, parsed->segments);
  return make_call(routed.match, *parsed, request);
}

std::string arguments(const Result<Call>& call) {
  return call ? dump_json(call->arguments) : call.error().message;
}

}  // namespace

// rule: Z12
TEST(FindRoute, PrefersWordsThatAreWrittenOut) {
  EXPECT_EQ(operation_at("GET", "/api/memory"), "list");
  EXPECT_EQ(operation_at("GET", "/api/memory/search"), "search");
  EXPECT_EQ(operation_at("GET", "/api/memory/search.md"), "read");
  EXPECT_EQ(operation_at("GET", "/api/memory/x/log"), "log");
  EXPECT_EQ(operation_at("GET", "/api/memory/a%2Fb"), "read") << "and the name is refused";
  EXPECT_EQ(operation_at("GET", "/api/memory/a/b"), "");
  EXPECT_EQ(operation_at("GET", "/api"), "");
  EXPECT_EQ(operation_at("PUT", "/api/memory/search"), "") << "no note may take its address";
}

TEST(FindRoute, NamesTheMethodsThereAre) {
  const Routed routed = find_route("POST", {"api", "memory", "x.md"});
  EXPECT_EQ(routed.match.operation, nullptr);
  EXPECT_THAT(routed.allowed, ::testing::UnorderedElementsAre("GET", "PUT", "PATCH", "DELETE"));
}

TEST(MakeCall, ReadsPathQueryAndBody) {
  EXPECT_EQ(arguments(call_of("GET", "/api/memory/search?q=a+b&limit=3&explain")),
            R"({"query":"a b","limit":3,"explain":true})");
  EXPECT_EQ(
      arguments(call_of("PATCH", "/api/memory/x?scope=global", R"({"tag":["a"],"raw":null})")),
      R"({"file":"x","scope":"global","tag":["a"],"only-known":true})");
  EXPECT_EQ(arguments(call_of("GET", "/api/context?agent=a&agent=b")), R"({"agent":["a","b"]})");
  const auto call = call_of("POST", "/api/memory/undo", R"({"workspace":"app-1"})");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->workspace, "app-1");
}

TEST(MakeCall, RefusesByName) {
  EXPECT_EQ(arguments(call_of("GET", "/api/memory?limt=1")), "unknown argument 'limt'");
  EXPECT_EQ(arguments(call_of("GET", "/api/memory/search")).substr(0, 14), "'q' is missing");
  EXPECT_EQ(arguments(call_of("GET", "/api/memory/search?q=a&q=b")), "'q' is given twice");
  EXPECT_EQ(arguments(call_of("GET", "/api/memory/search?q=a&limit=-1")),
            "'limit' takes a whole number from 1 to 100, not '-1'");
  EXPECT_EQ(arguments(call_of("GET", "/api/memory?private=perhaps")),
            "'private' takes true or false, not 'perhaps'");
  EXPECT_EQ(arguments(call_of("PUT", "/api/memory/x", R"({"content":3})")),
            "'content' takes text, not 3");
  EXPECT_EQ(arguments(call_of("PUT", "/api/memory/x", R"({"file":"y"})")), "'file' is given twice");
  EXPECT_EQ(arguments(call_of("PUT", "/api/memory/x", R"({"only-known":true})")),
            "unknown argument 'only-known'");
  EXPECT_EQ(arguments(call_of("PUT", "/api/memory/x", "[]")), "the body must be a JSON object");
  EXPECT_EQ(arguments(call_of("POST", "/api/memory/undo?workspace=a", R"({"workspace":"b"})")),
            "'workspace' is given twice");
}

// rule: Z7
TEST(MakeCall, TakesTagsForHashes) {
  EXPECT_EQ(arguments(call_of("DELETE", "/api/memory/x", "", {{"if-match", "\"abcd1234\""}})),
            R"({"name":"x","if-hash":"abcd1234"})");
  EXPECT_EQ(arguments(call_of("PUT", "/api/memory/x", "", {{"If-None-Match", "*"}})),
            R"({"file":"x","only-new":true,"undescribed":true})");
  EXPECT_EQ(arguments(call_of("GET", "/api/memory", "", {{"If-Match", "\"a\""}})),
            "If-Match cannot be used here");
  EXPECT_EQ(single_tag(" \"a\" "), "a");
  EXPECT_EQ(single_tag("*"), "*");
  for (const char* bad : {"", "a", "\"a", "\"a\", \"b\"", "W/\"a\"", "\"\""}) {
    EXPECT_EQ(single_tag(bad), "") << bad;
  }
}

TEST(ReplyResponse, HasATagAndAStatus) {
  const api::Operation& read = *api::find_operation("read");
  const api::Operation& write = *api::find_operation("write");
  const Json note = {{"hash", "abc"}, {"status", "created"}, {"dry_run", false}};
  Request request;
  EXPECT_EQ(reply_response(write, request, note).status, 201);
  EXPECT_EQ(reply_response(read, request, note).status, 200);
  request.headers = {{"If-None-Match", "\"x\", W/\"abc\""}};
  const Response same = reply_response(read, request, note);
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(reply_response(write, request, note).status, 201);
}

// Every route can be told from every other, and its path's parameters are the
// operation's.
TEST(Routes, AreSound) {
  std::set<std::string> seen;
  for (const api::Operation& operation : api::operations()) {
    for (const api::Route& route : operation.routes) {
      EXPECT_NE(operation.run, nullptr) << operation.name;
      EXPECT_THAT(std::string(route.path), StartsWith("/api/"));
      EXPECT_TRUE(seen.insert(std::string(route.method) + " " + std::string(route.path)).second);
      EXPECT_TRUE(operation.effect == api::Effect::Reads || route.method != "GET")
          << operation.name;
      for (std::size_t at = route.path.find('{'); at != std::string_view::npos;
           at = route.path.find('{', at + 1)) {
        const std::string_view name = route.path.substr(at + 1, route.path.find('}', at) - at - 1);
        const std::string_view inner = param_name(route, name);
        EXPECT_TRUE(std::any_of(operation.params.begin(), operation.params.end(),
                                [&](const api::Param& param) { return param.name == inner; }))
            << operation.name << " " << name;
      }
    }
  }
}

TEST(OpenApi, HasEveryRoute) {
  const Json document = openapi_document();
  EXPECT_EQ(document["openapi"], "3.1.0");
  for (const api::Operation& operation : api::operations()) {
    for (const api::Route& route : operation.routes) {
      const Json& described = document["paths"][std::string(route.path)][ascii_lower(route.method)];
      EXPECT_EQ(described["summary"], std::string(operation.summary));
    }
  }
}

}  // namespace loci::http::routes_test
