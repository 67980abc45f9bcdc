// A request of any kind: the guard lets in what it should and nothing else, its
// address is taken apart without loss, and a call has only arguments that the
// table knows, of the kind it says.
//
// The input is "METHOD target\nName: value\n…\n\nbody".

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "http/guard.h"
#include "http/routes.h"
#include "http/target.h"
#include "property.h"

using namespace loci;
using namespace loci::http;

namespace {

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

Request request_of(std::string_view text) {
  Request request;
  const std::string_view first = take_line(text);
  const std::size_t space = std::min(first.find(' '), first.size());
  request.method = first.substr(0, space);
  request.target = first.substr(std::min(space + 1, first.size()));
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    const std::size_t colon = std::min(line.find(':'), line.size());
    request.headers.push_back({std::string(line.substr(0, colon)),
                               std::string(trim(line.substr(std::min(colon + 1, line.size()))))});
  }
  request.body = text;
  return request;
}

void check_guard(const Request& request) {
  static const std::string kToken(64, 'a');
  Guard guard({"127.0.0.1", kToken});
  const auto refused = guard.refuse(request, false, {});
  if (refused) {
    LOCI_HOLDS(refused->status >= 400 && refused->status < 500);
    LOCI_HOLDS(refused->body.find(kToken) == std::string::npos);
    return;
  }
  LOCI_HOLDS(request.count("Host") == 1);
  LOCI_HOLDS(request.header("Authorization").ends_with(kToken));
  const auto host = parse_authority(request.header("Host"));
  LOCI_HOLDS(host && is_loopback(host->host));
  if (request.count("Origin") > 0) {
    const std::string origin = ascii_lower(request.header("Origin"));
    LOCI_HOLDS(origin.find("://127.") != std::string::npos ||
               origin.find("://localhost") != std::string::npos ||
               origin.find("://[::1]") != std::string::npos);
  }
}

void check_kind(const api::Param& param, const Json& value) {
  switch (param.type) {
    case api::ParamType::Flag:
      LOCI_HOLDS(value.is_boolean());
      return;
    case api::ParamType::Integer:
      LOCI_HOLDS(value.is_number_unsigned());
      return;
    case api::ParamType::IntegerList:
      LOCI_HOLDS(value.is_array());
      return;
    case api::ParamType::TextList:
      LOCI_HOLDS(value.is_array());
      for (const Json& each : value) LOCI_HOLDS(each.is_string());
      return;
    case api::ParamType::Text:
    case api::ParamType::Content:
    case api::ParamType::Words:
      LOCI_HOLDS(value.is_string());
  }
}

void check_call(const Call& call) {
  for (const auto& [name, value] : call.arguments.items()) {
    const std::string& key = name;
    const auto param = std::find_if(call.operation->params.begin(), call.operation->params.end(),
                                    [&](const api::Param& each) { return each.name == key; });
    const bool of_route = key == "only-new" || key == "only-known" || key == "undescribed";
    LOCI_HOLDS(param != call.operation->params.end() || of_route);
    if (param != call.operation->params.end()) check_kind(*param, value);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Request request = request_of(text);
  check_guard(request);
  Response echoed = text_response(200, "text/plain", "body");
  for (const Header& header : request.headers) echoed.set(header.name, header.value);
  add_security_headers(echoed);
  const std::string wire = wire_text(echoed, {});
  LOCI_HOLDS(std::count(wire.begin(), wire.end(), '\n') ==
             (wire.starts_with("HTTP/1.1 200 ")
                  ? static_cast<std::ptrdiff_t>(echoed.headers.size()) + 4
                  : 6));
  (void)single_tag(text);
  const auto target = parse_target(request.target);
  if (!target) return 0;
  for (const std::string& segment : target->segments) {
    LOCI_HOLDS(is_valid_utf8(segment) && segment.find('\0') == std::string::npos);
  }
  const Routed routed = find_route(request.method, target->segments);
  LOCI_HOLDS(routed.match.operation == nullptr || !routed.allowed.empty());
  if (routed.match.operation == nullptr) return 0;
  if (const auto call = make_call(routed.match, *target, request)) check_call(*call);
  return 0;
}
