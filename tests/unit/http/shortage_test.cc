// What the server does when memory or threads cannot be had, at every place where
// it asks for some. The program's own `operator new` and `pthread_create` stand in
// for the system's here; in the thread of the test they never fail.

#include "base/shortage.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <new>
#include <thread>

#include "base/memory_reserve.h"
#include "fs/file_system.h"
#include "http/events.h"
#include "http/mcp_endpoint.h"
#include "http/mcp_tenants.h"
#include "http/rest.h"
#include "http/server.h"
#include "http/site.h"
#include "http/workers.h"
#include "memory/memories.h"
#include "memory/session.h"
#include "support/socket_client.h"

namespace {

// Memory runs out after so many allocations of other threads. Then what is large
// cannot be had, and what is small only from the reserve, once that is given up.
constexpr std::size_t kLarge = 1'024;
std::atomic<long> allocations_left{-1};  // -1: any number
std::atomic<long> reserve_left{0};       // bytes
std::atomic<int> threads_left{-1};       // that may still be started; -1: any number
thread_local bool of_the_test = false;

bool fails_now(std::size_t size) {
  if (of_the_test || allocations_left < 0) return false;
  if (allocations_left > 0) {
    --allocations_left;  // a few too many, with several threads, do not matter
    return false;
  }
  return size > kLarge || reserve_left.fetch_sub(static_cast<long>(size)) < 0;
}

}  // namespace

// As the standard says that it works.
void* operator new(std::size_t size) {
  for (;;) {
    void* const got = fails_now(size) ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (got != nullptr) return got;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    reserve_left = static_cast<long>(loci::MemoryReserve::kBytes);
  }
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return fails_now(size) ? nullptr : std::malloc(size == 0 ? 1 : size);
}
// Not inlined: where the compiler sees free() behind a new of its own it warns of a mismatch.
[[gnu::noinline]] void operator delete(void* bytes) noexcept { std::free(bytes); }
[[gnu::noinline]] void operator delete(void* bytes, std::size_t) noexcept { std::free(bytes); }

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  const int left = threads_left.load();
  if (left == 0) return EAGAIN;
  if (left > 0) --threads_left;
  return real(thread, attributes, start, argument);
}

namespace loci::http::shortage_test {
namespace {

using namespace std::chrono_literals;
using support::SocketClient;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

// Everything that `loci serve` has, on a home of its own.
class ShortageTest : public testing::Test {
 protected:
  ShortageTest() {
    of_the_test = true;
    std::filesystem::remove_all(home);
    std::filesystem::create_directories(home + "/memory");
    std::filesystem::permissions(home, std::filesystem::perms::owner_all);
  }
  ~ShortageTest() override {
    well();
    of_the_test = false;
  }
  void start() {
    workers = std::make_unique<Workers>(2, 1);
    rest = std::make_unique<Rest>(memories, *workers);
    events = std::make_unique<Events>(memories, *workers);
    site = std::make_unique<Site>(GuardOptions{"127.0.0.1", ""}, *rest, page, sign_in);
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
  static void well() {
    allocations_left = -1;
    reserve_left = 0;
    (void)MemoryReserve::is_short();  // so it can be had again
    threads_left = -1;
  }
  std::string ask(const std::string& request, std::chrono::milliseconds time = 10s) const {
    SocketClient client(server->port());
    client.send(request);
    return client.read_all(time);
  }
  static std::string get(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  }
  static std::string post(const std::string& path, const std::string& body,
                          const std::string& method = "POST") {
    return method + " " + path +
           " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
           "Accept: application/json, text/event-stream\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  // Memory runs out at each allocation in turn. Returns how many there were.
  long run_out_at_each(const std::string& request, long stride, std::map<std::string, int>& seen) {
    for (long n = 0;; n += stride) {
      allocations_left = n;
      const std::string answer = ask(request, 5s);
      const bool over = allocations_left > 0;
      well();
      ++seen[answer.substr(0, 12)];
      // An answer, or the end of the connection.
      EXPECT_THAT(answer, AnyOf(StartsWith("HTTP/1.1 200"), StartsWith("HTTP/1.1 201"),
                                StartsWith("HTTP/1.1 404"), StartsWith("HTTP/1.1 503"), ""))
          << n;
      if (over || HasFailure()) return n;
      if (n % (stride * 16) == 0) {
        EXPECT_THAT(ask(get("/api/memory")), StartsWith("HTTP/1.1 200")) << "after " << n;
      }
    }
  }

  const std::string home =
      (std::filesystem::temp_directory_path() / ("loci-shortage-" + std::to_string(::getpid())))
          .string();
  std::unique_ptr<fs::FileSystem> files = fs::make_system_file_system();
  SystemClock clock;
  StderrLog log{true};
  memory::Memories memories{*files, clock, log, home, Environment(), memory::Session()};
  std::unique_ptr<Workers> workers;
  std::unique_ptr<Rest> rest;
  std::unique_ptr<Events> events;
  const Page page{*files};
  SignIn sign_in{""};
  std::unique_ptr<Site> site;
  std::unique_ptr<McpTenants> tenants;
  std::unique_ptr<McpEndpoint> mcp;
  std::unique_ptr<Server> server;
};

// rule: Z14
TEST_F(ShortageTest, OfMemoryEndsARequestAtMost) {
  start();
  const std::string words(3'000, 'w');
  for (int i = 0; i < 4; ++i) {
    ASSERT_THAT(ask(post("/api/memory/found-" + std::to_string(i),
                         R"({"type":"user","content":"words )" + words + "\"}", "PUT")),
                StartsWith("HTTP/1.1 201"));
  }
  const std::string call =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_search",)"
      R"("arguments":{"query":"words"}}})";
  const std::string write = R"({"type":"user","content":"more )" + words + "\"}";
  struct Asked {
    const char* name;
    std::string request;
    long stride;
  };
  const std::vector<Asked> all{{"page", get("/"), 1},
                               {"none", get("/api/nothing"), 1},
                               {"read", get("/api/memory/found-1"), 2},
                               {"list", get("/api/memory"), 3},
                               {"search", get("/api/memory/search?q=words"), 2},
                               {"mcp", post("/mcp", call), 3},
                               {"write", post("/api/memory/again", write, "PUT"), 3}};
  for (const Asked& asked : all) {
    std::map<std::string, int> seen;
    const long count = run_out_at_each(asked.request, asked.stride, seen);
    ASSERT_FALSE(HasFailure()) << asked.name;
    std::printf("          %s: %ld allocations, every %ld;", asked.name, count, asked.stride);
    for (const auto& [answer, times] : seen) {
      std::printf(" %s: %d", answer.empty() ? "cut" : answer.c_str() + 9, times);
    }
    std::printf("\n");
  }
  EXPECT_THAT(ask(get("/api/memory")), StartsWith("HTTP/1.1 200"));
}

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
}  // namespace loci::http::shortage_test
