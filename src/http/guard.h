// What every request must pass before anything is done for it: that it was meant
// for this server (Host), that no other site's page sent it (Origin), that it
// knows the token, and that its body is of a kind we read; where it ends is known
// by then (framing.h). Pure, but for the memory of failed tokens.
//
// A name can be made to lead to this machine by whoever owns it (DNS rebinding),
// an address cannot. So the Host must be an address, "localhost", or the name the
// server was told.

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace loci::http {

// Compares in a time that depends on the size of `given` only.
[[nodiscard]] bool same_secret(std::string_view given, std::string_view secret);

// 127.0.0.0/8, ::1 or "localhost".
[[nodiscard]] bool is_loopback(std::string_view host);

// "host[:port]" of a Host header or an Origin, in lower case; none when it is not
// of that form.
struct Authority {
  std::string host;  // an IPv6 address without its brackets
  std::uint16_t port = 80;
  bool address = false;  // digits, no name
};
[[nodiscard]] std::optional<Authority> parse_authority(std::string_view text);

// Failed tokens: a handful may come at once, then one a second.
class Brake {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // Notes a failure; false when there were too many.
  [[nodiscard]] bool allows(Time now);

 private:
  static constexpr double kBurst = 20;
  static constexpr double kPerSecond = 1;
  std::mutex mutex_;
  double left_ = kBurst;
  std::optional<Time> last_;
};

struct GuardOptions {
  std::string host;   // that the server listens on
  std::string token;  // "" = none is asked for
};

class Guard {
 public:
  explicit Guard(GuardOptions options) : options_(std::move(options)) {}

  // A refusal, or nothing. `open`: a page anybody may see, which needs no token; `signed_in`:
  // its cookie says who it is. A change by cookie needs the header `X-Loci`, which no page
  // of another site can send.
  [[nodiscard]] std::optional<Response> refuse(const Request& head, bool open, Brake::Time now,
                                               bool signed_in = false);
  // Notes a wrong token; 429 when there were too many.
  [[nodiscard]] std::optional<Response> brake(Brake::Time now);

 private:
  [[nodiscard]] std::optional<Response> refuse_host(const Request& head, bool open) const;
  [[nodiscard]] std::optional<Response> refuse_token(const Request& head, Brake::Time now);
  [[nodiscard]] std::optional<Response> refuse_body(const Request& head) const;
  [[nodiscard]] bool knows_host(const Authority& host) const;
  [[nodiscard]] bool is_own_origin(const Request& head) const;

  GuardOptions options_;
  Brake brake_;
};

// Headers that every answer has: no sniffing, no framing, no storing, and for a
// page what it may load, which is what comes from here.
void add_security_headers(Response& response);

}  // namespace loci::http
