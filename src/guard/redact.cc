#include "guard/redact.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/text.h"

namespace loci::guard {
namespace {

constexpr std::string_view kRedacted = "[REDACTED]";
constexpr std::string_view kTruncated = "...[truncated]";

constexpr std::array<std::string_view, 14> kSensitive{
    "token", "secret",     "password",   "passwd",        "passphrase", "apikey",    "accesskey",
    "pwd",   "privatekey", "credential", "authorization", "cookie",     "sessionid", "signature"};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

// "DB_PASSWORD", "accessToken", "x-api-key" and the like.
bool is_sensitive(std::string_view name) {
  std::string plain;
  for (const char c : ascii_lower(name)) {
    if (c != '_' && c != '-' && c != '.') plain += c;
  }
  return std::any_of(kSensitive.begin(), kSensitive.end(),
                     [&](std::string_view word) { return plain.find(word) != std::string::npos; });
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// One past the quoted text that begins at `at`; the end of the text when it is
// never closed.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

std::size_t skip_value(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = " \t\r\n,;&)]}\"'";
  return std::min(text.find_first_of(kEnds, at), text.size());
}

// Puts "[REDACTED]" for the value at `at`, in its own quotes; where it ends.
std::size_t put_redacted(std::string& result, std::string_view text, std::size_t at) {
  const bool quoted = at < text.size() && (text[at] == '"' || text[at] == '\'');
  if (!quoted) {
    result += kRedacted;
    // What was redacted before stays as it is.
    if (text.substr(at).starts_with(kRedacted)) return at + kRedacted.size();
    return skip_value(text, at);
  }
  result += text[at];
  result += kRedacted;
  result += text[at];
  return skip_quoted(text, at);
}

// At a quote: if this is a JSON pair with a sensitive name, writes it redacted.
std::size_t take_json_pair(std::string& result, std::string_view text, std::size_t at) {
  const std::size_t name_end = text.find('"', at + 1);
  if (name_end == std::string_view::npos) return at;
  const std::string_view name = text.substr(at + 1, name_end - at - 1);
  const bool plain = std::all_of(name.begin(), name.end(), is_name_character);
  const std::size_t colon = skip_spaces(text, name_end + 1);
  if (!plain || colon >= text.size() || text[colon] != ':' || !is_sensitive(name)) return at;
  const std::size_t value = skip_spaces(text, colon + 1);
  result += text.substr(at, value - at);
  return put_redacted(result, text, value);
}

// At the start of a word: `name=value` with a sensitive name, or `Bearer value`.
std::size_t take_word(std::string& result, std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  const std::string_view name = text.substr(at, end - at);
  result += name;
  if (end < text.size() && text[end] == '=' && is_sensitive(name)) {
    result += '=';
    return put_redacted(result, text, end + 1);
  }
  const std::size_t value = skip_spaces(text, end);
  if (ascii_lower(name) == "bearer" && value > end && value < text.size() &&
      skip_value(text, value) > value) {
    result += text.substr(end, value - end);
    return put_redacted(result, text, value);
  }
  return end;
}

}  // namespace

std::string redact(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t next = at;
    if (c == '"') next = take_json_pair(result, text, at);
    if (next == at && is_name_character(c)) next = take_word(result, text, at);
    if (next == at) {
      result += c;
      ++next;
    }
    at = next;
  }
  if (result.size() <= kSummaryBytes) return result;
  return std::string(cut_bytes(result, kSummaryBytes - kTruncated.size())) +
         std::string(kTruncated);
}

}  // namespace loci::guard
