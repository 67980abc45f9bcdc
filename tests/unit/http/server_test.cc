// The real listener, on a free port of the loopback, with a handler of a few
// lines.

#include "http/server.h"

#include <gmock/gmock.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "http/workers.h"
#include "support/socket_client.h"

namespace loci::http::server_test {

using namespace std::chrono_literals;
using support::SocketClient;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {

class Echo final : public Handler {
 public:
  std::optional<Response> refuse(const Request& head) override {
    if (head.target == "/refused") return refusal(403, "not you");
    return std::nullopt;
  }
  void handle(std::shared_ptr<Exchange> exchange) override {
    const std::string target = exchange->request().target;
    if (target == "/dropped") return;
    if (target == "/throws") throw std::runtime_error("a fault");
    if (target == "/slow") {
      EXPECT_TRUE(workers.post(Lane::Reads, [this, exchange] {
        exchange->when_gone([this] { note("gone"); });
        note("begun");
        await("go on");
        exchange->answer(text_response(200, "text/plain", "at last"));
      }));
      return;
    }
    if (target == "/stream") {
      const auto stream = exchange->stream(text_response(200, "text/plain", ""));
      exchange->when_gone([this] { note("gone"); });
      const std::lock_guard lock(mutex);
      streams.push_back(stream);
      return;
    }
    exchange->answer(
        text_response(200, "text/plain",
                      exchange->request().method + " " + target + " " + exchange->request().body));
  }
  void finish(Response& response) override { response.set("X-Finished", "yes"); }

  void note(const std::string& what) {
    const std::lock_guard lock(mutex);
    notes.push_back(what);
    changed.notify_all();
  }
  bool await(const std::string& what) {
    std::unique_lock lock(mutex);
    return changed.wait_for(
        lock, 10s, [&] { return std::find(notes.begin(), notes.end(), what) != notes.end(); });
  }
  std::shared_ptr<Stream> stream() {
    for (int i = 0; i < 1'000; ++i) {
      {
        const std::lock_guard lock(mutex);
        if (!streams.empty()) return streams.front();
      }
      std::this_thread::sleep_for(10ms);
    }
    return nullptr;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> notes;
  std::vector<std::shared_ptr<Stream>> streams;
  Workers workers{2, 1};
};

class ServerTest : public ::testing::Test {
 protected:
  void start(ServerOptions options = {}) {
    auto started = Server::start(options, echo);
    ASSERT_TRUE(started) << started.error().message;
    server = std::move(*started);
  }
  std::string ask(const std::string& bytes) {
    SocketClient client(server->port());
    client.send(bytes);
    return client.read_all();
  }
  // The handler outlives the server, and what works for it the exchanges.
  void TearDown() override {
    echo.note("go on");
    server.reset();
  }

  Echo echo;
  std::unique_ptr<Server> server;
};

}  // namespace

TEST_F(ServerTest, AnswersRequestsOfOneConnectionInOrder) {
  start();
  SocketClient client(server->port());
  client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n");
  const std::string both = client.read_until("GET /b ");
  EXPECT_THAT(both, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_LT(both.find("GET /a "), both.find("GET /b "));
  EXPECT_THAT(both, HasSubstr("X-Finished: yes\r\n"));
  client.send("PUT /c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  EXPECT_THAT(client.read_until("PUT /c abc"), HasSubstr("PUT /c abc"));
  client.send(
      "PUT /d HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  EXPECT_THAT(client.read_until("PUT /d abc"), HasSubstr("PUT /d abc"));
}

TEST_F(ServerTest, EndsAConnectionWhenAskedTo) {
  start();
  EXPECT_THAT(ask("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
              HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(ask("GET /a HTTP/1.0\r\nHost: x\r\n\r\n"), HasSubstr("GET /a "));
}

TEST_F(ServerTest, SaysThatTheBodyIsWelcome) {
  start();
  SocketClient client(server->port());
  client.send("PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_THAT(client.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 100 Continue\r\n\r\n"));
  client.send("hi");
  EXPECT_THAT(client.read_until("PUT /a hi"), HasSubstr("PUT /a hi"));
}

TEST_F(ServerTest, RefusesBeforeTheBodyIsRead) {
  start();
  const std::string answer =
      ask("PUT /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 403 Forbidden\r\n"));
  EXPECT_THAT(answer, HasSubstr("X-Finished: yes\r\n"));
}

TEST_F(ServerTest, AnswersWhatNobodyAnswered) {
  start();
  EXPECT_THAT(ask("GET /dropped HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 500 "));
  ask("GET /throws HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(ask("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), HasSubstr("GET /a "));
}

// rule: Z4
TEST_F(ServerTest, BoundsHeadersAndBodies) {
  ServerOptions options;
  options.body_bytes = 1'000;
  start(options);
  EXPECT_THAT(ask("GET / HTTP/1.1\r\nHost: x\r\nA: " + std::string(20'000, 'a') + "\r\n\r\n"),
              StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(ask("GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n"),
              StartsWith("HTTP/1.1 431 "));
  EXPECT_THAT(ask("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n"),
              StartsWith("HTTP/1.1 413 "));
  EXPECT_THAT(ask("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" +
                  std::string(1'001, 'a')),
              StartsWith("HTTP/1.1 413 "));
}

TEST_F(ServerTest, RefusesWhatIsNoHttp) {
  start();
  for (const char* bytes :
       {"hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nbad header\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "PUT / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "PUT / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"}) {
    EXPECT_THAT(ask(bytes), StartsWith("HTTP/1.1 400 ")) << bytes;
  }
}

// rule: Z5
TEST_F(ServerTest, DropsWhoIsTooSlow) {
  ServerOptions options;
  options.header_time = options.body_time = options.idle_time = 200ms;
  start(options);
  for (const char* bytes :
       {"", "GET / HT", "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na"}) {
    SocketClient client(server->port());
    client.send(bytes);
    EXPECT_EQ(client.read_all(), "");
    EXPECT_TRUE(client.ended());
  }
}

// rule: Z5
TEST_F(ServerTest, MakesRoomWhenAllConnectionsAreTaken) {
  ServerOptions options;
  options.connections = 4;
  start(options);
  std::vector<std::unique_ptr<SocketClient>> slow;
  for (int i = 0; i < 12; ++i) {
    slow.push_back(std::make_unique<SocketClient>(server->port()));
    slow.back()->send("GET / HTTP/1.1\r\nX: ");
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_THAT(ask("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
                HasSubstr("GET /a "));
  }
  EXPECT_LE(server->connections(), 5U);
}

TEST_F(ServerTest, GoesOnWhileARequestTakesLong) {
  start();
  SocketClient slow(server->port());
  slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(echo.await("begun"));
  EXPECT_THAT(ask("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), HasSubstr("GET /a "));
  echo.note("go on");
  EXPECT_THAT(slow.read_until("at last"), HasSubstr("at last"));
}

TEST_F(ServerTest, TellsThatTheClientLeft) {
  start();
  SocketClient client(server->port());
  client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(echo.await("begun"));
  client.close();
  EXPECT_TRUE(echo.await("gone"));
}

TEST_F(ServerTest, StreamsUntilTheEnd) {
  start();
  SocketClient client(server->port());
  client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto stream = echo.stream();
  ASSERT_TRUE(stream);
  EXPECT_TRUE(stream->send("one"));
  EXPECT_THAT(client.read_until("one\r\n"), HasSubstr("3\r\none\r\n"));
  EXPECT_TRUE(stream->send("two"));
  stream->finish();
  EXPECT_FALSE(stream->send("three"));
  EXPECT_THAT(client.read_until("0\r\n\r\n"), HasSubstr("3\r\ntwo\r\n0\r\n\r\n"));
  client.send("GET /after HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(client.read_until("GET /after"), HasSubstr("GET /after"));
}

TEST_F(ServerTest, EndsAStreamThatNobodyReads) {
  ServerOptions options;
  options.backlog_bytes = 100'000;
  start(options);
  SocketClient client(server->port());
  client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto stream = echo.stream();
  ASSERT_TRUE(stream);
  bool open = true;
  for (int i = 0; i < 10'000 && open; ++i) open = stream->send(std::string(50'000, 'x'));
  EXPECT_FALSE(open);
}

TEST_F(ServerTest, EndsAStreamWhoseReaderLeft) {
  start();
  SocketClient client(server->port());
  client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto stream = echo.stream();
  ASSERT_TRUE(stream);
  client.close();
  ASSERT_TRUE(echo.await("gone"));
  EXPECT_FALSE(stream->send("x"));
}

// rule: Z10
TEST_F(ServerTest, StopsWhenWhatIsBegunIsDone) {
  start();
  SocketClient idle(server->port());
  SocketClient streaming(server->port());
  SocketClient slow(server->port());
  streaming.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(echo.stream());
  slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(echo.await("begun"));
  const std::uint16_t port = server->port();
  std::thread stopping([&] { server->stop(10s); });
  idle.read_all();
  EXPECT_TRUE(idle.ended());
  streaming.read_all();
  EXPECT_TRUE(streaming.ended());
  EXPECT_FALSE(SocketClient(port).connected());
  echo.note("go on");
  EXPECT_THAT(slow.read_all(), HasSubstr("at last"));
  stopping.join();
}

TEST_F(ServerTest, StopsInTheMidstWhenPatienceEnds) {
  start();
  SocketClient slow(server->port());
  slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(echo.await("begun"));
  server->stop(100ms);
  EXPECT_EQ(slow.read_all(), "");
  EXPECT_TRUE(slow.ended());
}

// rule: Z1
TEST_F(ServerTest, SaysThatThePortIsTaken) {
  start();
  ServerOptions options;
  options.port = server->port();
  const auto second = Server::start(options, echo);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::Conflict);
  EXPECT_THAT(second.error().message, HasSubstr("is already in use"));
  EXPECT_THAT(second.error().hint, HasSubstr("--port"));
}

TEST_F(ServerTest, ListensOnAddressesOnly) {
  ServerOptions options;
  options.host = "localhost.example";
  const auto refused = Server::start(options, echo);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::InvalidInput);
}

}  // namespace loci::http::server_test
