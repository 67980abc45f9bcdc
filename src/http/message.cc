#include "http/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/codec.h"
#include "base/shortage.h"

namespace loci::http {
namespace {

struct Status {
  int number;
  std::string_view phrase;
  std::string_view code;  // in the body of a refusal
};
constexpr std::array kStatuses{
    Status{200, "OK", ""},
    Status{201, "Created", ""},
    Status{202, "Accepted", ""},
    Status{204, "No Content", ""},
    Status{304, "Not Modified", ""},
    Status{400, "Bad Request", "invalid_input"},
    Status{401, "Unauthorized", "unauthorized"},
    Status{403, "Forbidden", "denied"},
    Status{404, "Not Found", "not_found"},
    Status{405, "Method Not Allowed", "method_not_allowed"},
    Status{406, "Not Acceptable", "not_acceptable"},
    Status{409, "Conflict", "conflict"},
    Status{413, "Content Too Large", "too_large"},
    Status{415, "Unsupported Media Type", "unsupported_media_type"},
    Status{423, "Locked", "locked"},
    Status{429, "Too Many Requests", "too_many_requests"},
    Status{431, "Request Header Fields Too Large", "too_large"},
    Status{500, "Internal Server Error", "internal"},
    Status{503, "Service Unavailable", "unavailable"},
};

const Status& status_of(int number) {
  const auto found = std::find_if(kStatuses.begin(), kStatuses.end(),
                                  [&](const Status& status) { return status.number == number; });
  return found == kStatuses.end() ? status_of(500) : *found;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Which bytes may be in the name of a header, and which in its value.
struct Allowed {
  std::array<bool, 256> name{};
  std::array<bool, 256> value{};
};

constexpr Allowed make_allowed() {
  Allowed allowed;
  for (std::size_t c = 0x20; c < 256; ++c) allowed.value[c] = c != 0x7f;
  allowed.value['\t'] = true;
  for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz")) {
    allowed.name[static_cast<unsigned char>(c)] = true;
    if (c >= 'a' && c <= 'z') allowed.name[static_cast<unsigned char>(c) - 32U] = true;
  }
  return allowed;
}

constexpr Allowed kAllowed = make_allowed();

bool is_all(const std::array<bool, 256>& allowed, std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return allowed[static_cast<unsigned char>(c)]; });
}

bool is_sound(const Header& header) {
  return is_header_name(header.name) && is_all(kAllowed.value, header.value);
}

Response with_retry(Response response) {
  response.set("Retry-After", "1");
  return response;
}

bool has_body(int status) { return status >= 200 && status != 204 && status != 304; }

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

bool is_header_name(std::string_view text) { return !text.empty() && is_all(kAllowed.name, text); }

std::string_view Request::header(std::string_view name) const {
  for (const Header& header : headers) {
    if (same_name(header.name, name)) return header.value;
  }
  return {};
}

std::size_t Request::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(),
                    [&](const Header& header) { return same_name(header.name, name); }));
}

void Response::set(std::string_view name, std::string_view value) {
  for (Header& header : headers) {
    if (!same_name(header.name, name)) continue;
    header.value = value;
    return;
  }
  headers.push_back({std::string(name), std::string(value)});
}

std::string_view reason_phrase(int status) { return status_of(status).phrase; }

Response text_response(int status, std::string_view type, std::string body) {
  Response response;
  response.status = status;
  response.headers.push_back({"Content-Type", std::string(type)});
  response.body = std::move(body);
  return response;
}

Response json_response(int status, const Json& body) {
  std::string text = dump_json(body);
  text += '\n';
  return text_response(status, "application/json", std::move(text));
}

Response error_response(const Error& error) {
  if (is_shortage(error)) return with_retry(json_response(503, api::to_json(error)));
  return json_response(error_info(error.kind).http_status, api::to_json(error));
}

Response refusal(int status, std::string_view message, std::string_view hint) {
  return json_response(status,
                       {{"error",
                         {{"code", status_of(status).code},
                          {"message", message},
                          {"hint", hint.empty() ? Json(nullptr) : Json(std::string(hint))}}}});
}

Response busy_response(std::string_view message) {
  return with_retry(refusal(503, message, "try again in a moment"));
}

Response fault_response(const std::exception& fault) {
  if (is_shortage(fault)) return busy_response("this server is out of memory, threads or files");
  return error_response(internal_error(fmt::format("unexpected error: {}", fault.what()),
                                       "please report it with the request you made"));
}

std::string wire_text(const Response& response, const Framing& framing) {
  if (!std::all_of(response.headers.begin(), response.headers.end(), is_sound)) {
    return wire_text(refusal(500, "a header of the answer cannot be sent"),
                     {framing.body == Framing::Body::Absent ? framing.body : Framing::Body::Whole,
                      framing.keep_alive});
  }
  const bool whole = framing.body == Framing::Body::Whole && has_body(response.status);
  std::string text;
  text.reserve(512 + (whole ? response.body.size() : 0));
  fmt::format_to(std::back_inserter(text), "HTTP/1.1 {} {}\r\n", response.status,
                 reason_phrase(response.status));
  for (const Header& header : response.headers) {
    text.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  if (framing.body == Framing::Body::Chunks) {
    text += "Transfer-Encoding: chunked\r\n";
  } else if (framing.body != Framing::Body::UntilClose && has_body(response.status)) {
    fmt::format_to(std::back_inserter(text), "Content-Length: {}\r\n", response.body.size());
  }
  text += framing.keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  if (whole) text += response.body;
  return text;
}

std::string wire_chunk(std::string_view bytes) {
  std::string text = fmt::format("{:x}\r\n", bytes.size());
  text.append(bytes).append("\r\n");
  return text;
}

}  // namespace loci::http
