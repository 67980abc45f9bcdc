// loci-conformance [PORT]: a server with the fixtures that the public conformance
// suite expects, on the dispatcher, the HTTP server and the guard of loci. Prints
// its address and serves until its input ends.

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "conformance/fixtures.h"
#include "http/guard.h"
#include "http/mcp_endpoint.h"
#include "http/server.h"
#include "http/target.h"
#include "http/workers.h"

namespace loci::conformance {
namespace {

class Posting final : public rpc::Executor {
 public:
  bool post(std::function<void()> job) override {
    return workers_.post(http::Lane::Reads, std::move(job));
  }
  void stop() { workers_.stop(); }

 private:
  http::Workers workers_{4, 1};
};

// One path behind the guard.
class Front final : public http::Handler {
 public:
  explicit Front(http::McpEndpoint& endpoint) : endpoint_(endpoint) {}
  [[nodiscard]] std::optional<http::Response> refuse(const http::Request& head) override {
    return guard_.refuse(head, false, std::chrono::steady_clock::now());
  }
  void handle(std::shared_ptr<http::Exchange> exchange) override {
    const auto target = http::parse_target(exchange->request().target);
    if (!target || http::path_of(exchange->request().target) != "/mcp") {
      exchange->answer(http::refusal(404, "there is only /mcp"));
      return;
    }
    endpoint_.handle(exchange, *target);
  }
  void finish(http::Response& response) override { http::add_security_headers(response); }

 private:
  http::McpEndpoint& endpoint_;
  http::Guard guard_{{"127.0.0.1", ""}};
};

int run(int argc, char** argv) {
  http::ServerOptions options;
  if (argc > 1) options.port = static_cast<std::uint16_t>(std::atoi(argv[1]));
  Fixtures fixtures;
  Posting posting;
  rpc::Dispatcher dispatcher(fixtures, posting);
  fixtures.tell(dispatcher);
  http::McpEndpoint endpoint([&](const std::string&) -> Result<std::shared_ptr<rpc::Dispatcher>> {
    return std::shared_ptr<rpc::Dispatcher>(&dispatcher, [](rpc::Dispatcher*) {});
  });
  Front front(endpoint);
  const auto server = http::Server::start(options, front);
  if (!server) {
    std::fprintf(stderr, "%s\n", server.error().message.c_str());
    return 1;
  }
  std::printf("http://127.0.0.1:%d/mcp\n", (*server)->port());
  std::fflush(stdout);
  std::array<char, 256> buffer{};
  while (::read(STDIN_FILENO, buffer.data(), buffer.size()) > 0) {
  }
  (*server)->stop(std::chrono::seconds(1));
  posting.stop();
  return 0;
}

}  // namespace
}  // namespace loci::conformance

int main(int argc, char** argv) { return loci::conformance::run(argc, argv); }
