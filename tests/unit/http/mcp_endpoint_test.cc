#include "http/mcp_endpoint.h"

#include <gtest/gtest.h>

#include "rpc/protocol.h"

namespace loci::http::mcp_endpoint_test {
namespace {

rpc::Message message(std::string method, Json params) {
  rpc::Message result;
  result.kind = rpc::Message::Kind::Request;
  result.id = 1;
  result.method = std::move(method);
  result.params = std::move(params);
  return result;
}

Request request(std::vector<Header> headers) { return {"POST", "/mcp", std::move(headers), ""}; }

const Json kMeta = {{"_meta", {{std::string(rpc::kMetaVersion), "2026-07-28"}}}};

// rule: Y17
TEST(McpHeaders, MustSayWhatTheBodySays) {
  const Header version{"mcp-protocol-version", "2026-07-28"};
  const rpc::Message list = message("tools/list", kMeta);
  EXPECT_FALSE(header_fault(request({version, {"Mcp-Method", "tools/list"}}), list));
  EXPECT_TRUE(header_fault(request({{"Mcp-Method", "tools/list"}}), list));
  EXPECT_TRUE(header_fault(request({version}), list));
  EXPECT_TRUE(header_fault(request({version, {"Mcp-Method", "TOOLS/LIST"}}), list));
  const auto fault =
      header_fault(request({{"MCP-Protocol-Version", "1"}, {"Mcp-Method", "tools/list"}}), list);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->code, rpc::kHeaderMismatch);

  Json params = kMeta;
  params["name"] = "日本";
  const rpc::Message call = message("tools/call", params);
  const Header method{"Mcp-Method", "tools/call"};
  EXPECT_TRUE(header_fault(request({version, method}), call));
  EXPECT_TRUE(header_fault(request({version, method, {"Mcp-Name", "x"}}), call));
  EXPECT_FALSE(header_fault(request({version, method, {"Mcp-Name", "=?base64?5pel5pys?="}}), call));
  EXPECT_TRUE(header_fault(request({version, method, {"Mcp-Name", "=?base64?5pel5pys?"}}), call));
  EXPECT_TRUE(header_fault(request({version, method, {"Mcp-Name", "=?base64?!!!!?="}}), call));
}

TEST(McpHeaders, DecodeBase64) {
  EXPECT_EQ(decoded_header("plain"), "plain");
  EXPECT_EQ(decoded_header("=?base64?SGVsbG8=?="), "Hello");
  EXPECT_EQ(decoded_header("=?base64?SGk=?="), "Hi");
  EXPECT_EQ(decoded_header("=?base64?"
                           "?="),
            "");
  EXPECT_EQ(decoded_header("=?base64?SGVsbG8?="), std::nullopt);
  EXPECT_EQ(decoded_header("=?base64?SGVs*G8=?="), std::nullopt);
  EXPECT_EQ(decoded_header("=?BASE64?SGk=?="), "=?BASE64?SGk=?=");
}

TEST(McpHeaders, RepeatArgumentsThatTheSchemaMarks) {
  const Json schema = Json::parse(R"({"properties":{
    "region":{"type":"string","x-mcp-header":"Region"},
    "count":{"type":"integer","x-mcp-header":"Count"},"free":{"type":"string"}}})");
  const auto fault = [&](std::vector<Header> headers, const char* arguments) {
    return param_fault(request(std::move(headers)), schema, Json::parse(arguments)).has_value();
  };
  EXPECT_FALSE(fault({}, R"({"free":"x","region":null})"));
  EXPECT_TRUE(fault({}, R"({"region":"eu"})"));
  EXPECT_FALSE(fault({{"mcp-param-region", "eu"}}, R"({"region":"eu"})"));
  EXPECT_TRUE(fault({{"Mcp-Param-Region", "us"}}, R"({"region":"eu"})"));
  EXPECT_FALSE(fault({{"Mcp-Param-Count", "42.0"}}, R"({"count":42})"));
  EXPECT_TRUE(fault({{"Mcp-Param-Count", "43"}}, R"({"count":42})"));
}

TEST(McpStatus, IsItsOwnForModernErrors) {
  const auto status = [](int code, rpc::Era era) {
    return status_of(rpc::make_error(Json(1), {code, "x", nullptr}), era);
  };
  EXPECT_EQ(status_of(rpc::make_result(1, Json::object()), rpc::Era::Modern), 200);
  EXPECT_EQ(status(rpc::kMethodNotFound, rpc::Era::Modern), 404);
  EXPECT_EQ(status(rpc::kMethodNotFound, rpc::Era::Legacy), 200);
  EXPECT_EQ(status(rpc::kInvalidParams, rpc::Era::Modern), 400);
  EXPECT_EQ(status(rpc::kUnsupportedVersion, rpc::Era::Modern), 400);
  EXPECT_EQ(status(rpc::kInternalError, rpc::Era::Modern), 200);
  EXPECT_EQ(status(rpc::kParseError, rpc::Era::Legacy), 400);
}

}  // namespace
}  // namespace loci::http::mcp_endpoint_test
