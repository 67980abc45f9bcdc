// POST /mcp: MCP over Streamable HTTP, both eras, on the dispatcher that the pipes
// use as well.
//
// A modern request stands alone: what it says in its headers must be what it says
// in its body, it is answered with JSON or, where there is more to say than the
// answer, with a stream of events, and a client that goes away has called it off.
// A legacy client gets a session, with a stream of its own (GET) for what belongs
// to no request, and may end it (DELETE).

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/result.h"
#include "http/message.h"
#include "http/server.h"
#include "http/target.h"
#include "rpc/dispatcher.h"
#include "rpc/message.h"

namespace loci::http {

class McpEndpoint {
 public:
  // Whose dispatcher a request is for, by the workspace it names ("" = none). It may
  // go when nobody is connected to it and nobody holds it. Locked: all are in use.
  using DispatcherPtr = std::shared_ptr<rpc::Dispatcher>;
  using Find = std::function<Result<DispatcherPtr>(const std::string& workspace)>;

  explicit McpEndpoint(Find find);
  ~McpEndpoint();
  McpEndpoint(const McpEndpoint&) = delete;
  McpEndpoint& operator=(const McpEndpoint&) = delete;

  // Does not wait; valid on the server's thread as long as this is.
  void handle(const std::shared_ptr<Exchange>& exchange, const Target& target);

  static constexpr std::size_t kMostSessions = 256;

 private:
  class Post;
  class Feed;
  struct Session;
  using SessionPtr = std::shared_ptr<Session>;

  void post(const std::shared_ptr<Exchange>& exchange, const DispatcherPtr& dispatcher);
  void post_modern(const std::shared_ptr<Exchange>& exchange, const DispatcherPtr& dispatcher,
                   rpc::Message message);
  void post_legacy(const std::shared_ptr<Exchange>& exchange, const DispatcherPtr& dispatcher,
                   rpc::Message message);
  void listen(const std::shared_ptr<Exchange>& exchange);
  void end(const std::shared_ptr<Exchange>& exchange);
  SessionPtr begin_session(const DispatcherPtr& dispatcher);
  SessionPtr find_session(const Request& request);
  Result<DispatcherPtr> find_dispatcher(const std::string& workspace);
  bool end_idle_session();
  void keep(std::weak_ptr<Stream> stream);
  void keep_alive();

  Find find_;
  std::mutex mutex_;
  std::list<SessionPtr> sessions_;            // the last used is first
  std::list<std::weak_ptr<Stream>> streams_;  // that a comment keeps open
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread ticker_;
};

// What is wrong with the headers of a modern request, given its body.
[[nodiscard]] std::optional<rpc::RpcError> header_fault(const Request& request,
                                                        const rpc::Message& message);
// The same for the headers that repeat arguments of a tool, as `x-mcp-header` of
// its input schema wants.
[[nodiscard]] std::optional<rpc::RpcError> param_fault(const Request& request, const Json& schema,
                                                       const Json& arguments);
// A header's value, out of `=?base64?…?=` where it is in that; nothing when that is broken.
[[nodiscard]] std::optional<std::string> decoded_header(std::string_view value);
// The status of an answer: errors of the modern protocol have their own.
[[nodiscard]] int status_of(const Json& answer, rpc::Era era);

}  // namespace loci::http
