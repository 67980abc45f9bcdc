// The server on Boost.Beast: the only file that includes Boost.
//
// Everything here runs on the one thread of the io_context, except what an
// Exchange or a Stream is told from elsewhere: that is put down under a lock, and
// the thread is woken. Any allocation may fail. What fails ends one connection and
// neither the listening nor the thread.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "base/shortage.h"
#include "http/framing.h"
#include "http/server.h"

namespace loci::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using tcp = asio::ip::tcp;
using boost::system::error_code;
using Parser = beast::http::request_parser<beast::http::string_body>;

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kReadBytes = 4'096;
constexpr std::chrono::milliseconds kLinger{2'000};
constexpr std::size_t kLingerBytes = std::size_t{8} << 20;
constexpr std::chrono::milliseconds kAcceptPause{50};
constexpr std::size_t kOtherFiles = 512;  // notes, catalogs, watches
// What is sent for one message and cannot be consumed yet: a line of a chunk, or
// the headers behind the last.
constexpr std::size_t kMostBuffered = 65'536;
// Should a wake-up be lost for lack of memory, a session looks by itself.
constexpr std::chrono::seconds kLook{1};
// Requests that were sent without waiting for the answer to the one before: so many
// are worked on at once, of all connections together, and so many of one in a row.
constexpr std::size_t kTurns = 32;
constexpr int kMostInARow = 100;
constexpr std::string_view kNoRoom =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    "Connection: close\r\n\r\n";

class Session;

// What outlives the Server for as long as somebody holds an Exchange.
struct Core {
  Core(const ServerOptions& given, Service& asked)
      : options(given), service(asked), acceptor(io), patience(io) {}

  ServerOptions options;
  Service& service;
  std::atomic<std::size_t> connections{0};
  bool closing = false;
  bool accepting = false;
  std::unordered_set<Session*> sessions;
  std::list<Session*> waiting;  // for a request; who has waited longest is first
  std::list<Session*> in_line;  // for a turn; the next is first
  std::size_t turns = 0;        // that are taken
  asio::io_context io{1};
  tcp::acceptor acceptor;
  asio::steady_timer patience;
};

// What a session, its exchange and its stream know of the client.
class Client {
 public:
  [[nodiscard]] bool gone() const { return gone_; }
  void when_gone(std::function<void()> call) {
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return;
      if (!gone_) {
        calls_.push_back(std::move(call));
        return;
      }
    }
    call();
  }
  void leave() {
    for (const auto& call : take(true)) call();
  }
  void end() { take(false); }  // it has its answer

 private:
  std::vector<std::function<void()>> take(bool gone) {
    const std::lock_guard lock(mutex_);
    if (gone) gone_ = true;
    ended_ = true;
    return std::exchange(calls_, {});
  }
  std::mutex mutex_;
  std::atomic<bool> gone_{false};
  bool ended_ = false;
  std::vector<std::function<void()>> calls_;
};

// A connection. Its coroutine holds it, and so does whoever has an exchange of it.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Core& core, tcp::socket socket)
      : core_(core), stream_(std::move(socket)), buffer_(kMostBuffered), wake_(core.io) {
    error_code ignored;
    const tcp::endpoint local = stream_.socket().local_endpoint(ignored);
    address_ = local.address();
    port_ = local.port();
  }

  // `core` is kept until the connection ends.
  static asio::awaitable<void> run(std::shared_ptr<Session> self, std::shared_ptr<Core> core);

  // Bytes of the answer, in order; from any thread. What there is no memory for ends
  // the connection.
  void post(std::string bytes, bool last) noexcept;
  // In place of an answer that could not be made.
  void post_shortage() noexcept;
  // Bytes that were posted and not yet written.
  [[nodiscard]] std::size_t backlog() const { return backlog_.load(std::memory_order_relaxed); }
  void post_close() noexcept;
  void begin_stream() { streaming_ = true; }

  // On the server's thread.
  void close();
  void stop_gently() {
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
  bool take_posted(std::string& bytes);
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
  std::mutex mutex_;
  std::deque<std::string> queue_;  // guarded by mutex_
  std::atomic<std::size_t> backlog_{0};
  std::atomic<bool> all_queued_{false};
  std::atomic<bool> streaming_{false};
  std::atomic<bool> broken_{false};  // something could not be queued
  std::atomic<bool> ends_{false};    // with the answer that is queued
  std::shared_ptr<Client> client_;   // of the exchange that is open
  bool watching_ = false;
  bool closed_ = false;
  bool has_turn_ = false;
  int in_a_row_ = 0;  // requests that were there before their turn
  std::optional<std::list<Session*>::iterator> waits_;
  std::optional<std::list<Session*>::iterator> in_line_;
};

class BeastStream final : public Stream {
 public:
  BeastStream(std::shared_ptr<Core> core, std::shared_ptr<Session> session,
              std::shared_ptr<Client> client, bool chunked)
      : core_(std::move(core)),
        session_(std::move(session)),
        client_(std::move(client)),
        chunked_(chunked) {}
  ~BeastStream() override { BeastStream::finish(); }
  BeastStream(const BeastStream&) = delete;
  BeastStream& operator=(const BeastStream&) = delete;

  bool send(std::string bytes) override {
    if (!open() || bytes.empty()) return open();
    if (session_->backlog() + bytes.size() > core_->options.backlog_bytes) {
      open_ = false;
      session_->post_close();
      return false;
    }
    session_->post(chunked_ ? wire_chunk(bytes) : std::move(bytes), false);
    return true;
  }
  void finish() override {
    if (!open_.exchange(false)) return;
    try {
      session_->post(chunked_ ? wire_chunk("") : "", true);
    } catch (const std::exception&) {
      session_->post_close();
    }
  }
  [[nodiscard]] bool open() const override { return open_ && !client_->gone(); }
  void forget() { open_ = false; }  // the answer is another's

 private:
  std::shared_ptr<Core> core_;  // first in, last out: the session refers to it
  std::shared_ptr<Session> session_;
  std::shared_ptr<Client> client_;
  bool chunked_;
  std::atomic<bool> open_{true};
};

class BeastExchange final : public Exchange {
 public:
  BeastExchange(std::shared_ptr<Core> core, std::shared_ptr<Session> session,
                std::shared_ptr<Client> client, Request request, bool keep_alive, bool modern)
      : core_(std::move(core)),
        session_(std::move(session)),
        client_(std::move(client)),
        request_(std::move(request)),
        keep_alive_(keep_alive),
        modern_(modern) {}
  ~BeastExchange() override {
    if (answered_) return;
    try {
      BeastExchange::answer(refusal(500, "the request was not answered"));
    } catch (const std::exception&) {
      session_->post_shortage();
    }
  }
  BeastExchange(const BeastExchange&) = delete;
  BeastExchange& operator=(const BeastExchange&) = delete;

  [[nodiscard]] const Request& request() const override { return request_; }

  void answer(Response response) override {
    if (answered_.exchange(true)) return;
    try {
      core_->service.finish(response);
      const auto body = request_.method == "HEAD" ? Framing::Body::Absent : Framing::Body::Whole;
      session_->post(wire_text(response, {body, keep_alive_}), true);
    } catch (const std::exception&) {
      session_->post_shortage();
    }
  }

  [[nodiscard]] std::shared_ptr<Stream> stream(Response head) override {
    // What throws before the end leaves the exchange open to another answer.
    core_->service.finish(head);
    const Framing framing{modern_ ? Framing::Body::Chunks : Framing::Body::UntilClose,
                          modern_ && keep_alive_};
    std::string bytes = wire_text(head, framing);
    auto made = std::make_shared<BeastStream>(core_, session_, client_, modern_);
    if (answered_.exchange(true)) {
      made->forget();
      return made;
    }
    session_->begin_stream();
    session_->post(std::move(bytes), false);
    return made;
  }

  void when_gone(std::function<void()> call) override { client_->when_gone(std::move(call)); }

 private:
  std::shared_ptr<Core> core_;
  std::shared_ptr<Session> session_;
  std::shared_ptr<Client> client_;
  const Request request_;
  const bool keep_alive_;
  const bool modern_;  // HTTP/1.1
  std::atomic<bool> answered_{false};
};

void Session::post(std::string bytes, bool last) noexcept {
  try {
    const std::size_t size = bytes.size();
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(bytes));
    backlog_.fetch_add(size, std::memory_order_relaxed);
    if (last) all_queued_ = true;
  } catch (const std::exception&) {
    broken_ = true;
  }
  wake();
}

void Session::post_shortage() noexcept {
  ends_ = true;
  try {
    post(std::string(kNoRoom), true);
  } catch (const std::exception&) {
    post_close();
  }
}

void Session::post_close() noexcept {
  try {
    asio::post(core_.io, [self = shared_from_this()] { self->close(); });
  } catch (const std::exception&) {
    broken_ = true;  // seen at the next look
  }
}

void Session::wake() noexcept {
  try {
    asio::post(core_.io, [self = shared_from_this()] { self->wake_.cancel(); });
  } catch (const std::exception&) {  // it looks by itself
  }
}

// Everything that is to be written now; false when there is nothing.
bool Session::take_posted(std::string& bytes) {
  const std::lock_guard lock(mutex_);
  if (queue_.empty()) return false;
  bytes = std::move(queue_.front());
  queue_.pop_front();
  while (!queue_.empty()) {
    bytes += queue_.front();
    queue_.pop_front();
  }
  return true;
}

// A request that came before the one ahead of it was answered waits until those of
// others have had their turn. So a thousand connections full of requests keep
// nobody from being answered who sends one and waits.
asio::awaitable<bool> Session::take_turn() {
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

void Session::give_turn() {
  if (in_line_) core_.in_line.erase(*in_line_);
  in_line_.reset();
  if (!std::exchange(has_turn_, false)) return;
  if (core_.in_line.empty()) {
    --core_.turns;
    return;
  }
  Session& next = *core_.in_line.front();
  core_.in_line.pop_front();
  next.in_line_.reset();
  next.has_turn_ = true;
  next.wake_.cancel();
}

void Session::close() {
  closed_ = true;
  wait_ends();
  give_turn();
  error_code ignored;
  stream_.socket().close(ignored);
  wake_.cancel();
  if (client_) client_->leave();
}

void Session::wait_begins() { waits_ = core_.waiting.insert(core_.waiting.end(), this); }

void Session::wait_ends() {
  if (waits_) core_.waiting.erase(*waits_);
  waits_.reset();
}

// Notices that the client closes the connection while its request is worked on.
void Session::watch() {
  if (watching_) return;
  watching_ = true;
  stream_.socket().async_wait(tcp::socket::wait_read,
                              [self = shared_from_this()](const error_code& error) {
                                self->watching_ = false;
                                if (!error) self->client_left();
                              });
}

void Session::client_left() {
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

asio::awaitable<bool> Session::write(std::string bytes) {
  stream_.expires_after(core_.options.write_time);
  const auto [error, written] = co_await asio::async_write(stream_, asio::buffer(bytes), kResult);
  co_return !error;
}

// The last words on a connection.
asio::awaitable<void> Session::refuse(Response response) {
  core_.service.finish(response);
  // In steps: g++ 12 loses temporaries of an expression that waits.
  std::string bytes = wire_text(response, {Framing::Body::Whole, false});
  const bool written = co_await write(std::move(bytes));
  if (written) co_await linger();
}

// The client may still be sending, and a connection that is closed over that takes
// the answer with it.
asio::awaitable<void> Session::linger() {
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
asio::awaitable<void> Session::refuse_unreadable(error_code error) {
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
    co_await refuse(refusal(400, "this is not HTTP as it should be"));
  }
}

// The first bytes may be long in coming, the rest of the header may not. `head` gets
// it as it was sent.
asio::awaitable<error_code> Session::read_head(Parser& parser, std::string& head) {
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

Request Session::head_of(const Parser& parser) const {
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
asio::awaitable<bool> Session::serve_request(const std::shared_ptr<Core>& core) {
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
  if (auto refused = core_.service.refuse(request)) {
    // A body that nobody will read, or a head that is not to be believed.
    if (!parser.is_done() || refused->status == 400) {
      co_await refuse(std::move(*refused));
      co_return false;
    }
    if (early && !co_await take_turn()) co_return false;
    core_.service.finish(*refused);
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
bool Session::keeps(const Parser& parser) const {
  return parser.keep_alive() && !core_.closing && in_a_row_ < kMostInARow;
}

void Session::hand_over(const std::shared_ptr<Exchange>& exchange) {
  try {
    core_.service.handle(exchange);
  } catch (const std::exception& fault) {
    exchange->answer(fault_response(fault));
  }
}

asio::awaitable<bool> Session::answer(const std::shared_ptr<Core>& core, Request request,
                                      const Parser& parser) {
  const bool modern = parser.get().version() == 11;
  const bool keep = keeps(parser);
  client_ = std::make_shared<Client>();
  all_queued_ = streaming_ = ends_ = false;
  hand_over(std::make_shared<BeastExchange>(core, shared_from_this(), client_, std::move(request),
                                            keep, modern));
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
    if (take_posted(bytes)) {
      const std::size_t size = bytes.size();
      sound = bytes.empty() || co_await write(std::move(bytes));
      backlog_.fetch_sub(size, std::memory_order_relaxed);
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

// A session among the others for as long as its coroutine is there. That may go
// without being resumed, where the library has no memory to do so.
class Seat {
 public:
  Seat(Core& core, Session& session) : core_(core), session_(session) {
    core_.sessions.insert(&session_);
    core_.connections = core_.sessions.size();
  }
  ~Seat() {
    try {
      session_.close();
    } catch (const std::exception&) {  // of somebody who is told that the client left
    }
    core_.sessions.erase(&session_);
    core_.connections = core_.sessions.size();
    if (core_.closing && core_.sessions.empty()) core_.patience.cancel();
  }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

 private:
  Core& core_;
  Session& session_;
};

asio::awaitable<void> Session::run(std::shared_ptr<Session> self, std::shared_ptr<Core> core) {
  try {
    const Seat seat(*core, *self);
    while (co_await self->serve_request(core)) {
    }
  } catch (const std::exception&) {
    // Out of memory, or a fault of ours: this connection ends, the others go on.
  }
}

// A descriptor in reserve: with none left a client could be neither let in nor told.
class Spare {
 public:
  Spare() { renew(); }
  ~Spare() { drop(); }
  Spare(const Spare&) = delete;
  Spare& operator=(const Spare&) = delete;
  void drop() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }
  void renew() {
    if (file_ < 0) file_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  }

 private:
  int file_ = -1;
};

// Tells a client that there is no room for it. Does not wait.
void turn_away(tcp::socket& socket) {
  const int file = socket.native_handle();
  (void)::send(file, kNoRoom.data(), kNoRoom.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  (void)::shutdown(file, SHUT_WR);
  // What it sent already and nobody reads would take the answer with it.
  std::array<char, kReadBytes> sent{};
  while (::recv(file, sent.data(), sent.size(), MSG_DONTWAIT) > 0) {
  }
  error_code ignored;
  socket.close(ignored);
}

// Who is not in the midst of a request goes: first who has sent more than one.
bool make_room(Core& core) {
  if (!core.in_line.empty()) {
    core.in_line.back()->close();
  } else if (!core.waiting.empty()) {
    core.waiting.front()->close();
  } else {
    return false;
  }
  return true;
}

void begin_session(const std::shared_ptr<Core>& core, tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.non_blocking(true, ignored);
  auto session = std::make_shared<Session>(*core, std::move(socket));
  asio::co_spawn(core->io, Session::run(std::move(session), core), asio::detached);
}

// False: nothing more can be done for now.
bool let_in(const std::shared_ptr<Core>& core, const error_code& error, tcp::socket socket,
            Spare& spare) {
  const bool full = core->sessions.size() >= core->options.connections;
  const bool room = (!error && !full) || make_room(*core);
  if (!error && room) {
    begin_session(core, std::move(socket));
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

// Room for the connections and what is needed beside them, as far as the system
// allows.
std::size_t allowed_connections(std::size_t wanted) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
  const rlim_t needed = wanted + kOtherFiles;
  if (files.rlim_cur < needed) {
    files.rlim_cur = std::min<rlim_t>(needed, files.rlim_max);
    (void)::setrlimit(RLIMIT_NOFILE, &files);
    (void)::getrlimit(RLIMIT_NOFILE, &files);
  }
  if (files.rlim_cur >= needed) return wanted;
  return std::max<std::size_t>(files.rlim_cur / 2, 16);
}

Error listen_error(const error_code& error, const ServerOptions& options) {
  if (error == asio::error::address_in_use) {
    return conflict(
        fmt::format("port {} of {} is taken", options.port, options.host),
        "perhaps 'loci serve' runs already; choose another port with --port, 0 for any");
  }
  if (error == asio::error::access_denied) {
    return denied(fmt::format("port {} may not be used", options.port),
                  "choose one from 1024 with --port");
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

class BeastServer final : public Server {
 public:
  BeastServer(const ServerOptions& options, Service& service)
      : core_(std::make_shared<Core>(options, service)) {}
  ~BeastServer() override { BeastServer::stop(std::chrono::milliseconds(0)); }
  BeastServer(const BeastServer&) = delete;
  BeastServer& operator=(const BeastServer&) = delete;

  Result<> listen() {
    const ServerOptions& options = core_->options;
    error_code error;
    const auto address = asio::ip::make_address(options.host, error);
    if (error) {
      return fail(invalid_input(fmt::format("'{}' is no address", options.host),
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
      const auto open = core->sessions;  // one that ends leaves the set
      for (Session* session : open) session->stop_gently();
      core->patience.expires_after(patience);
      core->patience.async_wait([core](const error_code&) {
        const auto left = core->sessions;
        for (Session* session : left) session->close();
      });
      if (core->sessions.empty()) core->patience.cancel();
    });
    thread_.join();
  }

 private:
  std::shared_ptr<Core> core_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options, Service& service) {
  try {
    auto server = std::make_unique<BeastServer>(options, service);
    LOCI_TRY(server->listen());
    return server;
  } catch (const std::system_error& fault) {
    return fail(no_thread(fault));
  } catch (const std::exception& error) {
    return fail(io_error(fmt::format("cannot listen: {}", error.what())));
  }
}

}  // namespace loci::http
