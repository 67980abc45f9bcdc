#include "http/mcp_endpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "http/secret.h"
#include "rpc/protocol.h"

namespace loci::http {
namespace {

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::chrono::seconds kKeepAlive{15};
constexpr std::size_t kSessionDigits = 32;

Response event_stream() {
  Response head;
  head.set("Content-Type", "text/event-stream");
  head.set("Cache-Control", "no-store");
  head.set("X-Accel-Buffering", "no");
  return head;
}

std::string event(const Json& message) {
  return fmt::format("event: message\ndata: {}\n\n", dump_json(message));
}

Response rpc_response(int status, const Json& message) {
  Response response = json_response(status, message);
  response.set("Cache-Control", "no-store");
  return response;
}

Response rpc_refusal(int status, const std::optional<Json>& id, const rpc::RpcError& error) {
  return rpc_response(status, rpc::make_error(id, error));
}

// An answer to a request, rather than a notification or a question.
bool is_answer(const Json& message) { return !message.contains("method"); }

bool accepts(const Request& request, std::string_view type) {
  const std::string list = ascii_lower(request.header("Accept"));
  return list.find(type) != std::string::npos || list.find("*/*") != std::string::npos;
}

// Not holding the dispatcher, which holds what calls this.
std::function<void()> leaving(const std::weak_ptr<rpc::Dispatcher>& dispatcher,
                              const std::shared_ptr<rpc::Connection>& connection) {
  return [dispatcher, connection] {
    if (const auto there = dispatcher.lock()) there->abandon(connection);
  };
}

// A request that stands alone has nowhere to put what belongs to none.
class Nowhere final : public rpc::Sink {
 public:
  void send(const Json& /*message*/) override {}
};

}  // namespace

// The stream that a legacy client opened for what belongs to none of its
// requests; without one that goes nowhere.
class McpEndpoint::Feed final : public rpc::Sink {
 public:
  void send(const Json& message) override {
    std::shared_ptr<Stream> open;
    {
      const std::lock_guard lock(mutex_);
      open = stream_;
    }
    if (open != nullptr) (void)open->send(event(message));
  }
  [[nodiscard]] bool open() {
    const std::lock_guard lock(mutex_);
    return stream_ != nullptr && stream_->open();
  }
  void put(std::shared_ptr<Stream> stream) {
    std::shared_ptr<Stream> before;
    {
      const std::lock_guard lock(mutex_);
      before = std::exchange(stream_, std::move(stream));
    }
    if (before != nullptr) before->finish();
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<Stream> stream_;
};

// A legacy client.
struct McpEndpoint::Session {
  Session(std::string name, DispatcherPtr owner)
      : id(std::move(name)),
        dispatcher(std::move(owner)),
        feed(std::make_shared<Feed>()),
        connection(dispatcher->connect(feed)) {}
  void end() const {
    dispatcher->abandon(connection);
    feed->put(nullptr);
  }
  // Nothing is asked for, and nobody listens.
  [[nodiscard]] bool idle() const { return !feed->open() && dispatcher->idle(connection); }

  const std::string id;
  const DispatcherPtr dispatcher;
  const std::shared_ptr<Feed> feed;
  const std::shared_ptr<rpc::Connection> connection;
};

// The answer to one POST: JSON when the answer is all there is, else a stream.
class McpEndpoint::Post final : public rpc::Sink {
 public:
  Post(McpEndpoint& owner, std::shared_ptr<Exchange> exchange, rpc::Era era, std::string session)
      : owner_(owner), exchange_(std::move(exchange)), era_(era), session_(std::move(session)) {}
  ~Post() override {
    if (!when_ended) return;
    try {
      when_ended();  // it was dropped without an answer
    } catch (const std::exception&) {
    }
  }
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  void send(const Json& message) override {
    std::function<void()> ended;
    {
      const std::lock_guard lock(mutex_);
      if (exchange_ == nullptr && stream_ == nullptr) return;
      if (is_answer(message) && stream_ == nullptr) {
        Response response = rpc_response(status_of(message, era_), message);
        if (!session_.empty()) response.set(kSessionHeader, session_);
        exchange_->answer(std::move(response));
      } else {
        if (stream_ == nullptr) {
          Response head = event_stream();
          if (!session_.empty()) head.set(kSessionHeader, session_);
          stream_ = exchange_->stream(std::move(head));
          owner_.keep(stream_);
        }
        (void)stream_->send(event(message));
      }
      if (!is_answer(message)) return;
      if (stream_ != nullptr) stream_->finish();
      stream_ = nullptr;
      exchange_ = nullptr;
      ended = std::exchange(when_ended, nullptr);
    }
    if (ended) ended();
  }

  std::function<void()> when_ended;  // set before anything is sent

 private:
  McpEndpoint& owner_;
  std::mutex mutex_;
  std::shared_ptr<Exchange> exchange_;
  std::shared_ptr<Stream> stream_;
  const rpc::Era era_;
  const std::string session_;  // to be told, or ""
};

McpEndpoint::McpEndpoint(Find find) : find_(std::move(find)) {
  try {
    ticker_ = std::thread([this] { keep_alive(); });
  } catch (const std::system_error&) {
    // No thread to be had. Streams are not kept open by comments, and that is all.
  }
}

McpEndpoint::~McpEndpoint() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_all();
  if (ticker_.joinable()) ticker_.join();
  for (const SessionPtr& session : sessions_) session->end();
}

void McpEndpoint::keep(std::weak_ptr<Stream> stream) {
  const std::lock_guard lock(mutex_);
  streams_.push_back(std::move(stream));
}

void McpEndpoint::keep_alive() {
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, kKeepAlive, [this] { return stop_; })) {
    streams_.remove_if([](const std::weak_ptr<Stream>& weak) {
      const auto stream = weak.lock();
      try {
        return stream == nullptr || !stream->send(":\n\n");
      } catch (const std::exception&) {
        return false;  // no memory for a comment: the next time
      }
    });
  }
}

void McpEndpoint::handle(const std::shared_ptr<Exchange>& exchange, const Target& target) {
  const std::string& method = exchange->request().method;
  if (method == "POST") {
    const auto dispatcher = find_dispatcher(std::string(target.value("workspace")));
    if (dispatcher) return post(exchange, *dispatcher);
    const bool full = dispatcher.error().kind == ErrorKind::Locked;
    return exchange->answer(full ? busy_response(dispatcher.error().message)
                                 : error_response(dispatcher.error()));
  }
  const bool has_session = !exchange->request().header(kSessionHeader).empty();
  if (method == "GET" && has_session) return listen(exchange);
  if (method == "DELETE" && has_session) return end(exchange);
  Response response = refusal(405, "messages are sent here with POST");
  response.set("Allow", "POST");
  exchange->answer(std::move(response));
}

void McpEndpoint::post(const std::shared_ptr<Exchange>& exchange, const DispatcherPtr& dispatcher) {
  const Request& request = exchange->request();
  if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
    return exchange->answer(
        rpc_refusal(406, std::nullopt,
                    {rpc::kInvalidRequest,
                     "Accept must list application/json and text/event-stream", nullptr}));
  }
  auto message = rpc::parse_message(request.body);
  if (!message) {
    return exchange->answer(rpc_refusal(400, message.error().id, message.error().error));
  }
  const std::string_view version = trim(request.header("MCP-Protocol-Version"));
  const bool modern = (!version.empty() && !rpc::is_legacy_version(version)) ||
                      rpc::era_of(*message) == rpc::Era::Modern;
  // The revision before those that are spoken here had the header only later.
  if (modern && version != "2025-03-26") {
    post_modern(exchange, dispatcher, std::move(*message));
  } else {
    post_legacy(exchange, dispatcher, std::move(*message));
  }
}

void McpEndpoint::post_modern(const std::shared_ptr<Exchange>& exchange,
                              const DispatcherPtr& dispatcher, rpc::Message message) {
  if (message.kind != rpc::Message::Kind::Request) {
    // Nothing of the modern era is told this way, and answers have no place in it.
    Response accepted;
    accepted.status = message.kind == rpc::Message::Kind::Notification ? 202 : 400;
    return exchange->answer(std::move(accepted));
  }
  const Request& request = exchange->request();
  if (const auto fault = header_fault(request, message)) {
    return exchange->answer(rpc_refusal(400, message.id, *fault));
  }
  if (message.method == "tools/call" && message.params.contains("arguments") &&
      message.params["arguments"].is_object() && message.params.contains("name") &&
      message.params["name"].is_string()) {
    const Json schema = dispatcher->input_schema(message.params.value("name", ""));
    if (const auto fault = param_fault(request, schema, message.params["arguments"])) {
      return exchange->answer(rpc_refusal(400, message.id, *fault));
    }
  }
  const std::string_view version = trim(request.header("MCP-Protocol-Version"));
  if (!rpc::is_modern_version(version)) {
    return exchange->answer(
        rpc_refusal(400, message.id,
                    {rpc::kUnsupportedVersion,
                     "Unsupported protocol version",
                     {{"supported", rpc::kModernVersions}, {"requested", version}}}));
  }
  const auto sink = std::make_shared<Post>(*this, exchange, rpc::Era::Modern, "");
  const auto connection = dispatcher->connect(std::make_shared<Nowhere>());
  const auto leave = leaving(dispatcher, connection);
  sink->when_ended = leave;
  exchange->when_gone(leave);
  dispatcher->receive(connection, std::move(message), rpc::Era::Modern, sink);
}

void McpEndpoint::post_legacy(const std::shared_ptr<Exchange>& exchange,
                              const DispatcherPtr& dispatcher, rpc::Message message) {
  const Request& request = exchange->request();
  const bool asks = message.kind == rpc::Message::Kind::Request;
  const bool greeting = asks && message.method == "initialize";
  SessionPtr session;
  if (greeting) {
    session = begin_session(dispatcher);
  } else if (!request.header(kSessionHeader).empty()) {
    session = find_session(request);
    if (session == nullptr) {
      return exchange->answer(
          rpc_refusal(404, asks ? std::optional<Json>(message.id) : std::nullopt,
                      {rpc::kInvalidRequest, "no such session; send 'initialize' again", nullptr}));
    }
  }
  if (!asks) {
    if (session != nullptr) {
      session->dispatcher->receive(session->connection, std::move(message), rpc::Era::Legacy,
                                   session->feed);
    }
    Response accepted;
    accepted.status = 202;
    return exchange->answer(std::move(accepted));
  }
  const auto sink = std::make_shared<Post>(*this, exchange, rpc::Era::Legacy,
                                           greeting ? session->id : std::string());
  if (session != nullptr) {
    return session->dispatcher->receive(session->connection, std::move(message), rpc::Era::Legacy,
                                        sink);
  }
  // Without a session a request stands alone.
  const auto connection = dispatcher->connect(std::make_shared<Nowhere>());
  sink->when_ended = leaving(dispatcher, connection);
  dispatcher->receive(connection, std::move(message), rpc::Era::Legacy, sink);
}

McpEndpoint::SessionPtr McpEndpoint::begin_session(const DispatcherPtr& dispatcher) {
  auto session = std::make_shared<Session>(random_hex(kSessionDigits), dispatcher);
  SessionPtr oldest;
  {
    const std::lock_guard lock(mutex_);
    sessions_.push_front(session);
    if (sessions_.size() > kMostSessions) {
      oldest = sessions_.back();
      sessions_.pop_back();
    }
  }
  if (oldest != nullptr) oldest->end();
  return session;
}

McpEndpoint::SessionPtr McpEndpoint::find_session(const Request& request) {
  const std::string_view id = request.header(kSessionHeader);
  const std::lock_guard lock(mutex_);
  for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
    if ((*it)->id != id) continue;
    sessions_.splice(sessions_.begin(), sessions_, it);
    return sessions_.front();
  }
  return nullptr;
}

// Sessions that nobody uses make room: their clients are told to begin another.
Result<McpEndpoint::DispatcherPtr> McpEndpoint::find_dispatcher(const std::string& workspace) {
  auto found = find_(workspace);
  while (!found && found.error().kind == ErrorKind::Locked && end_idle_session()) {
    found = find_(workspace);
  }
  return found;
}

bool McpEndpoint::end_idle_session() {
  SessionPtr ended;
  {
    const std::lock_guard lock(mutex_);
    const auto idle = std::find_if(sessions_.rbegin(), sessions_.rend(),
                                   [](const SessionPtr& session) { return session->idle(); });
    if (idle == sessions_.rend()) return false;
    ended = *idle;
    sessions_.erase(std::next(idle).base());
  }
  ended->end();
  return true;
}

void McpEndpoint::listen(const std::shared_ptr<Exchange>& exchange) {
  const SessionPtr session = find_session(exchange->request());
  if (session == nullptr) return exchange->answer(refusal(404, "no such session"));
  if (!accepts(exchange->request(), "text/event-stream")) {
    return exchange->answer(refusal(406, "Accept must list text/event-stream"));
  }
  std::shared_ptr<Stream> stream = exchange->stream(event_stream());
  (void)stream->send(":\n\n");
  keep(stream);
  session->feed->put(std::move(stream));
}

void McpEndpoint::end(const std::shared_ptr<Exchange>& exchange) {
  const SessionPtr session = find_session(exchange->request());
  if (session == nullptr) return exchange->answer(refusal(404, "no such session"));
  {
    const std::lock_guard lock(mutex_);
    sessions_.remove(session);
  }
  session->end();
  Response response;
  response.status = 204;
  exchange->answer(std::move(response));
}

}  // namespace loci::http
