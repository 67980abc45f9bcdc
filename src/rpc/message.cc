#include "rpc/message.h"

#include <fmt/format.h>

#include <utility>

namespace loci::rpc {
namespace {

bool is_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

tl::unexpected<BadMessage> bad(int code, std::string message, std::optional<Json> id = {}) {
  return tl::unexpected<BadMessage>(BadMessage{{code, std::move(message), nullptr}, std::move(id)});
}

tl::expected<Message, BadMessage> read_answer(Json& json, const std::optional<Json>& id) {
  const bool has_result = json.contains("result");
  if (has_result == json.contains("error")) {
    return bad(kInvalidRequest, "a message needs a method, or a result, or an error", id);
  }
  if (!id) return bad(kInvalidRequest, "an answer needs an id that is a string or an integer");
  Message message;
  message.kind = has_result ? Message::Kind::Result : Message::Kind::Error;
  message.id = *id;
  message.body = std::move(json[has_result ? "result" : "error"]);
  return message;
}

}  // namespace

tl::expected<Message, BadMessage> read_message(Json json) {
  if (json.is_array()) return bad(kInvalidRequest, "batches are not part of MCP");
  if (!json.is_object()) return bad(kInvalidRequest, "a message is a JSON object");
  std::optional<Json> id;
  const auto given = json.find("id");
  const bool has_id = given != json.end();
  if (has_id && is_id(*given)) id = *given;
  const auto version = json.find("jsonrpc");
  if (version == json.end() || *version != "2.0") {
    return bad(kInvalidRequest, "\"jsonrpc\" must be \"2.0\"", id);
  }
  const auto method = json.find("method");
  if (method == json.end()) return read_answer(json, id);
  if (!method->is_string()) return bad(kInvalidRequest, "the method must be a string", id);
  if (has_id && !id) return bad(kInvalidRequest, "an id must be a string or an integer");
  Message message;
  message.kind = has_id ? Message::Kind::Request : Message::Kind::Notification;
  if (id) message.id = std::move(*id);
  message.method = method->get<std::string>();
  const auto params = json.find("params");
  if (params != json.end()) {
    if (!params->is_object()) {
      const auto known = has_id ? std::optional<Json>(message.id) : std::nullopt;
      return bad(has_id ? kInvalidParams : kInvalidRequest, "params must be an object", known);
    }
    message.params = std::move(*params);
  }
  return message;
}

tl::expected<Message, BadMessage> parse_message(std::string_view text, std::size_t limit) {
  if (text.size() > limit) {
    return bad(kInvalidRequest, fmt::format("a message can have at most {} bytes", limit));
  }
  auto json = parse_json(text, {limit, kMessageDepth});
  if (!json) return bad(kParseError, std::move(json).error().message);
  return read_message(std::move(*json));
}

Json make_request(const Json& id, std::string_view method, Json params) {
  Json json = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
  if (!params.is_null()) json["params"] = std::move(params);
  return json;
}

Json make_notification(std::string_view method, Json params) {
  Json json = {{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.is_null()) json["params"] = std::move(params);
  return json;
}

Json make_result(const Json& id, Json result) {
  Json json = {{"jsonrpc", "2.0"}, {"id", id}};
  json["result"] = std::move(result);
  return json;
}

Json make_error(const std::optional<Json>& id, const RpcError& error) {
  Json json = {{"jsonrpc", "2.0"}};
  if (id) json["id"] = *id;
  Json fields = {{"code", error.code}, {"message", error.message}};
  if (!error.data.is_null()) fields["data"] = error.data;
  json["error"] = std::move(fields);
  return json;
}

std::string id_key(const Json& id) { return dump_json(id); }

}  // namespace loci::rpc
