#include "http/framing.h"

#include <algorithm>

#include "http/message.h"

namespace loci::http {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; }

bool is_digits(std::string_view text) {
  constexpr std::size_t kMostDigits = 19;
  return !text.empty() && text.size() <= kMostDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// "PUT /api/memory/x HTTP/1.1", with one space each. `old`: HTTP/1.0.
std::string_view first_line_fault(std::string_view line, bool& old) {
  const std::size_t method = std::min(line.find(' '), line.size());
  const std::size_t target = line.rfind(' ');
  if (method == 0 || target == std::string_view::npos || target <= method) {
    return "the first line is not a request";
  }
  const std::string_view version = line.substr(target + 1);
  old = version == "HTTP/1.0";
  if (!old && version != "HTTP/1.1") return "the first line is not an HTTP/1.1 request";
  const std::string_view address = line.substr(method + 1, target - method - 1);
  if (!address.starts_with('/') || address.find_first_of(" \t") != std::string_view::npos) {
    return "the address must be a path on this server";
  }
  return "";
}

struct Lengths {
  int lengths = 0;
  int codings = 0;
};

std::string_view field_fault(std::string_view line, Lengths& lengths) {
  if (line.starts_with(' ') || line.starts_with('\t')) return "a header continues on another line";
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return "a header line has no colon";
  const std::string_view name = line.substr(0, colon);
  if (!is_header_name(name)) return "a header name has characters that it cannot have";
  const std::string_view value = without_blanks(line.substr(colon + 1));
  if (same_name(name, "Content-Length")) {
    ++lengths.lengths;
    if (!is_digits(value)) return "the Content-Length is not a number";
  } else if (same_name(name, "Transfer-Encoding")) {
    ++lengths.codings;
    if (!same_name(value, "chunked")) return "the only transfer coding is 'chunked'";
  }
  return "";
}

}  // namespace

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

std::string_view framing_fault(std::string_view head) {
  bool first = true;
  bool old = false;
  Lengths found;
  for (;;) {
    const std::size_t end = head.find(kLineEnd);
    if (end == std::string_view::npos) return "the headers do not end with an empty line";
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + kLineEnd.size());
    if (has_control(line)) return "a header line has a control character";
    if (line.empty() && !first) break;
    const std::string_view fault = first ? first_line_fault(line, old) : field_fault(line, found);
    if (!fault.empty()) return fault;
    first = false;
  }
  if (!head.empty()) return "there is text after the end of the headers";
  if (found.lengths > 1) return "a request can have only one Content-Length";
  if (found.codings > 1) return "a request can have only one Transfer-Encoding";
  if (found.codings > 0 && found.lengths > 0) {
    return "a request can have a Content-Length or a Transfer-Encoding, not both";
  }
  if (found.codings > 0 && old) return "HTTP/1.0 has no Transfer-Encoding";
  return "";
}

}  // namespace loci::http
