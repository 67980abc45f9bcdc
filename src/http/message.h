// A request and a response as loci sees them, whatever library reads and writes
// the bytes. Pure.

#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/json.h"

namespace loci::http {

struct Header {
  std::string name;
  std::string value;
};

struct Request {
  std::string method;  // "GET"
  std::string target;  // as it was sent: "/api/memory?scope=global"
  std::vector<Header> headers;
  std::string body;
  // Where it came in: the address and port of this server that the client reached.
  std::string server_address = {};
  std::uint16_t server_port = 0;

  // The first header of that name in any case, or "".
  [[nodiscard]] std::string_view header(std::string_view name) const;
  [[nodiscard]] std::size_t count(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::vector<Header> headers;  // those of the connection and the body's size are not here
  std::string body;

  void set(std::string_view name, std::string_view value);  // replaces one of that name
};

[[nodiscard]] std::string_view reason_phrase(int status);

[[nodiscard]] Response json_response(int status, const Json& body);
[[nodiscard]] Response text_response(int status, std::string_view type, std::string body);
// {"error":{"code","message","hint"}} with the status of its kind.
[[nodiscard]] Response error_response(const Error& error);
// The same for what is wrong with the request as HTTP: 401, 405, 413, 415, 429 …
[[nodiscard]] Response refusal(int status, std::string_view message, std::string_view hint = {});
// 503, to be tried again in a second: too much is asked of this server just now.
[[nodiscard]] Response busy_response(std::string_view message);
// For what was thrown: 503 where memory, threads or files were lacking, else a fault
// of ours.
[[nodiscard]] Response fault_response(const std::exception& fault);

// How a response goes over the wire.
struct Framing {
  enum class Body : std::uint8_t {
    Whole,       // after the headers, with its length
    Chunks,      // comes later, in chunks
    UntilClose,  // comes later and ends with the connection: HTTP/1.0
    Absent,      // an answer to HEAD: all that would be said of it, and not it
  };
  Body body = Body::Whole;
  bool keep_alive = true;
};
// The status line, the headers and, unless they are left out, the body. A header
// that could end its own line (CR, LF, NUL) or is no name makes the answer a bare
// 500: nothing that was put together from outside can add a header.
[[nodiscard]] std::string wire_text(const Response& response, const Framing& framing);
// One chunk of a body that is sent in chunks; the empty one is the last.
[[nodiscard]] std::string wire_chunk(std::string_view bytes);

[[nodiscard]] bool same_name(std::string_view a, std::string_view b);  // in any case
[[nodiscard]] bool is_header_name(std::string_view text);

}  // namespace loci::http
