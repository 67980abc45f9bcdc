#include "http/rest.h"

#include <fmt/format.h>

#include <exception>

#include "api/everywhere.h"
#include "api/sync_view.h"
#include "base/text.h"
#include "memory/asker.h"

namespace loci::http {
namespace {

bool names_tag(std::string_view header, std::string_view tag) {
  if (trim(header) == "*") return true;
  while (!header.empty()) {
    const std::string_view item = header.substr(0, header.find(','));
    std::string_view each = trim(item);
    if (each.starts_with("W/")) each.remove_prefix(2);  // weak is enough to read
    if (each == tag) return true;
    header.remove_prefix(std::min(item.size() + 1, header.size()));
  }
  return false;
}

Response not_there(const Routed& routed, std::string_view method) {
  if (routed.allowed.empty()) {
    return refusal(404, "nothing at this address", "GET /api/openapi.json lists the routes");
  }
  std::string allowed;
  for (const std::string_view each : routed.allowed) {
    if (each == "GET") allowed += allowed.empty() ? "HEAD" : ", HEAD";
    allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", each);
  }
  Response response =
      refusal(405, fmt::format("{} is not allowed at this address", printable(method, true)),
              fmt::format("allowed: {}", allowed));
  response.set("Allow", allowed);
  return response;
}

}  // namespace

Response reply_response(const api::Operation& operation, const Request& request, const Json& data) {
  const auto text_at = [&](const char* key) {
    const auto found = data.is_object() ? data.find(key) : data.end();
    return found != data.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string hash = text_at("hash");
  const std::string tag = hash.empty() ? "" : fmt::format("\"{}\"", hash);
  const bool reads = operation.effect == api::Effect::Reads;
  if (reads && !tag.empty() && names_tag(request.header("If-None-Match"), tag)) {
    Response response;
    response.status = 304;
    response.set("ETag", tag);
    return response;
  }
  const bool dry_run = data.is_object() && data.value("dry_run", false);
  const std::string status = reads || dry_run ? "" : text_at("status");
  Response response = json_response(status == "created" ? 201 : status == "held" ? 202 : 200, data);
  if (!tag.empty() && !dry_run) response.set("ETag", tag);
  return response;
}

Response Rest::run(const Call& call, const Request& request, bool person) {
  try {
    memory::Tenant tenant;
    tenant.workspace = call.workspace;
    if (person) tenant.origin = "page";
    if (call.operation->asker == api::Asker::Agent) tenant.audience = memory::Audience::Agent;
    if (call.workspace == kAllProjects) {
      auto reply = api::run_everywhere(memories_, *call.operation, call.arguments, tenant);
      return reply ? reply_response(*call.operation, request, reply->data)
                   : error_response(reply.error());
    }
    auto memory = memories_.lend(tenant);
    if (!memory) return error_response(memory.error());
    std::optional<remote::WaitedChange> change;
    if (call.operation->effect != api::Effect::Reads) change.emplace(**memory);
    auto reply = call.operation->run(**memory, call.arguments);
    if (!reply) return error_response(reply.error());
    if (reply->large) reply->data = reply->large();
    if (change) api::add_write_through(change->wait(), reply->data, reply->notes);
    return reply_response(*call.operation, request, reply->data);
  } catch (const std::exception& fault) {
    return fault_response(fault);
  }
}

void Rest::handle(const std::shared_ptr<Exchange>& exchange, const Target& target, bool person) {
  const Request& request = exchange->request();
  std::string_view method = request.method;
  if (method == "HEAD") method = "GET";
  const Routed routed = find_route(method, target.segments);
  if (routed.match.operation == nullptr) {
    exchange->answer(not_there(routed, request.method));
    return;
  }
  auto call = make_call(routed.match, target, request);
  if (!call) {
    exchange->answer(error_response(call.error()));
    return;
  }
  if (call->operation->is_only_local && !local_) {
    exchange->answer(refusal(403, "this works only on a server that listens on a loopback address",
                             "run it on the command line of that machine"));
    return;
  }
  const Lane lane = call->operation->effect == api::Effect::Reads ? Lane::Reads : Lane::Writes;
  const bool taken = workers_.post(lane, [this, exchange, person, call = std::move(*call)] {
    exchange->answer(run(call, exchange->request(), person));
  });
  if (!taken) exchange->answer(busy_response("too many requests are waiting"));
}

}  // namespace loci::http
