#include "http/mcp_endpoint.h"

#include <fmt/format.h>

#include <random>

#include "base/hash.h"
#include "base/text.h"
#include "rpc/protocol.h"

namespace loci::http {
namespace {

constexpr std::string_view kSessionHeader = "Mcp-Session-Id";
constexpr std::chrono::seconds kKeepAlive{15};

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

std::string new_session_id() {
  std::random_device random("/dev/urandom");
  std::string id;
  while (id.size() < 32) id += hex(random(), 8);
  return id;
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
  Session(std::string name, rpc::Dispatcher& owner)
      : id(std::move(name)),
        dispatcher(owner),
        feed(std::make_shared<Feed>()),
        connection(owner.connect(feed)) {}
  void end() const {
    dispatcher.abandon(connection);
    feed->put(nullptr);
  }

  const std::string id;
  rpc::Dispatcher& dispatcher;
  const std::shared_ptr<Feed> feed;
  const std::shared_ptr<rpc::Connection> connection;
};

// The answer to one POST: JSON when the answer is all there is, else a stream.
class McpEndpoint::Post final : public rpc::Sink {
 public:
  Post(McpEndpoint& owner, std::shared_ptr<Exchange> exchange, rpc::Era era, std::string session)
      : owner_(owner), exchange_(std::move(exchange)), era_(era), session_(std::move(session)) {}

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
      ended = std::move(when_ended);
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

McpEndpoint::McpEndpoint(Find find) : find_(std::move(find)), ticker_([this] { keep_alive(); }) {}

McpEndpoint::~McpEndpoint() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_all();
  ticker_.join();
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
      return stream == nullptr || !stream->send(":\n\n");
    });
  }
}

void McpEndpoint::handle(const std::shared_ptr<Exchange>& exchange, const Target& target) {
  const std::string& method = exchange->request().method;
  if (method == "POST") {
    const auto dispatcher = find_(std::string(target.value("workspace")));
    if (!dispatcher) return exchange->answer(error_response(dispatcher.error()));
    return post(exchange, **dispatcher);
  }
  const bool has_session = !exchange->request().header(kSessionHeader).empty();
  if (method == "GET" && has_session) return listen(exchange);
  if (method == "DELETE" && has_session) return end(exchange);
  Response response = refusal(405, "messages are posted here");
  response.set("Allow", "POST");
  exchange->answer(std::move(response));
}

void McpEndpoint::post(const std::shared_ptr<Exchange>& exchange, rpc::Dispatcher& dispatcher) {
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
                              rpc::Dispatcher& dispatcher, rpc::Message message) {
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
    const Json schema = dispatcher.input_schema(message.params.value("name", ""));
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
  const auto connection = dispatcher.connect(std::make_shared<Nowhere>());
  const auto leave = [&dispatcher, connection] { dispatcher.abandon(connection); };
  sink->when_ended = leave;
  exchange->when_gone(leave);
  dispatcher.receive(connection, std::move(message), rpc::Era::Modern, sink);
}

void McpEndpoint::post_legacy(const std::shared_ptr<Exchange>& exchange,
                              rpc::Dispatcher& dispatcher, rpc::Message message) {
  const Request& request = exchange->request();
  const bool asks = message.kind == rpc::Message::Kind::Request;
  const bool greeting = asks && message.method == "initialize";
  SessionPtr session;
  if (greeting) {
    session = begin_session(dispatcher);
  } else if (!request.header(kSessionHeader).empty()) {
    session = find_session(request);
    if (session == nullptr) {
      return exchange->answer(rpc_refusal(
          404, asks ? std::optional<Json>(message.id) : std::nullopt,
          {rpc::kInvalidRequest, "there is no such session; say initialize again", nullptr}));
    }
  }
  if (!asks) {
    if (session != nullptr) {
      session->dispatcher.receive(session->connection, std::move(message), rpc::Era::Legacy,
                                  session->feed);
    }
    Response accepted;
    accepted.status = 202;
    return exchange->answer(std::move(accepted));
  }
  const auto sink = std::make_shared<Post>(*this, exchange, rpc::Era::Legacy,
                                           greeting ? session->id : std::string());
  if (session != nullptr) {
    return session->dispatcher.receive(session->connection, std::move(message), rpc::Era::Legacy,
                                       sink);
  }
  // Without a session a request stands alone.
  const auto connection = dispatcher.connect(std::make_shared<Nowhere>());
  sink->when_ended = [&dispatcher, connection] { dispatcher.abandon(connection); };
  dispatcher.receive(connection, std::move(message), rpc::Era::Legacy, sink);
}

McpEndpoint::SessionPtr McpEndpoint::begin_session(rpc::Dispatcher& dispatcher) {
  auto session = std::make_shared<Session>(new_session_id(), dispatcher);
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

void McpEndpoint::listen(const std::shared_ptr<Exchange>& exchange) {
  const SessionPtr session = find_session(exchange->request());
  if (session == nullptr) return exchange->answer(refusal(404, "there is no such session"));
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
  if (session == nullptr) return exchange->answer(refusal(404, "there is no such session"));
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
