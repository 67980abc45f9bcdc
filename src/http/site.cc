#include "http/site.h"

#include "http/openapi.h"

namespace loci::http {
namespace {

constexpr std::string_view kSession = "/api/session";

Site::Endpoint reads(std::function<Response()> answer) {
  return [answer = std::move(answer)](const std::shared_ptr<Exchange>& exchange, const Target&) {
    const std::string& method = exchange->request().method;
    if (method == "GET" || method == "HEAD") {
      exchange->answer(answer());
      return;
    }
    Response response = refusal(405, "only GET and HEAD work here");
    response.set("Allow", "GET, HEAD");
    exchange->answer(std::move(response));
  };
}

}  // namespace

Site::Site(GuardOptions guard, Rest& rest, const Page& page, SignIn& sign_in)
    : guard_(std::move(guard)), rest_(rest), page_(page), sign_in_(sign_in) {
  add("/api/openapi.json", reads([] { return json_response(200, openapi_document()); }));
  add(std::string(kSession), [this](const std::shared_ptr<Exchange>& exchange, const Target&) {
    answer_session(exchange);
  });
}

void Site::answer_session(const std::shared_ptr<Exchange>& exchange) {
  Response response = sign_in_.answer(exchange->request(), std::chrono::system_clock::now());
  if (response.status == 401) {
    if (auto slow = guard_.brake(std::chrono::steady_clock::now())) response = std::move(*slow);
  }
  exchange->answer(std::move(response));
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
  const std::string_view path = path_of(head.target);
  const bool signed_in = sign_in_.caller(head, std::chrono::system_clock::now()) != Caller::Nobody;
  return guard_.refuse(head, Page::has(path) || path == kSession, std::chrono::steady_clock::now(),
                       signed_in);
}

void Site::handle(std::shared_ptr<Exchange> exchange) {
  const Request& request = exchange->request();
  const auto target = parse_target(request.target);
  if (!target) {
    exchange->answer(error_response(target.error()));
    return;
  }
  const std::string_view path = path_of(request.target);
  if (Page::has(path)) {
    exchange->answer(page_.answer(request));
    return;
  }
  const auto endpoint = endpoints_.find(path);
  if (endpoint != endpoints_.end()) {
    endpoint->second(exchange, *target);
  } else {
    const bool person =
        request.count("Authorization") == 0 &&
        sign_in_.caller(request, std::chrono::system_clock::now()) == Caller::Person;
    rest_.handle(exchange, *target, person);
  }
}

}  // namespace loci::http
