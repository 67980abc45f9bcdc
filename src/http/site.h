// Everything `loci serve` answers: the guard in front, then the page, the API and
// whatever else has a path of its own.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/memory_reserve.h"
#include "http/guard.h"
#include "http/page.h"
#include "http/rest.h"
#include "http/server.h"
#include "http/sign_in.h"
#include "http/target.h"

namespace loci::http {

class Site final : public Handler {
 public:
  // Called on the server's thread, so it must not wait (server.h).
  using Endpoint = std::function<void(const std::shared_ptr<Exchange>&, const Target&)>;

  // All of these must outlive it.
  Site(GuardOptions guard, Rest& rest, const Page& page, SignIn& sign_in);

  // Lets `endpoint` answer a path, such as "/mcp"; every method of it. Before the
  // server starts.
  void add(std::string path, Endpoint endpoint);

  [[nodiscard]] std::optional<Response> refuse(const Request& head) override;
  void handle(std::shared_ptr<Exchange> exchange) override;
  void finish(Response& response) override { add_security_headers(response); }

 private:
  void answer_session(const std::shared_ptr<Exchange>& exchange);

  MemoryReserve reserve_;  // nothing is begun while it is given up
  Guard guard_;
  Rest& rest_;
  const Page& page_;
  SignIn& sign_in_;
  std::map<std::string, Endpoint, std::less<>> endpoints_;
};

}  // namespace loci::http
