#include "rpc/protocol.h"

#include <algorithm>
#include <utility>

namespace loci::rpc {
namespace {

const Json* member(const Json& object, std::string_view key) {
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

}  // namespace

bool is_modern_version(std::string_view version) {
  return std::find(kModernVersions.begin(), kModernVersions.end(), version) !=
         kModernVersions.end();
}

bool is_legacy_version(std::string_view version) {
  return std::find(kLegacyVersions.begin(), kLegacyVersions.end(), version) !=
         kLegacyVersions.end();
}

Era era_of(const Message& message) {
  if (message.method == "server/discover" || message.method == "subscriptions/listen") {
    return Era::Modern;
  }
  const Json* meta = member(message.params, "_meta");
  if (meta == nullptr || !meta->is_object()) return Era::Legacy;
  for (const std::string_view key : {kMetaVersion, kMetaCapabilities}) {
    if (meta->contains(std::string(key))) return Era::Modern;
  }
  return Era::Legacy;
}

std::string name_in(const Json* implementation) {
  if (implementation == nullptr) return "";
  const Json* name = member(*implementation, "name");
  return name != nullptr && name->is_string() ? name->get<std::string>() : "";
}

RpcResult<Caller> modern_caller(const Json& params) {
  const Json* meta = member(params, "_meta");
  if (meta == nullptr || !meta->is_object()) {
    return refuse(kInvalidParams,
                  "params._meta is missing: it names the protocol version and the "
                  "client's capabilities");
  }
  const Json* version = member(*meta, kMetaVersion);
  if (version == nullptr || !version->is_string()) {
    return refuse(kInvalidParams,
                  "params._meta needs \"" + std::string(kMetaVersion) + "\", a string");
  }
  Caller caller;
  caller.era = Era::Modern;
  caller.version = version->get<std::string>();
  if (!is_modern_version(caller.version)) {
    return refuse(kUnsupportedVersion, "Unsupported protocol version",
                  {{"supported", kModernVersions}, {"requested", caller.version}});
  }
  const Json* capabilities = member(*meta, kMetaCapabilities);
  if (capabilities == nullptr || !capabilities->is_object()) {
    return refuse(kInvalidParams,
                  "params._meta needs \"" + std::string(kMetaCapabilities) + "\", an object");
  }
  caller.capabilities = *capabilities;
  caller.client = name_in(member(*meta, kMetaClient));
  if (const Json* level = member(*meta, kMetaLogLevel)) {
    if (!level->is_string() || log_severity(level->get<std::string>()) < 0) {
      return refuse(kInvalidParams, "\"" + std::string(kMetaLogLevel) + "\" is not a log level");
    }
    caller.log_level = level->get<std::string>();
  }
  caller.progress_token = progress_token(params);
  return caller;
}

Json progress_token(const Json& params) {
  const Json* meta = member(params, "_meta");
  if (meta == nullptr || !meta->is_object()) return nullptr;
  const Json* token = member(*meta, "progressToken");
  if (token == nullptr || !(token->is_string() || token->is_number_integer())) return nullptr;
  return *token;
}

Json shape_result(Era era, Json result, const Json& server, const Caching* caching) {
  if (era == Era::Legacy) return result;
  if (!result.contains("resultType")) result["resultType"] = "complete";
  if (caching != nullptr && result["resultType"] == "complete") {
    result["ttlMs"] = caching->milliseconds;
    result["cacheScope"] = caching->by_anyone ? "public" : "private";
  }
  result["_meta"][std::string(kMetaServer)] = server;
  return result;
}

int log_severity(std::string_view level) {
  constexpr std::array<std::string_view, 8> kLevels{"debug", "info",     "notice", "warning",
                                                    "error", "critical", "alert",  "emergency"};
  const auto found = std::find(kLevels.begin(), kLevels.end(), level);
  return found == kLevels.end() ? -1 : static_cast<int>(found - kLevels.begin());
}

std::string_view capability_for(std::string_view method) {
  if (method == "elicitation/create") return "elicitation";
  if (method == "sampling/createMessage") return "sampling";
  if (method == "roots/list") return "roots";
  return {};
}

}  // namespace loci::rpc
