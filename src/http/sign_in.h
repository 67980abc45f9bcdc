// How a browser comes to use the server: the link that `loci serve` prints is traded,
// once and soon, for a cookie. Programs go on with the token.
//
// A cookie says until when it holds and who it is for, sealed with the token: it outlives
// a restart of the server and ends when the token is made anew. Its name has a part that
// only this home's servers have, because the servers of one machine share cookies.

#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"

namespace loci::http {

enum class Caller : std::uint8_t {
  Nobody,   // no cookie that holds
  Program,  // a browser that was given the token
  Person,   // a browser that was opened by the link
};

class SignIn {
 public:
  using Time = std::chrono::system_clock::time_point;

  explicit SignIn(std::string token);

  // A secret for a link, good for one browser and kLinkLife.
  [[nodiscard]] std::string new_link(Time now);
  static constexpr std::chrono::minutes kLinkLife{15};
  static constexpr std::chrono::hours kCookieLife{24 * 30};

  // POST /api/session: {"link": …} or {"token": …} for a cookie; DELETE ends it. Whoever
  // calls counts what is answered with 401.
  [[nodiscard]] Response answer(const Request& request, Time now);

  // Who a request's cookie is for.
  [[nodiscard]] Caller caller(const Request& head, Time now) const;

 private:
  [[nodiscard]] bool use_link(std::string_view link, Time now);
  [[nodiscard]] std::string seal(std::string_view what) const;
  [[nodiscard]] std::string cookie(Caller caller, Time now) const;

  const std::string token_;
  const std::string name_;  // of the cookie
  std::mutex mutex_;
  struct Link {
    std::string secret;
    Time until;
  };
  std::vector<Link> links_;  // guarded by mutex_
};

// The one cookie of that name in a request, or "".
[[nodiscard]] std::string_view cookie_of(const Request& head, std::string_view name);

}  // namespace loci::http
