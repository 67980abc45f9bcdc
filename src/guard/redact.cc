#include "guard/redact.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/limits.h"
#include "base/text.h"

namespace loci::guard {
namespace {

constexpr std::string_view kRedacted = "[REDACTED]";
constexpr std::string_view kTruncated = "...[truncated]";
constexpr std::string_view kValueEnds = " \t\r\n,;&)]}\"'\\";
// Behind a colon: an ampersand parts pairs of `name=value` alone.
constexpr std::string_view kLabelledEnds = " \t\r\n,;)]}\"'\\";
// What stands behind a quote that closes.
constexpr std::string_view kQuoteFollowers = " \t\r\n,;.:)]}\\";

constexpr std::array<std::string_view, 21> kSensitive{
    "token",      "secret",        "password",       "passwd",     "passphrase",    "apikey",
    "accesskey",  "pwd",           "privatekey",     "credential", "authorization", "cookie",
    "sessionid",  "signature",     "oauthcode",      "authcode",   "codeverifier",  "pkceverifier",
    "signingkey", "encryptionkey", "clientassertion"};
// What makes another thing of a sensitive word when it stands behind it: "max_tokens",
// "password_policy", "secretary", "token count".
constexpr std::array<std::string_view, 24> kInnocent{
    "tokens",          "tokeni",        "tokencount",     "tokenlimit",     "tokenbudget",
    "tokenlength",     "tokensize",     "tokentype",      "tokenexpir",     "tokenttl",
    "tokenurl",        "tokenendpoint", "passwordpolicy", "passwordlength", "passwordless",
    "passwordmanager", "passwordreset", "secretary",      "secretname",     "secretmanager",
    "cookiecutter",    "cookiepolicy",  "signaturetype",  "passwordhint"};
// Names that are words of prose, too. Those of the second kind say what a value is wherever
// they stand; the first may be what a sentence is about.
constexpr std::array<std::string_view, 5> kTopics{"token", "secret", "credential", "signature",
                                                  "cookie"};
constexpr std::array<std::string_view, 4> kPasswords{"password", "passwd", "passphrase", "pwd"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_name_character(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

// "dbpassword" for "DB_PASSWORD", "accesstoken" for "accessToken".
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : ascii_lower(name)) {
    if (c != '_' && c != '-' && c != '.') plain += c;
  }
  return plain;
}

bool is_sensitive(std::string_view name) {
  const std::string plain = plain_name(name);
  if (plain == "pass") return true;
  return std::any_of(kSensitive.begin(), kSensitive.end(), [&](std::string_view word) {
    const std::size_t at = plain.find(word);
    if (at == std::string::npos) return false;
    const std::string_view rest = std::string_view(plain).substr(at);
    return std::none_of(kInnocent.begin(), kInnocent.end(),
                        [&](std::string_view other) { return rest.starts_with(other); });
  });
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// The quote at `at` with the backslashes before it: `"`, and `\"` in JSON that stands in
// JSON. "" where there is none.
std::string_view quote_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kDeepest = 15;  // JSON in JSON in JSON in JSON
  std::size_t end = at;
  while (end < text.size() && text[end] == '\\' && end - at < kDeepest) ++end;
  if (end == text.size() || (text[end] != '"' && text[end] != '\'')) return {};
  return text.substr(at, end + 1 - at);
}

std::size_t skip_value(std::string_view text, std::size_t at, std::string_view ends = kValueEnds) {
  for (;; ++at) {
    at = std::min(text.find_first_of(ends, at), text.size());
    // A backslash is part of a value, unless the quote of the JSON around it follows.
    if (at == text.size() || text[at] != '\\' || !quote_at(text, at).empty()) return at;
  }
}

// One past the quoted text that begins with `quote` at `at`; the end of the text when it is
// never closed. A quote with more backslashes before it is part of the text.
std::size_t skip_quoted(std::string_view text, std::size_t at, std::string_view quote) {
  constexpr std::size_t kEscapes = 64;
  std::size_t end = at + quote.size();
  for (;;) {
    end = text.find(quote, end);
    if (end == std::string_view::npos) return text.size();
    std::size_t slashes = 0;
    while (slashes < std::min(end, kEscapes) && text[end - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 0) return end + quote.size();
    ++end;
  }
}

// One past the bracket that closes the one at `at`; the end of the text without one.
std::size_t skip_structure(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const std::string_view quote = quote_at(text, at);
    if (!quote.empty()) {
      at = skip_quoted(text, at, quote);
      continue;
    }
    if (text[at] == '{' || text[at] == '[') ++depth;
    if (text[at] == '}' || text[at] == ']') --depth;
    ++at;
    if (depth == 0) break;
  }
  return at;
}

// Puts "[REDACTED]" for the value at `at`, in its own quotes; where it ends.
std::size_t put_redacted(std::string& result, std::string_view text, std::size_t at,
                         std::string_view ends = kValueEnds) {
  const std::string_view quote = quote_at(text, at);
  if (!quote.empty()) {
    result.append(quote).append(kRedacted).append(quote);
    return skip_quoted(text, at, quote);
  }
  result += kRedacted;
  // What was redacted before stays as it is.
  if (text.substr(at).starts_with(kRedacted)) return at + kRedacted.size();
  const bool structure = at < text.size() && (text[at] == '{' || text[at] == '[');
  return structure ? skip_structure(text, at) : skip_value(text, at, ends);
}

// What parts a name from its value: a colon, or an equals sign (`=`, `:=`, `=>`), with spaces
// around it as TOML, ini files and programs have them.
struct Sign {
  bool assigns = false;  // an equals sign, which no sentence has
  bool tight = false;    // a colon without a space on either side
  std::size_t value = 0;
};

std::optional<Sign> sign_behind(std::string_view text, std::size_t name_end) {
  const std::size_t start = skip_spaces(text, name_end);
  std::size_t at = start;
  if (at < text.size() && text[at] == ':') ++at;
  const bool colon = at > start;
  while (at < text.size() && text[at] == '=') ++at;
  const bool assigns = at > start + (colon ? 1 : 0);
  if (at == start) return std::nullopt;
  if (assigns && !colon && at < text.size() && text[at] == '>') ++at;
  const std::size_t value = skip_spaces(text, at);
  return Sign{
      .assigns = assigns, .tight = !assigns && start == name_end && value == at, .value = value};
}

// At a quote: if this is a pair with a sensitive name in quotes, as JSON, PHP and TOML have
// them, writes it redacted.
std::size_t take_json_pair(std::string& result, std::string_view text, std::size_t at,
                           std::string_view quote) {
  std::size_t name_end = at + quote.size();
  while (name_end < text.size() && is_name_character(text[name_end])) ++name_end;
  const std::string_view name = text.substr(at + quote.size(), name_end - at - quote.size());
  if (name.empty() || !text.substr(name_end).starts_with(quote)) return at;
  const std::optional<Sign> sign = sign_behind(text, name_end + quote.size());
  if (!sign || !is_sensitive(name)) return at;
  result += text.substr(at, sign->value - at);
  return put_redacted(result, text, sign->value);
}

// Whether nothing but the end of a clause stands behind a value.
bool ends_clause(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == '.' || text[at] == '!')) ++at;
  at = skip_spaces(text, at);
  return at == text.size() || std::string_view("\r\n,;&)]}\"'").find(text[at]) != text.npos;
}

// What stands where a value would, and is none: a placeholder, a variable, code, the end of
// bold text, the rest of a `::` or a `://`.
bool stands_for_value(std::string_view word) {
  return word.empty() || std::string_view("<$*`(:").find(word[0]) != word.npos ||
         word.starts_with("{{") || word.starts_with("//") || word.find("://") != word.npos;
}

// Whether a word could be no word of prose: it has a digit, a sign within it or a capital
// behind a small letter. References and placeholders are no values.
bool looks_secret(std::string_view word) {
  while (!word.empty() && std::string_view(".!?:").find(word.back()) != word.npos) {
    word.remove_suffix(1);
  }
  if (stands_for_value(word)) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (c >= '0' && c <= '9') return true;
    if (static_cast<unsigned char>(c) < 0x80 && !is_letter(c) && c != '-') return true;
    if (i > 0 && c >= 'A' && c <= 'Z' && word[i - 1] >= 'a' && word[i - 1] <= 'z') return true;
  }
  return false;
}

// "ask", "Ask" and "well-known", as sentences have them: nobody reads "ABC" or thirty letters
// without a break as a word.
bool is_ordinary(std::string_view word) {
  constexpr std::size_t kLongest = 20;
  std::size_t length = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool capital = word[i] >= 'A' && word[i] <= 'Z';
    if ((!is_letter(word[i]) && word[i] != '-') || (capital && i > 0)) return false;
    length = word[i] == '-' ? 0 : length + 1;
    if (length > kLongest) return false;
  }
  return true;
}

// Whether another pair follows: in "api_key: abc user: ann" no sentence goes on.
bool begins_pair(std::string_view text, std::size_t at) {
  at = skip_spaces(text, at);
  const std::size_t start = at;
  while (at < text.size() && is_name_character(text[at])) ++at;
  return at > start && at < text.size() && (text[at] == ':' || text[at] == '=');
}

// Whether a name begins a line, an item or a clause, as a label does.
bool is_label(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || std::string_view("\r\n,;({[-*#>|:").find(text[at - 1]) != text.npos;
}

// `name: value`: which is a value and no prose. A word of prose is one only where the clause
// ends behind it; where more words follow it begins a sentence.
bool is_value(std::string_view text, std::size_t at, std::string_view name, std::size_t value) {
  const std::string plain = plain_name(name);
  if (!quote_at(text, value).empty() || text.substr(value).starts_with(kRedacted)) return true;
  const std::size_t end = skip_value(text, value);
  if (end == value) return false;
  const std::string_view word = text.substr(value, end - value);
  const bool secret = looks_secret(word);
  if (is_one_of(kTopics, plain)) {
    constexpr std::size_t kShortest = 6;
    if (secret && word.size() >= kShortest)
      return plain == "token" || plain == "secret" || is_label(text, at);
    // "token: x" is prose.
    return plain != "token" && is_label(text, at) && ends_clause(text, end);
  }
  if (secret) return true;
  if (!std::all_of(word.begin(), word.end(), is_name_character)) return false;
  if (ends_clause(text, end) || begins_pair(text, end)) return true;
  // "api_key: ABC for staging", where "password: NEVER share it" is prose.
  const bool telling = !is_one_of(kPasswords, plain) && plain.size() < name.size();
  return telling && !is_ordinary(word);
}

// `name:value`. A number counts ("password:12"), "token.md:x" is a place in a file, and a
// quote that nothing follows is the end of the text that the name stands in.
bool is_tight_value(std::string_view text, std::string_view name, std::size_t value) {
  if (name.find('.') != name.npos) return false;
  const std::string_view quote = quote_at(text, value);
  if (!quote.empty()) {
    const std::size_t first = value + quote.size();
    return first < text.size() && kQuoteFollowers.find(text[first]) == kQuoteFollowers.npos;
  }
  constexpr std::size_t kLook = 64;  // names may follow each other for megabytes
  const std::string_view near = text.substr(value, kLook);
  const std::string_view word = near.substr(0, skip_value(near, 0));
  return !stands_for_value(word) && word.find_first_not_of("0123456789") != word.npos;
}

// Whether a name may stand before a colon: "db.password" may, "token.md" is a file.
bool is_label_name(std::string_view name) {
  return plain_name(name) != "pass" && is_sensitive(name.substr(name.rfind('.') + 1));
}

// `Authorization: Basic x` and `Cookie: a=b; c=d`: the scheme stays, the rest of the line goes.
std::size_t take_header(std::string& result, std::string_view text, std::size_t value,
                        std::string_view plain) {
  const std::size_t end = std::min(text.find_first_of("\r\n\"'", value), text.size());
  const std::string_view line = text.substr(value, end - value);
  const std::size_t space = line.find(' ');
  const std::string scheme = ascii_lower(line.substr(0, space));
  const bool has_scheme = space != line.npos && (scheme == "basic" || scheme == "bearer" ||
                                                 scheme == "digest" || scheme == "token");
  if (plain.ends_with("authorization") && has_scheme) {
    result += line.substr(0, space + 1);
    value += space + 1;
    if (scheme != "digest") return put_redacted(result, text, value);
  }
  result += kRedacted;
  return end;
}

// Whether a header of that kind stands here, and no sentence.
bool is_header(std::string_view text, std::size_t at, std::size_t value) {
  constexpr std::size_t kLook = 128;
  if (text.substr(value).starts_with(kRedacted)) return false;
  const std::string_view word = text.substr(value, skip_value(text, value) - value);
  const std::string first = ascii_lower(word);
  const bool scheme = first == "basic" || first == "bearer" || first == "digest";
  return scheme || looks_secret(word) ||
         (is_label(text, at) && (text.substr(value, kLook).find('=') != text.npos ||
                                 ends_clause(text, value + word.size())));
}

// `name = value`. Nothing is redacted where no value is; "Bearer" is none.
std::size_t take_assigned(std::string& result, std::string_view text, std::size_t value,
                          std::string_view plain) {
  for (const std::string_view scheme : {"basic ", "bearer ", "token "}) {
    if (!plain.ends_with("authorization")) break;
    if (ascii_lower(text.substr(value, scheme.size())) != scheme) continue;
    result += text.substr(value, scheme.size());
    value += scheme.size();
    break;
  }
  if (value == text.size() || text[value] == '\r' || text[value] == '\n') return value;
  return put_redacted(result, text, value);
}

// At the start of a word: `name=value` or `name: value` with a sensitive name, `Bearer value`,
// or `//user:value@`.
std::size_t take_word(std::string& result, std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  const std::string_view name = text.substr(at, end - at);
  result += name;
  if (end < text.size() && text[end] == ':' && text.substr(0, at).ends_with("://")) {
    const std::size_t stop = std::min(text.find_first_of("@/ \t\r\n\"'", end + 1), text.size());
    if (stop > end + 1 && stop < text.size() && text[stop] == '@') {
      result.append(":").append(kRedacted);
      return stop;
    }
  }
  const std::optional<Sign> sign = sign_behind(text, end);
  if (sign && sign->assigns && is_sensitive(name)) {
    result += text.substr(end, sign->value - end);
    return take_assigned(result, text, sign->value, plain_name(name));
  }
  if (sign && !sign->assigns && sign->value < text.size() && is_label_name(name)) {
    const std::size_t value = sign->value;
    const std::string plain = plain_name(name);
    const bool header = plain.ends_with("authorization") || plain.ends_with("cookie");
    bool redacts = !sign->tight || is_tight_value(text, name, value);
    if (redacts && header) redacts = is_header(text, at, value);
    if (redacts && !header && !sign->tight) redacts = is_value(text, at, name, value);
    if (redacts) {
      result += text.substr(end, value - end);
      return header ? take_header(result, text, value, plain)
                    : put_redacted(result, text, value, kLabelledEnds);
    }
  }
  const std::size_t bearer = skip_spaces(text, end);
  if (ascii_lower(name) == "bearer" && bearer > end && bearer < text.size()) {
    const std::size_t stop = skip_value(text, bearer);
    const bool held = looks_secret(text.substr(bearer, stop - bearer)) || ends_clause(text, stop);
    if (stop > bearer && held) {
      result += text.substr(end, bearer - end);
      return put_redacted(result, text, bearer);
    }
  }
  return end;
}

}  // namespace

std::string redact(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t next = at;
    if (c == '"' || c == '\'' || c == '\\') {
      const std::string_view quote = quote_at(text, at);
      if (!quote.empty()) next = take_json_pair(result, text, at, quote);
    }
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
