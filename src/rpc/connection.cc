#include "rpc/connection.h"

#include <fmt/format.h>

namespace loci::rpc {
namespace {

const Json kNull = nullptr;

}  // namespace

void Dispatcher::ActiveCall::progress(double done, double total, std::string_view message) {
  if (caller_.progress_token.is_null()) return;
  Json params = {{"progressToken", caller_.progress_token}, {"progress", done}};
  if (total > 0) params["total"] = total;
  if (!message.empty()) params["message"] = message;
  send(make_notification("notifications/progress", std::move(params)));
}

void Dispatcher::ActiveCall::log(std::string_view level, std::string_view logger, Json data) {
  if (caller_.log_level.empty()) return;
  if (log_severity(level) < log_severity(caller_.log_level)) return;
  Json params = {{"level", level}};
  if (!logger.empty()) params["logger"] = logger;
  params["data"] = std::move(data);
  send(make_notification("notifications/message", std::move(params)));
}

const Json& Dispatcher::ActiveCall::param(const char* name) const {
  const auto found = message_.params.find(name);
  return found == message_.params.end() ? kNull : *found;
}

RpcResult<std::string> Dispatcher::ActiveCall::text_param(const char* name) const {
  const Json& value = param(name);
  if (value.is_string()) return value.get<std::string>();
  return refuse(kInvalidParams, fmt::format("params.{} must be a string", name));
}

RpcResult<std::optional<std::string>> Dispatcher::ActiveCall::cursor() const {
  const Json& value = param("cursor");
  if (value.is_null()) return std::optional<std::string>();
  if (value.is_string()) return std::optional(value.get<std::string>());
  return refuse(kInvalidParams, "params.cursor must be a string");
}

RpcResult<Json> Dispatcher::ActiveCall::arguments() const {
  const Json& value = param("arguments");
  if (value.is_null()) return Json::object();
  if (value.is_object()) return value;
  return refuse(kInvalidParams, "params.arguments must be an object");
}

RpcResult<void> Dispatcher::ActiveCall::take_input() {
  if (caller_.era == Era::Legacy) return {};
  const Json& responses = param("inputResponses");
  if (!responses.is_null() && !responses.is_object()) {
    return refuse(kInvalidParams, "params.inputResponses must be an object");
  }
  const Json& state = param("requestState");
  if (!state.is_null() && !state.is_string()) {
    return refuse(kInvalidParams, "params.requestState must be a string");
  }
  if (responses.is_object()) {
    for (const auto& [key, value] : responses.items()) {
      if (!value.is_object()) {
        return refuse(kInvalidParams,
                      fmt::format("params.inputResponses[{}] must be an object", json_quote(key)));
      }
    }
    input_ = responses;
  }
  if (state.is_string()) state_ = state.get<std::string>();
  return {};
}

}  // namespace loci::rpc
