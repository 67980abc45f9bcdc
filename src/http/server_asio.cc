// The server: listens, accepts, and runs the thread of its connections.

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <thread>

#include "base/shortage.h"
#include "http/core_asio.h"
#include "http/descriptors.h"

namespace loci::http {
namespace {

constexpr std::chrono::milliseconds kAcceptPause{50};

void turn_away(tcp::socket& socket) {
  say_no_room(socket.native_handle());
  error_code ignored;
  socket.close(ignored);
}

// Who is not in the midst of a request goes: first who has sent more than one.
bool make_room(Core& core) {
  if (!core.in_line.empty()) {
    core.in_line.back()->close();
  } else if (!core.waiting.empty()) {
    core.waiting.front()->make_way();
  } else {
    return false;
  }
  return true;
}

// False: nothing more can be done for now.
bool let_in(const std::shared_ptr<Core>& core, const error_code& error, tcp::socket socket,
            Spare& spare) {
  const bool full = core->open.size() >= core->options.connections;
  const bool room = (!error && !full) || make_room(*core);
  if (!error && room) {
    begin_connection(core, std::move(socket));
  } else if (!error) {
    turn_away(socket);
  } else if (error == asio::error::no_descriptors && !room) {
    spare.drop();
    error_code failed;
    tcp::socket one = core->acceptor.accept(failed);
    if (!failed) turn_away(one);
    spare.renew();
    return !failed;
  }
  return !error || room;
}

// `here` goes with the coroutine, however that ends.
asio::awaitable<void> accept(std::shared_ptr<Core> core, std::shared_ptr<void> /*here*/) {
  asio::steady_timer pause(core->io);
  Spare spare;
  while (core->acceptor.is_open()) {
    bool well = false;
    try {
      spare.renew();
      auto [error, socket] = co_await core->acceptor.async_accept(kResult);
      if (error == asio::error::operation_aborted) break;
      well = let_in(core, error, std::move(socket), spare);
    } catch (const std::exception&) {  // no memory: later
    }
    if (well) continue;
    try {
      pause.expires_after(kAcceptPause);
      co_await pause.async_wait(kResult);
    } catch (const std::exception&) {
    }
  }
}

Error listen_error(const error_code& error, const ServerOptions& options) {
  if (error == asio::error::address_in_use) {
    return conflict(
        fmt::format("port {} of {} is already in use", options.port, options.host),
        "maybe 'loci serve' is already running; choose another port with --port, or 0 for any");
  }
  if (error == asio::error::access_denied) {
    return denied(fmt::format("no permission to use port {}", options.port),
                  "choose one of 1024 or higher with --port");
  }
  return io_error(
      fmt::format("cannot listen on {}:{}: {}", options.host, options.port, error.message()));
}

void begin_to_accept(const std::shared_ptr<Core>& core) {
  std::shared_ptr<void> here(nullptr, [core](void*) { core->accepting = false; });
  asio::co_spawn(core->io, accept(core, std::move(here)), asio::detached);
  core->accepting = true;
}

// Until it is stopped, whatever is thrown meanwhile: the handler that threw is over,
// the others go on.
void run(const std::shared_ptr<Core>& core) {
  for (;;) {
    try {
      if (!core->accepting && core->acceptor.is_open()) begin_to_accept(core);
      core->io.run();
      if (!core->acceptor.is_open()) return;
      core->io.restart();
    } catch (const std::exception&) {
      std::this_thread::sleep_for(kAcceptPause / 10);
    }
  }
}

class AsioServer final : public Server {
 public:
  AsioServer(const ServerOptions& options, Handler& handler)
      : core_(std::make_shared<Core>(options, handler)) {}
  ~AsioServer() override { AsioServer::stop(std::chrono::milliseconds(0)); }
  AsioServer(const AsioServer&) = delete;
  AsioServer& operator=(const AsioServer&) = delete;

  Result<> listen() {
    const ServerOptions& options = core_->options;
    error_code error;
    const auto address = asio::ip::make_address(options.host, error);
    if (error) {
      return fail(invalid_input(fmt::format("'{}' is not an address", options.host),
                                "give one such as 127.0.0.1 or ::1"));
    }
    const tcp::endpoint endpoint(address, options.port);
    tcp::acceptor& acceptor = core_->acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (error) return fail(listen_error(error, options));
    port_ = acceptor.local_endpoint(error).port();
    core_->options.connections = allowed_connections(options.connections);
    acceptor.non_blocking(true, error);
    begin_to_accept(core_);
    thread_ = std::thread([core = core_] { run(core); });
    return {};
  }

  [[nodiscard]] std::uint16_t port() const override { return port_; }
  [[nodiscard]] std::size_t connections() const override { return core_->connections; }

  void stop(std::chrono::milliseconds patience) override {
    if (!thread_.joinable()) return;
    asio::post(core_->io, [core = core_, patience] {
      core->closing = true;
      error_code ignored;
      core->acceptor.close(ignored);
      const auto all = core->open;  // one that ends leaves the set
      for (Connection* connection : all) connection->stop_gently();
      core->patience.expires_after(patience);
      core->patience.async_wait([core](const error_code&) {
        const auto left = core->open;
        for (Connection* connection : left) connection->close();
      });
      if (core->open.empty()) core->patience.cancel();
    });
    thread_.join();
  }

 private:
  std::shared_ptr<Core> core_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options, Handler& handler) {
  try {
    auto server = std::make_unique<AsioServer>(options, handler);
    LOCI_TRY(server->listen());
    return server;
  } catch (const std::system_error& fault) {
    return fail(no_thread(fault));
  } catch (const std::exception& error) {
    return fail(io_error(fmt::format("cannot listen: {}", error.what())));
  }
}

}  // namespace loci::http
