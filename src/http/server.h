// A listener for HTTP/1.1: reads requests, asks a Handler, writes its answers.
//
// Everything that comes in is bounded before it is kept: the size of a header and
// of a body, the time a client may take for each, the number of connections. What
// goes over that is answered where it can be and the connection closed. When all
// connections are taken, the one that has waited longest for its request goes.
//
// One thread does all input and output. A Handler is called on it and must not
// wait: what takes time goes to other threads (workers.h), which answer through
// the Exchange they were given. Two files know the library: server_asio.cc
// and connection_beast.cc.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "http/message.h"

namespace loci::http {

// A body that is sent as it comes about. From any thread; what is sent after the
// end goes nowhere.
class Stream {
 public:
  virtual ~Stream() = default;
  // False once nobody reads any more: the client is gone, is too far behind
  // (ServerOptions::backlog_bytes), or the server stops.
  virtual bool send(std::string bytes) = 0;
  virtual void finish() = 0;
  [[nodiscard]] virtual bool open() const = 0;
};

// One request, to be answered once. From any thread; one that is dropped without
// an answer is answered with 500, so no client waits for ever.
class Exchange {
 public:
  virtual ~Exchange() = default;
  [[nodiscard]] virtual const Request& request() const = 0;
  virtual void answer(Response response) = 0;
  // Answers with a stream in place of response.body. It ends with finish(), or
  // when the last who holds it lets go.
  [[nodiscard]] virtual std::shared_ptr<Stream> stream(Response head) = 0;
  // `call` is called once, on the thread of the server, when the client closes its
  // side of the connection before the answer (or stream) has ended; at once when it
  // has already. It may still read: an answer is never wrong.
  virtual void when_gone(std::function<void()> call) = 0;
};

class Handler {
 public:
  virtual ~Handler() = default;
  // Looks at a request before its body is read: a refusal, or nothing.
  [[nodiscard]] virtual std::optional<Response> refuse(const Request& head) = 0;
  // Answers the exchange now or later.
  virtual void handle(std::shared_ptr<Exchange> exchange) = 0;
  // Added to every answer, also to those the server gives itself.
  virtual void finish(Response& response) = 0;
};

struct ServerOptions {
  std::string host = "127.0.0.1";  // an address
  std::uint16_t port = 0;          // 0 = any that is free
  std::size_t header_bytes = 16'384;
  std::size_t body_bytes = std::size_t{1} << 20;
  std::size_t backlog_bytes = std::size_t{1} << 20;  // of a stream that nobody reads
  std::size_t connections = 2'048;                   // fewer where the system allows fewer files
  std::chrono::milliseconds header_time{10'000};     // from the first byte to the last
  std::chrono::milliseconds body_time{30'000};
  std::chrono::milliseconds write_time{30'000};
  std::chrono::milliseconds idle_time{60'000};  // between two requests
};

class Server {
 public:
  // Listens, and serves on a thread of its own. Conflict when the port is taken.
  // `handler` must outlive it.
  static Result<std::unique_ptr<Server>> start(const ServerOptions& options, Handler& handler);
  // stop(), with no patience.
  virtual ~Server() = default;

  [[nodiscard]] virtual std::uint16_t port() const = 0;
  // Takes no more connections, ends those that wait and every stream, lets
  // requests that are being answered finish for up to `patience`.
  virtual void stop(std::chrono::milliseconds patience) = 0;
  [[nodiscard]] virtual std::size_t connections() const = 0;  // at present
};

}  // namespace loci::http
