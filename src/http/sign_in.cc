#include "http/sign_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/text.h"
#include "http/guard.h"
#include "http/secret.h"

namespace loci::http {
namespace {

constexpr std::size_t kLinkDigits = 32;
constexpr std::size_t kNameDigits = 8;
constexpr std::size_t kMostLinks = 8;

std::int64_t seconds_of(SignIn::Time time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

// HMAC-SHA256, in hexadecimal digits all the way: the key is at most a block long.
std::string hmac(std::string_view key, std::string_view text) {
  constexpr std::size_t kBlock = 64;
  constexpr char kInner = 0x36;
  constexpr char kOuter = 0x5c;
  std::string inner(kBlock, kInner);
  std::string outer(kBlock, kOuter);
  for (std::size_t i = 0; i < std::min(key.size(), kBlock); ++i) {
    inner[i] = static_cast<char>(inner[i] ^ key[i]);
    outer[i] = static_cast<char>(outer[i] ^ key[i]);
  }
  return sha256(outer + sha256(inner.append(text)));
}

}  // namespace

std::string_view cookie_of(const Request& head, std::string_view name) {
  std::string_view found;
  for (const Header& header : head.headers) {
    if (!same_name(header.name, "Cookie")) continue;
    std::string_view rest = header.value;
    while (!rest.empty()) {
      const std::string_view pair = rest.substr(0, rest.find(';'));
      rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
      const std::string_view one = trim(pair);
      const std::size_t equals = one.find('=');
      if (equals == std::string_view::npos || one.substr(0, equals) != name) continue;
      if (!found.empty()) return {};  // two: one of them is not ours
      found = one.substr(equals + 1);
    }
  }
  return found;
}

SignIn::SignIn(std::string token)
    : token_(std::move(token)),
      name_(fmt::format("loci-{}", hmac(token_, "name").substr(0, kNameDigits))) {}

std::string SignIn::new_link(Time now) {
  std::string secret = random_hex(kLinkDigits);
  const std::lock_guard lock(mutex_);
  if (links_.size() >= kMostLinks) links_.erase(links_.begin());
  links_.push_back({secret, now + kLinkLife});
  return secret;
}

bool SignIn::use_link(std::string_view link, Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(links_.begin(), links_.end(),
                                  [&](const Link& one) { return same_secret(link, one.secret); });
  if (found == links_.end()) return false;
  const bool in_time = now <= found->until;
  links_.erase(found);
  return in_time;
}

std::string SignIn::seal(std::string_view what) const { return hmac(token_, what); }

std::string SignIn::cookie(Caller caller, Time now) const {
  const std::string what = fmt::format("{}.{}", caller == Caller::Person ? "person" : "program",
                                       seconds_of(now + kCookieLife));
  return fmt::format("{}={}.{}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}", name_, what,
                     seal(what), std::chrono::seconds(kCookieLife).count());
}

Caller SignIn::caller(const Request& head, Time now) const {
  const std::string_view given = cookie_of(head, name_);
  const std::size_t dot = given.rfind('.');
  if (token_.empty() || dot == std::string_view::npos) return Caller::Nobody;
  const std::string_view what = given.substr(0, dot);
  if (!same_secret(given.substr(dot + 1), seal(what))) return Caller::Nobody;
  const std::string_view until = what.substr(what.find('.') + 1);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(until.data(), until.data() + until.size(), seconds);
  if (error != std::errc() || end != until.data() + until.size() || seconds < seconds_of(now)) {
    return Caller::Nobody;
  }
  return what.starts_with("person.") ? Caller::Person : Caller::Program;
}

Response SignIn::answer(const Request& request, Time now) {
  if (request.method == "DELETE") {
    Response out = json_response(200, {{"signed_in", false}});
    out.set("Set-Cookie", fmt::format("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", name_));
    return out;
  }
  if (request.method != "POST") {
    Response response = refusal(405, "POST begins a session and DELETE ends it");
    response.set("Allow", "POST, DELETE");
    return response;
  }
  if (token_.empty()) return json_response(200, {{"signed_in", true}});
  const auto body = parse_json(request.body.empty() ? "{}" : request.body);
  if (!body) return error_response(body.error());
  const auto text = [&](const char* key) {
    const auto found = body->is_object() ? body->find(key) : body->end();
    return found != body->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string link = text("link");
  const bool by_link = !link.empty() && use_link(link, now);
  if (!by_link && !same_secret(text("token"), token_)) {
    return refusal(
        401, link.empty() ? "the token is wrong" : "this link was already used, or is too old",
        "enter the token, which is in state/http-token of the home");
  }
  const Caller who = by_link ? Caller::Person : Caller::Program;
  Response response = json_response(200, {{"signed_in", true}, {"person", by_link}});
  response.set("Set-Cookie", cookie(who, now));
  return response;
}

}  // namespace loci::http
