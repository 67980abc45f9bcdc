// How an answer gets from whoever makes it to the connection that sends it.
//
// An Exchange is answered from any thread; the connection writes on the thread of
// the server. Between them are an Outlet, which takes bytes, and a Waiting, which
// knows whether anybody still waits for them.

#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http/server.h"

namespace loci::http {

// Said to whom there is no room for, in memory or among the connections.
inline constexpr std::string_view kNoRoom =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    "Connection: close\r\n\r\n";

// Takes the bytes of an answer, in order; from any thread. What there is no memory
// for ends the connection.
class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void post(std::string bytes, bool last) noexcept = 0;
  // In place of an answer that could not be made.
  virtual void post_shortage() noexcept = 0;
  virtual void post_close() noexcept = 0;
  // What follows comes about bit by bit.
  virtual void begin_stream() = 0;
  // Bytes that were posted and not yet written.
  [[nodiscard]] virtual std::size_t backlog() const = 0;
};

// Bytes that wait to be written.
class OutQueue {
 public:
  void push(std::string bytes);
  // Everything that is to be written now; false when there is nothing.
  bool take(std::string& bytes);
  void written(std::size_t bytes) { backlog_.fetch_sub(bytes, std::memory_order_relaxed); }
  [[nodiscard]] std::size_t backlog() const { return backlog_.load(std::memory_order_relaxed); }

 private:
  std::mutex mutex_;
  std::deque<std::string> queue_;  // guarded by mutex_
  std::atomic<std::size_t> backlog_{0};
};

// Whether the client that sent a request still waits for the answer.
class Waiting {
 public:
  [[nodiscard]] bool gone() const { return gone_; }
  // As Exchange::when_gone().
  void when_gone(std::function<void()> call);
  void leave();                // it went before the end
  void end() { take(false); }  // it has its answer

 private:
  std::vector<std::function<void()>> take(bool gone);

  std::mutex mutex_;
  std::atomic<bool> gone_{false};
  bool ended_ = false;
  std::vector<std::function<void()>> calls_;
};

// What a request asks for that its answer must keep to.
struct Manner {
  bool keep_alive;
  bool modern;  // HTTP/1.1
  std::size_t backlog_bytes;
};

// `handler` finishes what is answered; it must outlive the exchange.
[[nodiscard]] std::shared_ptr<Exchange> make_exchange(Handler& handler,
                                                      std::shared_ptr<Outlet> outlet,
                                                      std::shared_ptr<Waiting> client,
                                                      Request request, Manner manner);

}  // namespace loci::http
