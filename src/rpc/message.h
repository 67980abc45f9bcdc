// JSON-RPC 2.0 messages as MCP has them: one JSON object each, no batches, ids
// that are strings or integers and never null. Pure.
//
// Text from outside is measured before it is parsed (base/json.h), so neither
// depth nor width nor length of a message can hurt.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "base/json.h"

namespace loci::rpc {

// The longest message that is read, and how deep it may nest.
inline constexpr std::size_t kMessageBytes = std::size_t{4} << 20;
inline constexpr int kMessageDepth = 64;

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;

struct RpcError {
  int code = kInternalError;
  std::string message;
  Json data = nullptr;  // null: none
};

template <typename T>
using RpcResult = tl::expected<T, RpcError>;

[[nodiscard]] inline tl::unexpected<RpcError> refuse(int code, std::string message,
                                                     Json data = nullptr) {
  return tl::unexpected<RpcError>({code, std::move(message), std::move(data)});
}

struct Message {
  enum class Kind : std::uint8_t { Request, Notification, Result, Error };
  Kind kind = Kind::Notification;
  Json id = nullptr;             // of all but notifications
  std::string method;            // of requests and notifications
  Json params = Json::object();  // of requests and notifications; an object
  Json body = nullptr;           // the result, or the error, of an answer
};

// What is wrong with a text that is no message, and the id to answer it with
// where one could be read.
struct BadMessage {
  RpcError error;
  std::optional<Json> id;
};

[[nodiscard]] tl::expected<Message, BadMessage> parse_message(std::string_view text,
                                                              std::size_t limit = kMessageBytes);
// The same for text that was parsed already.
[[nodiscard]] tl::expected<Message, BadMessage> read_message(Json json);

[[nodiscard]] Json make_request(const Json& id, std::string_view method, Json params);
[[nodiscard]] Json make_notification(std::string_view method, Json params = nullptr);
[[nodiscard]] Json make_result(const Json& id, Json result);
[[nodiscard]] Json make_error(const std::optional<Json>& id, const RpcError& error);

// An id as text that no other id has: a key for maps.
[[nodiscard]] std::string id_key(const Json& id);

}  // namespace loci::rpc
