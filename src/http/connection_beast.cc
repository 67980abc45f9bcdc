// A connection on Boost.Beast: reads requests, hands them to the handler and
// writes what is answered.

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include "http/answering.h"
#include "http/core_asio.h"
#include "http/descriptors.h"
#include "http/framing.h"

namespace loci::http {
namespace {

namespace beast = boost::beast;
using Parser = beast::http::request_parser<beast::http::string_body>;

constexpr std::size_t kReadBytes = 4'096;
constexpr std::chrono::milliseconds kLinger{2'000};
constexpr std::size_t kLingerBytes = std::size_t{8} << 20;
// What is sent for one message and cannot be consumed yet: a line of a chunk, or
// the headers behind the last.
constexpr std::size_t kMostBuffered = 65'536;
// Should a wake-up be lost for lack of memory, a connection looks by itself.
constexpr std::chrono::seconds kLook{1};
// Requests that were sent without waiting for the answer to the one before: so many
// are worked on at once, of all connections together, and so many of one in a row.
constexpr std::size_t kTurns = 32;
constexpr int kMostInARow = 100;

// A connection. Its coroutine holds it, and so does whoever has an exchange of it.
class BeastConnection final : public Connection,
                              public Outlet,
                              public std::enable_shared_from_this<BeastConnection> {
 public:
  BeastConnection(Core& core, tcp::socket socket)
      : core_(core), stream_(std::move(socket)), buffer_(kMostBuffered), wake_(core.io) {
    error_code ignored;
    const tcp::endpoint local = stream_.socket().local_endpoint(ignored);
    address_ = local.address();
    port_ = local.port();
  }

  // `core` is kept until the connection ends.
  static asio::awaitable<void> run(std::shared_ptr<BeastConnection> self,
                                   std::shared_ptr<Core> core);

  // From any thread.
  void post(std::string bytes, bool last) noexcept override;
  void post_shortage() noexcept override;
  void post_close() noexcept override;
  void begin_stream() override { streaming_ = true; }
  [[nodiscard]] std::size_t backlog() const override { return queue_.backlog(); }

  // On the server's thread.
  void close() override;
  void make_way() override;
  void get_turn() override;
  void stop_gently() override {
    // One whose end is on its way is let go there.
    if (waits_ || in_line_ || (streaming_ && !all_queued_)) close();
  }

 private:
  asio::awaitable<bool> serve_request(const std::shared_ptr<Core>& core);
  asio::awaitable<error_code> read_head(Parser& parser, std::string& head);
  asio::awaitable<bool> answer(const std::shared_ptr<Core>& core, Request request,
                               const Parser& parser);
  asio::awaitable<void> refuse(Response response);
  asio::awaitable<void> linger();
  asio::awaitable<bool> take_turn();
  void give_turn();
  asio::awaitable<void> refuse_unreadable(error_code error);
  asio::awaitable<bool> write(std::string bytes);
  void wake() noexcept;
  [[nodiscard]] Request head_of(const Parser& parser) const;
  [[nodiscard]] bool keeps(const Parser& parser) const;
  void hand_over(const std::shared_ptr<Exchange>& exchange);
  void watch();
  void client_left();
  void wait_begins();
  void wait_ends();

  Core& core_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  asio::ip::address address_;  // of this server, as the client reached it
  std::uint16_t port_ = 0;
  asio::steady_timer wake_;  // ends early when there is something to do
  OutQueue queue_;
  std::atomic<bool> all_queued_{false};
  std::atomic<bool> streaming_{false};
  std::atomic<bool> broken_{false};  // something could not be queued
  std::atomic<bool> ends_{false};    // with the answer that is queued
  std::shared_ptr<Waiting> client_;  // of the exchange that is open
  bool watching_ = false;
  bool closed_ = false;
  bool wrote_ = false;
  bool has_turn_ = false;
  int in_a_row_ = 0;  // requests that were there before their turn
  std::optional<std::list<Connection*>::iterator> waits_;
  std::optional<std::list<Connection*>::iterator> in_line_;
};

// What an exchange holds: the connection refers to the core, which goes last.
struct Held {
  std::shared_ptr<Core> core;
  std::shared_ptr<BeastConnection> connection;
};

void BeastConnection::post(std::string bytes, bool last) noexcept {
  try {
    queue_.push(std::move(bytes));
    if (last) all_queued_ = true;
  } catch (const std::exception&) {
    broken_ = true;
  }
  wake();
}

void BeastConnection::post_shortage() noexcept {
  ends_ = true;
  try {
    post(std::string(kNoRoom), true);
  } catch (const std::exception&) {
    post_close();
  }
}

void BeastConnection::post_close() noexcept {
  try {
    asio::post(core_.io, [self = shared_from_this()] { self->close(); });
  } catch (const std::exception&) {
    broken_ = true;  // seen at the next look
  }
}

void BeastConnection::wake() noexcept {
  try {
    asio::post(core_.io, [self = shared_from_this()] { self->wake_.cancel(); });
  } catch (const std::exception&) {  // it looks by itself
  }
}

// A request that came before the one ahead of it was answered waits until those of
// others have had their turn. So a thousand connections full of requests keep
// nobody from being answered who sends one and waits.
asio::awaitable<bool> BeastConnection::take_turn() {
  if (core_.turns < kTurns) {
    ++core_.turns;
    has_turn_ = true;
    co_return true;
  }
  in_line_ = core_.in_line.insert(core_.in_line.end(), this);
  while (!has_turn_ && !closed_) {
    wake_.expires_after(core_.options.write_time);
    co_await wake_.async_wait(kResult);
  }
  co_return !closed_;
}

void BeastConnection::give_turn() {
  if (in_line_) core_.in_line.erase(*in_line_);
  in_line_.reset();
  if (!std::exchange(has_turn_, false)) return;
  if (core_.in_line.empty()) {
    --core_.turns;
    return;
  }
  Connection& next = *core_.in_line.front();
  core_.in_line.pop_front();
  next.get_turn();
}

void BeastConnection::get_turn() {
  in_line_.reset();
  has_turn_ = true;
  wake_.cancel();
}

void BeastConnection::close() {
  closed_ = true;
  wait_ends();
  give_turn();
  error_code ignored;
  stream_.socket().close(ignored);
  wake_.cancel();
  if (client_) client_->leave();
}

// What it sent may be there, and not read yet.
void BeastConnection::make_way() {
  if (!wrote_) say_no_room(stream_.socket().native_handle());
  close();
}

void BeastConnection::wait_begins() { waits_ = core_.waiting.insert(core_.waiting.end(), this); }

void BeastConnection::wait_ends() {
  if (waits_) core_.waiting.erase(*waits_);
  waits_.reset();
}

// Notices that the client closes the connection while its request is worked on.
void BeastConnection::watch() {
  if (watching_) return;
  watching_ = true;
  stream_.socket().async_wait(tcp::socket::wait_read,
                              [self = shared_from_this()](const error_code& error) {
                                self->watching_ = false;
                                if (!error) self->client_left();
                              });
}

void BeastConnection::client_left() {
  if (!client_ || closed_) return;
  char byte = 0;
  error_code error;
  const std::size_t got =
      stream_.socket().receive(asio::buffer(&byte, 1), tcp::socket::message_peek, error);
  const bool more = got > 0 || error == asio::error::would_block;
  if (more) return;  // the next request: whoever sends that is there
  client_->leave();
  if (streaming_) close();
}

asio::awaitable<bool> BeastConnection::write(std::string bytes) {
  wrote_ = true;
  stream_.expires_after(core_.options.write_time);
  const auto [error, written] = co_await asio::async_write(stream_, asio::buffer(bytes), kResult);
  co_return !error;
}

// The last words on a connection.
asio::awaitable<void> BeastConnection::refuse(Response response) {
  core_.handler.finish(response);
  // In steps: g++ 12 loses temporaries of an expression that waits.
  std::string bytes = wire_text(response, {Framing::Body::Whole, false});
  const bool written = co_await write(std::move(bytes));
  if (written) co_await linger();
}

// The client may still be sending, and a connection that is closed over that takes
// the answer with it.
asio::awaitable<void> BeastConnection::linger() {
  error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kLinger);
  std::size_t read = 0;
  buffer_.clear();
  wait_begins();  // its place can be had
  while (read < kLingerBytes) {
    const auto [error, got] =
        co_await stream_.async_read_some(buffer_.prepare(kReadBytes), kResult);
    if (error) break;
    read += got;
  }
  wait_ends();
}

// Who is too slow, or gone, gets no answer.
asio::awaitable<void> BeastConnection::refuse_unreadable(error_code error) {
  if (closed_ || error == beast::http::error::end_of_stream ||
      error == beast::http::error::partial_message) {
    co_return;
  }
  const ServerOptions& options = core_.options;
  if (error == beast::http::error::header_limit) {
    co_await refuse(
        refusal(431, fmt::format("the header has more than {} bytes", options.header_bytes)));
  } else if (error == beast::http::error::body_limit) {
    co_await refuse(
        refusal(413, fmt::format("the body has more than {} bytes", options.body_bytes)));
  } else if (error.category() ==
             beast::http::make_error_code(beast::http::error::end_of_stream).category()) {
    co_await refuse(refusal(400, "the request is not valid HTTP"));
  }
}

// The first bytes may be long in coming, the rest of the header may not. `head` gets
// it as it was sent.
asio::awaitable<error_code> BeastConnection::read_head(Parser& parser, std::string& head) {
  bool begun = buffer_.size() > 0;
  stream_.expires_after(begun ? core_.options.header_time : core_.options.idle_time);
  for (;;) {
    if (begun) {
      error_code error;
      const std::size_t used = parser.put(buffer_.data(), error);
      head.append(static_cast<const char*>(buffer_.data().data()), used);
      buffer_.consume(used);
      if (head.size() > core_.options.header_bytes) {
        co_return beast::http::make_error_code(beast::http::error::header_limit);
      }
      if (parser.is_header_done() || (error && error != beast::http::error::need_more)) {
        co_return error;
      }
    }
    const auto [error, got] =
        co_await stream_.async_read_some(buffer_.prepare(kReadBytes), kResult);
    if (error) co_return beast::http::make_error_code(beast::http::error::end_of_stream);
    buffer_.commit(got);
    if (!std::exchange(begun, true)) stream_.expires_after(core_.options.header_time);
  }
}

Request BeastConnection::head_of(const Parser& parser) const {
  const auto& message = parser.get();
  Request request;
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  for (const auto& field : message) {
    request.headers.push_back({std::string(field.name_string()), std::string(field.value())});
  }
  request.server_address = address_.to_string();
  request.server_port = port_;
  return request;
}

// False: the connection ends.
asio::awaitable<bool> BeastConnection::serve_request(const std::shared_ptr<Core>& core) {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(core_.options.header_bytes));
  parser.body_limit(core_.options.body_bytes);
  // The library takes any byte between quotes, a line feed too.
  auto on_chunk = [](std::uint64_t /*size*/, beast::string_view extensions, error_code& error) {
    if (has_control({extensions.data(), extensions.size()})) {
      error = beast::http::make_error_code(beast::http::error::bad_chunk_extension);
    }
  };
  parser.on_chunk_header(on_chunk);
  bool early = buffer_.size() > 0;  // sent before the last answer was read
  in_a_row_ = early ? in_a_row_ + 1 : 0;
  std::string head;
  wait_begins();
  error_code failed = co_await read_head(parser, head);
  wait_ends();
  if (failed) {
    co_await refuse_unreadable(failed);
    co_return false;
  }
  // Or the next one is here already.
  early = early || (parser.is_done() && buffer_.size() > 0);
  if (const std::string_view fault = framing_fault(head); !fault.empty()) {
    co_await refuse(refusal(400, fault));
    co_return false;
  }
  Request request = head_of(parser);
  if (auto refused = core_.handler.refuse(request)) {
    // A body that nobody will read, or a head that is not to be believed.
    if (!parser.is_done() || refused->status == 400) {
      co_await refuse(std::move(*refused));
      co_return false;
    }
    if (early && !co_await take_turn()) co_return false;
    core_.handler.finish(*refused);
    const bool keep = keeps(parser);
    const auto body = request.method == "HEAD" ? Framing::Body::Absent : Framing::Body::Whole;
    std::string bytes = wire_text(*refused, {body, keep});
    const bool sound = co_await write(std::move(bytes));
    give_turn();
    if (sound && !keep) co_await linger();
    co_return sound&& keep;
  }
  if (!parser.is_done()) {
    if (same_name(request.header("Expect"), "100-continue") &&
        !co_await write("HTTP/1.1 100 Continue\r\n\r\n")) {
      co_return false;
    }
    stream_.expires_after(core_.options.body_time);
    const auto [error, got] = co_await beast::http::async_read(stream_, buffer_, parser, kResult);
    if (error) {
      co_await refuse_unreadable(error);
      co_return false;
    }
    request.body = std::move(parser.get().body());
  }
  if (early && !co_await take_turn()) co_return false;
  co_return co_await answer(core, std::move(request), parser);
}

// Whether the connection goes on after this request.
bool BeastConnection::keeps(const Parser& parser) const {
  return parser.keep_alive() && !core_.closing && in_a_row_ < kMostInARow;
}

void BeastConnection::hand_over(const std::shared_ptr<Exchange>& exchange) {
  try {
    core_.handler.handle(exchange);
  } catch (const std::exception& fault) {
    exchange->answer(fault_response(fault));
  }
}

asio::awaitable<bool> BeastConnection::answer(const std::shared_ptr<Core>& core, Request request,
                                              const Parser& parser) {
  const bool modern = parser.get().version() == 11;
  const bool keep = keeps(parser);
  client_ = std::make_shared<Waiting>();
  all_queued_ = streaming_ = ends_ = false;
  const auto held = std::make_shared<Held>(Held{core, shared_from_this()});
  hand_over(make_exchange(core_.handler, std::shared_ptr<Outlet>(held, this), client_,
                          std::move(request), {keep, modern, core_.options.backlog_bytes}));
  watch();
  bool sound = true;
  while (sound && !closed_) {
    if (broken_) {
      sound = false;
      break;
    }
    const bool whole = all_queued_;  // asked before what is queued is taken
    if (whole || streaming_) give_turn();
    std::string bytes;
    if (queue_.take(bytes)) {
      const std::size_t size = bytes.size();
      sound = bytes.empty() || co_await write(std::move(bytes));
      queue_.written(size);
    } else if (whole) {
      break;
    } else {
      wake_.expires_after(kLook);
      co_await wake_.async_wait(kResult);
    }
  }
  give_turn();
  if (sound && !closed_) {
    client_->end();
  } else {
    client_->leave();
  }
  client_.reset();
  const bool until_close = streaming_ && !modern;
  streaming_ = false;
  if (watching_) stream_.socket().cancel();
  const bool goes_on = keep && !ends_ && !until_close && !core_.closing;
  if (sound && !closed_ && !goes_on && buffer_.size() > 0) co_await linger();
  co_return sound && !closed_ && goes_on;
}

// A connection among the others for as long as its coroutine is there. That may go
// without being resumed, where the library has no memory to do so.
class Seat {
 public:
  Seat(Core& core, BeastConnection& connection) : core_(core), connection_(connection) {
    core_.open.insert(&connection_);
    core_.connections = core_.open.size();
  }
  ~Seat() {
    try {
      connection_.close();
    } catch (const std::exception&) {  // of somebody who is told that the client left
    }
    core_.open.erase(&connection_);
    core_.connections = core_.open.size();
    if (core_.closing && core_.open.empty()) core_.patience.cancel();
  }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

 private:
  Core& core_;
  BeastConnection& connection_;
};

asio::awaitable<void> BeastConnection::run(std::shared_ptr<BeastConnection> self,
                                           std::shared_ptr<Core> core) {
  try {
    const Seat seat(*core, *self);
    while (co_await self->serve_request(core)) {
    }
  } catch (const std::exception&) {
    // Out of memory, or a fault of ours: this connection ends, the others go on.
  }
}

}  // namespace

void begin_connection(const std::shared_ptr<Core>& core, tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.non_blocking(true, ignored);
  auto connection = std::make_shared<BeastConnection>(*core, std::move(socket));
  asio::co_spawn(core->io, BeastConnection::run(std::move(connection), core), asio::detached);
}

}  // namespace loci::http
