// What the connections of a server have in common. Internal to the two files that
// know Boost: server_asio.cc, which accepts, and connection_beast.cc, which speaks
// HTTP.
//
// Everything here is used on the one thread of the io_context, except what an
// Outlet is told from elsewhere. Any allocation may fail. What fails ends one
// connection and neither the listening nor the thread.

#pragma once

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>
#include <memory>
#include <unordered_set>

#include "http/server.h"

namespace loci::http {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using boost::system::error_code;

inline constexpr auto kResult = asio::as_tuple(asio::use_awaitable);

class Connection {
 public:
  virtual ~Connection() = default;
  virtual void close() = 0;
  // Ends for the sake of another. A client that had no answer yet is told why.
  virtual void make_way() = 0;
  // Lets a request that is being answered finish.
  virtual void stop_gently() = 0;
  // The turn that it waited for in line.
  virtual void get_turn() = 0;
};

// Outlives the Server for as long as somebody holds an Exchange.
struct Core {
  Core(const ServerOptions& given, Handler& asked)
      : options(given), handler(asked), acceptor(io), patience(io) {}

  ServerOptions options;
  Handler& handler;
  std::atomic<std::size_t> connections{0};
  bool closing = false;
  bool accepting = false;
  std::unordered_set<Connection*> open;
  std::list<Connection*> waiting;  // for a request; who has waited longest is first
  std::list<Connection*> in_line;  // for a turn; the next is first
  std::size_t turns = 0;           // that are taken
  asio::io_context io{1};
  tcp::acceptor acceptor;
  asio::steady_timer patience;
};

// Serves a connection that was accepted until it ends.
void begin_connection(const std::shared_ptr<Core>& core, tcp::socket socket);

}  // namespace loci::http
