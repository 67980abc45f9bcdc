// The two eras of MCP, and what each wants around a result. Pure.
//
// Legacy revisions begin with `initialize` and keep what was agreed on; modern
// ones carry version and capabilities in every request's `_meta`. A server
// speaks both at once: each request is answered in the era it speaks.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "rpc/message.h"

namespace loci::rpc {

enum class Era : std::uint8_t { Legacy, Modern };

inline constexpr std::array<std::string_view, 1> kModernVersions{"2026-07-28"};
inline constexpr std::array<std::string_view, 2> kLegacyVersions{"2025-11-25", "2025-06-18"};

inline constexpr int kResourceNotFoundLegacy = -32002;
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kMissingCapability = -32021;
inline constexpr int kUnsupportedVersion = -32022;

inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaClient = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMetaServer = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";

[[nodiscard]] bool is_modern_version(std::string_view version);
[[nodiscard]] bool is_legacy_version(std::string_view version);

// The era a request speaks: modern when its `_meta` has anything of what modern
// requests carry, or it asks for what only they know.
[[nodiscard]] Era era_of(const Message& message);

// What a request says of whoever sent it.
struct Caller {
  Era era = Era::Legacy;
  std::string version;
  Json capabilities = Json::object();
  std::string client;             // its name, as it says, or ""
  std::string log_level;          // "" = no messages
  Json progress_token = nullptr;  // null = no progress
};

// Of a modern request: invalid params when something is missing, and a version
// that is not ours is answered with those that are.
[[nodiscard]] RpcResult<Caller> modern_caller(const Json& params);
// The name in an Implementation, or "".
[[nodiscard]] std::string name_in(const Json* implementation);
[[nodiscard]] Json progress_token(const Json& params);

// How long, and by whom, a result may be kept.
struct Caching {
  std::int64_t milliseconds = 0;
  bool by_anyone = false;  // else by this user only
};

// A finished result as the era wants it: modern ones say what they are, who
// answers, and how long they may be kept (cachable methods only).
[[nodiscard]] Json shape_result(Era era, Json result, const Json& server, const Caching* caching);

// "debug" … "emergency"; -1 for anything else.
[[nodiscard]] int log_severity(std::string_view level);

// Of an input request ("elicitation/create"), what the client must offer for it.
[[nodiscard]] std::string_view capability_for(std::string_view method);

}  // namespace loci::rpc
