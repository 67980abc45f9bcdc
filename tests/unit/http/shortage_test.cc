// What the server does when threads cannot be had. The program's own
// `pthread_create` stands in for the system's here.

#include "base/shortage.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <new>
#include <thread>

#include "app/memories.h"
#include "fs/file_system.h"
#include "http/events.h"
#include "http/mcp_endpoint.h"
#include "http/mcp_tenants.h"
#include "http/rest.h"
#include "http/server.h"
#include "http/site.h"
#include "http/workers.h"
#include "support/socket_client.h"

namespace {

std::atomic<int> threads_left{-1};  // that may still be started; -1: any number
}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  const int left = threads_left.load();
  if (left == 0) return EAGAIN;
  if (left > 0) --threads_left;
  return real(thread, attributes, start, argument);
}

namespace loci::http {
namespace {

using namespace std::chrono_literals;
using support::SocketClient;
using testing::HasSubstr;
using testing::StartsWith;

// Everything that `loci serve` has, on a home of its own.
class ShortageTest : public testing::Test {
 protected:
  ShortageTest() {
    std::filesystem::remove_all(home);
    std::filesystem::create_directories(home + "/memory");
    std::filesystem::permissions(home, std::filesystem::perms::owner_all);
  }
  ~ShortageTest() override { well(); }
  void start() {
    workers = std::make_unique<Workers>(2, 1);
    rest = std::make_unique<Rest>(memories, *workers);
    events = std::make_unique<Events>(memories, *workers);
    site = std::make_unique<Site>(GuardOptions{"127.0.0.1", ""}, *rest);
    site->add("/api/events", events->endpoint());
    tenants = std::make_unique<McpTenants>(memories, *workers);
    mcp =
        std::make_unique<McpEndpoint>([&](const std::string& name) { return tenants->find(name); });
    site->add("/mcp", [&](const std::shared_ptr<Exchange>& exchange, const Target& target) {
      mcp->handle(exchange, target);
    });
    auto started = Server::start({}, *site);
    ASSERT_TRUE(started) << started.error().message;
    server = std::move(*started);
  }
  void TearDown() override {
    well();
    if (tenants) tenants->end_subscriptions();
    if (server) server->stop(1s);
    if (workers) workers->stop();
    std::filesystem::remove_all(home);
  }
  static void well() { threads_left = -1; }
  std::string ask(const std::string& request, std::chrono::milliseconds time = 10s) const {
    SocketClient client(server->port());
    client.send(request);
    return client.read_all(time);
  }
  static std::string get(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }
  const std::string home =
      (std::filesystem::temp_directory_path() / ("loci-shortage-" + std::to_string(::getpid())))
          .string();
  std::unique_ptr<fs::FileSystem> files = fs::make_system_file_system();
  SystemClock clock;
  StderrLog log{true};
  app::Memories memories{*files, clock, log, home, Environment(), app::Session()};
  std::unique_ptr<Workers> workers;
  std::unique_ptr<Rest> rest;
  std::unique_ptr<Events> events;
  std::unique_ptr<Site> site;
  std::unique_ptr<McpTenants> tenants;
  std::unique_ptr<McpEndpoint> mcp;
  std::unique_ptr<Server> server;
};

// rule: Z14
TEST_F(ShortageTest, OfThreadsIsAnsweredWith503) {
  start();
  threads_left = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(ask(get("/api/events")), StartsWith("HTTP/1.1 503"));
    EXPECT_THAT(ask(get("/api/memory")), StartsWith("HTTP/1.1 200"));
  }
  well();
  SocketClient client(server->port());
  client.send(get("/api/events"));
  EXPECT_THAT(client.read_until("hello"), HasSubstr("hello"));
}

// rule: Z14
TEST_F(ShortageTest, OfThreadsLeavesWorkersAsManyAsThereAre) {
  for (int threads = 0; threads <= 9; ++threads) {
    threads_left = threads;
    std::unique_ptr<Workers> made;
    if (threads < 2) {
      EXPECT_THROW(made = std::make_unique<Workers>(6, 2), std::system_error) << threads;
      continue;
    }
    made = std::make_unique<Workers>(6, 2);
    for (const Lane lane : {Lane::Reads, Lane::Writes}) {
      std::atomic<bool> done = false;
      ASSERT_TRUE(made->post(lane, [&] { done = true; }));
      for (int i = 0; i < 1'000 && !done; ++i) std::this_thread::sleep_for(10ms);
      EXPECT_TRUE(done) << threads;
    }
    made->stop();
  }
}

TEST(Workers, GoOnAfterWorkThatThrows) {
  Workers workers(1, 1);
  std::atomic<bool> done = false;
  ASSERT_TRUE(workers.post(Lane::Reads, [] { throw std::bad_alloc(); }));
  ASSERT_TRUE(workers.post(Lane::Reads, [&] { done = true; }));
  for (int i = 0; i < 1'000 && !done; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(done);
}

// rule: Z14
TEST(IsShortage, IsWhatMayBeThereAgainInAMoment) {
  for (const int number : {EMFILE, ENFILE, ENOMEM, EAGAIN}) {
    EXPECT_TRUE(is_shortage(system_error(number, "open", "x"))) << number;
    EXPECT_TRUE(is_shortage(std::system_error(number, std::generic_category()))) << number;
  }
  for (const int number : {EIO, ENOSPC, EACCES, ENOENT}) {
    EXPECT_FALSE(is_shortage(system_error(number, "open", "x"))) << number;
  }
  EXPECT_TRUE(is_shortage(std::bad_alloc()));
  EXPECT_FALSE(is_shortage(std::runtime_error("x")));
  EXPECT_EQ(error_response(system_error(EMFILE, "open", "x")).status, 503);
  EXPECT_EQ(fault_response(std::bad_alloc()).status, 503);
  EXPECT_EQ(fault_response(std::runtime_error("x")).status, 500);
}

}  // namespace
}  // namespace loci::http
