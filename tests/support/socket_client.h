// A client of bytes for tests of the HTTP server: what it sends is what the test
// says, however wrong.

#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace loci::support {

class SocketClient {
 public:
  explicit SocketClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~SocketClient() { close(); }
  SocketClient(const SocketClient&) = delete;
  SocketClient& operator=(const SocketClient&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  // False once the server takes no more.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // What arrives until it holds `wanted`, the connection ends or time is up.
  std::string read_until(std::string_view wanted, std::chrono::milliseconds time = kTime) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (wanted.empty() || read_.find(wanted) == std::string::npos) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      pollfd ready{socket_, POLLIN, 0};
      if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) break;
      char buffer[16'384];
      const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
      if (got <= 0) {
        ended_ = true;
        break;
      }
      read_.append(buffer, static_cast<std::size_t>(got));
    }
    std::string text;
    text.swap(read_);
    return text;
  }
  std::string read_all(std::chrono::milliseconds time = kTime) { return read_until("", time); }
  // Whether the server has closed the connection.
  [[nodiscard]] bool ended() const { return ended_; }

  static constexpr std::chrono::milliseconds kTime{10'000};

 private:
  int socket_;
  bool connected_ = false;
  bool ended_ = false;
  std::string read_;
};

}  // namespace loci::support
