#include "http/site.h"

#include "http/openapi.h"
#include "http/page.h"

namespace loci::http {
namespace {

Site::Endpoint reads(std::function<Response()> answer) {
  return [answer = std::move(answer)](const std::shared_ptr<Exchange>& exchange, const Target&) {
    const std::string& method = exchange->request().method;
    if (method == "GET" || method == "HEAD") {
      exchange->answer(answer());
      return;
    }
    Response response = refusal(405, "this can only be read");
    response.set("Allow", "GET, HEAD");
    exchange->answer(std::move(response));
  };
}

}  // namespace

Site::Site(GuardOptions guard, Rest& rest) : guard_(std::move(guard)), rest_(rest) {
  for (const PageFile& file : page_files()) {
    add(std::string(file.path), reads([&file] { return page_response(file); }));
  }
  add("/api/openapi.json", reads([] { return json_response(200, openapi_document()); }));
}

void Site::add(std::string path, Endpoint endpoint) {
  endpoints_[std::move(path)] = std::move(endpoint);
}

std::optional<Response> Site::refuse(const Request& head) {
  if (MemoryReserve::is_short()) {  // for JSON too
    Response busy = text_response(503, "text/plain", "");
    busy.set("Retry-After", "1");
    return busy;
  }
  // Two readers could take it for two addresses, so what stands behind it is not believed.
  if (const auto target = parse_target(head.target); !target) {
    return error_response(target.error());
  }
  return guard_.refuse(head, is_page_path(path_of(head.target)), std::chrono::steady_clock::now());
}

void Site::handle(std::shared_ptr<Exchange> exchange) {
  const Request& request = exchange->request();
  const auto target = parse_target(request.target);
  if (!target) {
    exchange->answer(error_response(target.error()));
    return;
  }
  const auto endpoint = endpoints_.find(path_of(request.target));
  if (endpoint != endpoints_.end()) {
    endpoint->second(exchange, *target);
  } else {
    rest_.handle(exchange, *target);
  }
}

}  // namespace loci::http
