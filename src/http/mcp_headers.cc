// What the headers of MCP over HTTP must say.

#include <fmt/format.h>

#include "base/text.h"
#include "http/mcp_endpoint.h"
#include "rpc/protocol.h"

namespace loci::http {
namespace {

constexpr std::string_view kPrefix = "=?base64?";
constexpr std::string_view kSuffix = "?=";
constexpr std::size_t kShown = 100;

int digit_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  while (text.ends_with('=') && text.size() % 4 != 2) text.remove_suffix(1);
  std::string bytes;
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    const int digit = digit_of(c);
    if (digit < 0) return std::nullopt;
    held = (held << 6U) | static_cast<unsigned>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>((held >> static_cast<unsigned>(bits)) & 0xFFU);
    held &= (1U << static_cast<unsigned>(bits)) - 1;
  }
  return bytes;
}

rpc::RpcError differs(std::string_view header, std::string_view said, std::string_view body) {
  const auto shown = [](std::string_view text) { return printable(cut_bytes(text, kShown), true); };
  return {rpc::kHeaderMismatch,
          fmt::format("Header mismatch: {} header value '{}' does not match body value '{}'",
                      header, shown(said), shown(body)),
          nullptr};
}

rpc::RpcError absent(std::string_view header) {
  return {rpc::kHeaderMismatch, fmt::format("Header mismatch: the {} header is missing", header),
          nullptr};
}

// The part of the body that Mcp-Name repeats, or nothing.
const std::string* named(const rpc::Message& message) {
  const char* key = message.method == "resources/read"                                  ? "uri"
                    : message.method == "tools/call" || message.method == "prompts/get" ? "name"
                                                                                        : nullptr;
  if (key == nullptr) return nullptr;
  const auto found = message.params.find(key);
  if (found == message.params.end() || !found->is_string()) return nullptr;
  return found->get_ptr<const std::string*>();
}

}  // namespace

std::optional<std::string> decoded_header(std::string_view value) {
  if (!value.starts_with(kPrefix) || !value.ends_with(kSuffix) ||
      value.size() < kPrefix.size() + kSuffix.size()) {
    return std::string(value);
  }
  value.remove_prefix(kPrefix.size());
  value.remove_suffix(kSuffix.size());
  return from_base64(value);
}

std::optional<rpc::RpcError> header_fault(const Request& request, const rpc::Message& message) {
  constexpr std::string_view kVersion = "MCP-Protocol-Version";
  constexpr std::string_view kMethod = "Mcp-Method";
  constexpr std::string_view kName = "Mcp-Name";
  const std::string_view version = trim(request.header(kVersion));
  if (version.empty()) return absent(kVersion);
  if (const auto meta = message.params.find("_meta");
      meta != message.params.end() && meta->is_object()) {
    const auto said = meta->find(std::string(rpc::kMetaVersion));
    if (said != meta->end() && said->is_string() && *said != version) {
      return differs(kVersion, version, said->get<std::string>());
    }
  }
  const std::string_view method = trim(request.header(kMethod));
  if (method.empty()) return absent(kMethod);
  if (method != message.method) return differs(kMethod, method, message.method);
  const std::string* name = named(message);
  if (name == nullptr) return std::nullopt;
  if (request.count(kName) == 0) return absent(kName);
  const std::string_view said = trim(request.header(kName));
  const auto plain = decoded_header(said);
  if (!plain || *plain != *name) return differs(kName, said, *name);
  return std::nullopt;
}

namespace {

// An argument as a header has it; nothing for what has no such form.
std::optional<std::string> header_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number_integer()) return dump_json(value);
  return std::nullopt;
}

bool same_value(const std::string& said, const Json& value) {
  if (!value.is_number_integer()) return said == header_text(value);
  // 42.0 is 42.
  const auto number = parse_json(said);
  return number && number->is_number() && number->get<double>() == value.get<double>();
}

}  // namespace

std::optional<rpc::RpcError> param_fault(const Request& request, const Json& schema,
                                         const Json& arguments) {
  const auto properties = schema.find("properties");
  if (properties == schema.end() || !properties->is_object()) return std::nullopt;
  for (const auto& [name, property] : properties->items()) {
    const auto value = arguments.find(name);
    const bool given = value != arguments.end() && !value->is_null();
    if (given && value->is_object()) {
      if (auto fault = param_fault(request, property, *value)) return fault;
    }
    const auto suffix = property.find("x-mcp-header");
    if (suffix == property.end() || !suffix->is_string() || !given) continue;
    const std::string header = "Mcp-Param-" + suffix->get<std::string>();
    if (request.count(header) == 0) return absent(header);
    const std::string_view said = trim(request.header(header));
    const auto plain = decoded_header(said);
    if (!plain || !same_value(*plain, *value)) {
      return differs(header, said, header_text(*value).value_or(""));
    }
  }
  return std::nullopt;
}

int status_of(const Json& answer, rpc::Era era) {
  if (!answer.contains("error")) return 200;
  const int code = answer["error"]["code"].get<int>();
  if (code == rpc::kParseError || code == rpc::kInvalidRequest) return 400;
  if (era == rpc::Era::Legacy) return 200;
  if (code == rpc::kMethodNotFound) return 404;
  return code == rpc::kInternalError ? 200 : 400;
}

}  // namespace loci::http
