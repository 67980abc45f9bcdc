#include "guard/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "guard/classes.h"
#include "guard/shapes.h"

namespace loci::guard {
namespace {

template <std::size_t N>
bool is_among(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The last parts of a name in lower case: "DB_PASSWORD_PROD" is db, password, prod.
class NameParts {
 public:
  explicit NameParts(std::string_view name) {
    std::size_t end = name.size();
    while (end > 0 && count_ < kMost) {
      while (end > 0 && is_separator(name[end - 1])) {
        blank_[count_] = blank_[count_] || is_blank(name[end - 1]);
        --end;
      }
      std::size_t begin = end;
      while (begin > 0 && !is_separator(name[begin - 1]) && !is_hump(name, begin, end)) --begin;
      if (begin == end) break;
      put(name.substr(begin, end - begin));
      end = begin;
    }
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  // From the end: 0 is the last.
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    return i < count_ ? std::string_view(letters_[i].data(), sizes_[i]) : std::string_view();
  }
  // Whether a blank stands behind the part before the last `i`.
  [[nodiscard]] bool apart(std::size_t i) const { return blank_[i]; }
  void drop_last() {
    for (std::size_t i = 1; i < count_; ++i) {
      letters_[i - 1] = letters_[i];
      sizes_[i - 1] = sizes_[i];
      blank_[i - 1] = blank_[i];
    }
    if (count_ > 0) --count_;
  }

 private:
  static bool is_separator(char c) { return byte_of(c) < 0x80U && !is_alnum(c); }
  // "accessToken": a capital behind a small letter begins a part.
  static bool is_hump(std::string_view name, std::size_t at, std::size_t end) {
    return at < end && is_upper(name[at]) && is_lower(name[at - 1]);
  }
  void put(std::string_view part) {
    part = part.substr(part.size() > kLongest ? part.size() - kLongest : 0);
    for (std::size_t i = 0; i < part.size(); ++i) letters_[count_][i] = to_lower(part[i]);
    sizes_[count_++] = part.size();
  }

  static constexpr std::size_t kMost = 5;
  static constexpr std::size_t kLongest = 32;
  std::array<std::array<char, kLongest>, kMost + 1> letters_;  // as far as sizes_ says
  std::array<std::size_t, kMost + 1> sizes_{};
  std::array<bool, kMost + 1> blank_{};
  std::size_t count_ = 0;
};

constexpr std::array<std::string_view, 22> kAddenda{
    "prod",  "production", "dev",     "staging", "stage", "live",     "test",    "base",
    "value", "string",     "main",    "default", "old",   "new",      "primary", "secondary",
    "root",  "admin",      "current", "plain",   "raw",   "cleartext"};
constexpr std::array<std::string_view, 16> kPasswordEnds{
    "psk",        "password", "passwd", "passphrase", "passwort", "kennwort",
    "wachtwoord", "passcode", "senha",  "contraseña", "пароль",   "密码",
    "パスワード", "hasło",    "密碼",   "비밀번호"};
constexpr std::array<std::string_view, 3> kShortPasswords{"pwd", "pass", "pw"};
constexpr std::array<std::string_view, 7> kSecretEnds{
    "secret", "token", "apikey", "secretkey", "privatekey", "accesskey", "authkey"};
constexpr std::array<std::string_view, 36> kKeyKinds{
    "api",          "access",   "secret",      "private",  "auth",    "signing",
    "encryption",   "master",   "shared",      "account",  "license", "service",
    "session",      "storage",  "app",         "admin",    "deploy",  "application",
    "hmac",         "client",   "consumer",    "webhook",  "ingest",  "write",
    "subscription", "function", "integration", "personal", "crypto",  "preshared",
    "psk",          "root",     "jwt",         "cookie",   "server",  "wrapping"};
// Tokens that give nobody access.
constexpr std::array<std::string_view, 14> kHarmless{
    "next",   "page",   "continuation", "csrf", "xsrf",   "sync",   "pagination",
    "cursor", "resume", "stop",         "eos",  "public", "cancel", "cancellation"};

// Words that a part may end with, by their last byte: a bit for each.
template <std::size_t N>
class Ends {
 public:
  constexpr explicit Ends(const std::array<std::string_view, N>& words) : words_(words) {
    for (std::size_t i = 0; i < N; ++i) by_last_[byte_of(words[i].back())] |= 1U << i;
  }
  [[nodiscard]] bool has_end_of(std::string_view part) const {
    for (std::uint32_t left = by_last_[byte_of(part.back())]; left != 0; left &= left - 1) {
      if (part.ends_with(words_[static_cast<std::size_t>(std::countr_zero(left))])) return true;
    }
    return false;
  }

 private:
  std::array<std::string_view, N> words_;
  std::array<std::uint32_t, 256> by_last_{};
};
constexpr Ends kEndsOfPasswords(kPasswordEnds);
constexpr Ends kEndsOfSecrets(kSecretEnds);

// The last two letters that a telling name can have: most names are none.
constexpr std::array<bool, 26 * 26> kNameEnds = [] {
  std::array<bool, 26 * 26> ends{};
  const auto add = [&](std::string_view word) {
    const char a = word[word.size() - 2];
    const char b = word.back();
    if (is_lower(a) && is_lower(b)) {
      ends[static_cast<std::size_t>(a - 'a') * 26 + static_cast<std::size_t>(b - 'a')] = true;
    }
  };
  for (const std::string_view word : kAddenda) add(word);
  for (const std::string_view word : kPasswordEnds) add(word);
  for (const std::string_view word : kShortPasswords) add(word);
  for (const std::string_view word : kSecretEnds) add(word);
  for (const std::string_view word :
       {"passe", "key", "jwt", "data", "signature", "code", "codes", "session", "sessionid", "sid",
        "phpsessid", "auth", "credential", "authorization", "id"}) {
    add(word);
  }
  return ends;
}();

bool may_tell(std::string_view name) {
  while (!name.empty() && (is_digit(name.back()) || is_blank(name.back()) || name.back() == '_' ||
                           name.back() == '-' || name.back() == '.')) {
    name.remove_suffix(1);
  }
  if (name.size() < 2) return false;
  const char a = to_lower(name[name.size() - 2]);
  const char b = to_lower(name.back());
  if (!is_lower(a) || !is_lower(b)) return true;
  return kNameEnds[static_cast<std::size_t>(a - 'a') * 26 + static_cast<std::size_t>(b - 'a')];
}

bool is_number(std::string_view part) { return std::all_of(part.begin(), part.end(), is_digit); }

// What a value can be beside a secret.
constexpr std::array<std::string_view, 40> kWords{
    "true",     "false",    "null",     "none",    "nil",      "undefined", "string",   "str",
    "required", "optional", "password", "passwd",  "secret",   "token",     "hidden",   "masked",
    "unset",    "empty",    "default",  "unknown", "disabled", "enabled",   "admin",    "root",
    "user",     "test",     "postgres", "guest",   "pass",     "bearer",    "basic",    "oauth2",
    "sha256",   "bcrypt",   "argon2",   "md5",     "base64",   "utf8mb4",   "passw0rd", "abc123"};

// What code, templates and paths are known by.
constexpr std::string_view kSigns = "(){}[]<>$:.\\/| \t";
constexpr std::array<std::uint32_t, 256> kSignBits = [] {
  std::array<std::uint32_t, 256> bits{};
  for (std::size_t i = 0; i < kSigns.size(); ++i) bits[byte_of(kSigns[i])] = 1U << i;
  bits[0xE2] = 1U << kSigns.size();  // of an ellipsis
  return bits;
}();

struct Makeup {
  std::size_t lower = 0, upper = 0, digits = 0, symbols = 0, dashes = 0, others = 0;
  std::size_t turns = 0;        // changes between small letters, capitals and digits
  std::uint32_t signs = 0;      // which of kSigns stand there
  std::size_t shouts = 0;       // two capitals in a row, as often as that begins
  std::size_t longest_mix = 0;  // longest run of letters and digits that has both
  [[nodiscard]] std::size_t letters() const { return lower + upper; }
  // Capitals where no name or word has them: "ZKnNnZfuMf".
  [[nodiscard]] bool is_jumbled() const {
    return lower > 0 && letters() >= 8 && (shouts >= 2 || turns * 2 >= letters());
  }
  // Whether one of these signs, or an ellipsis for "…", is there.
  [[nodiscard]] bool has(std::string_view wanted) const {
    std::uint32_t bits = 0;
    for (const char c : wanted) bits |= kSignBits[byte_of(c)];
    return (signs & bits) != 0;
  }
};

enum ByteKind : std::uint8_t { kOtherByte, kLowerByte, kUpperByte, kDigitByte, kSymbol, kDash };
constexpr std::array<std::uint8_t, 256> kByteKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    if (is_lower(c)) kinds[i] = kLowerByte;
    if (is_upper(c)) kinds[i] = kUpperByte;
    if (is_digit(c)) kinds[i] = kDigitByte;
  }
  for (const char c : std::string_view("!@#$%^&*?+=")) kinds[byte_of(c)] = kSymbol;
  for (const char c : std::string_view("-_.")) kinds[byte_of(c)] = kDash;
  return kinds;
}();

Makeup makeup(std::string_view value) {
  Makeup made;
  std::array<std::size_t, 6> counts{};
  std::uint8_t before = kOtherByte;
  std::size_t capitals = 0;  // in a row
  std::size_t run = 0;
  std::uint32_t in_run = 0;  // a bit for each kind
  for (const char c : value) {
    const std::uint8_t kind = kByteKinds[byte_of(c)];
    ++counts[kind];
    made.signs |= kSignBits[byte_of(c)];
    capitals = kind == kUpperByte ? capitals + 1 : 0;
    made.shouts += capitals == 2 ? 1 : 0;
    if (kind < kLowerByte || kind > kDigitByte) {
      run = 0;
      in_run = 0;
      before = kOtherByte;
      continue;
    }
    ++run;
    in_run |= 1U << kind;
    const bool both = (in_run & (1U << kDigitByte)) != 0 && in_run != (1U << kDigitByte);
    if (both) made.longest_mix = std::max(made.longest_mix, run);
    made.turns += before != kOtherByte && before != kind ? 1 : 0;
    before = kind;
  }
  made.lower = counts[kLowerByte];
  made.upper = counts[kUpperByte];
  made.digits = counts[kDigitByte];
  made.symbols = counts[kSymbol];
  made.dashes = counts[kDash];
  made.others = counts[kOtherByte];
  return made;
}

bool is_name_like(std::string_view value) {
  return !value.empty() && !is_digit(value.front()) &&
         std::all_of(value.begin(), value.end(), [](char c) { return is_alnum(c) || c == '_'; });
}

// "config.db.password", "self.token"
bool is_member(std::string_view value) {
  if (value.find('.') == std::string_view::npos) return false;
  while (!value.empty()) {
    const std::size_t dot = std::min(value.find('.'), value.size());
    if (dot > 24 || !is_name_like(value.substr(0, dot))) return false;
    value.remove_prefix(std::min(dot + 1, value.size()));
  }
  return true;
}

// "DB_PASSWORD": a variable of the environment.
bool is_constant(std::string_view value) {
  return value.find('_') != std::string_view::npos && is_upper(value.front()) &&
         std::all_of(value.begin(), value.end(),
                     [](char c) { return is_upper(c) || is_digit(c) || c == '_'; });
}

bool contains_folded(std::string_view value, std::string_view word) {
  return std::search(value.begin(), value.end(), word.begin(), word.end(),
                     [](char a, char b) { return to_lower(a) == b; }) != value.end();
}

bool is_reference(std::string_view value, const Makeup& made) {
  if (made.signs == 0 && made.dashes == 0 && !value.starts_with("vault") &&
      !value.starts_with("ref+")) {
    return false;
  }
  constexpr std::array<std::string_view, 24> kBegins{
      "/",       "./",      "../",     "~/",      "http:",    "https:",    "file:", "env:",
      "op:",     "arn:",    "vault",   "ssm:",    "kms:",     "ENC[",      "ENC(",  "sha256:",
      "sha256-", "sha512-", "sha384-", "secret/", "secrets/", "projects/", "ref+",  "keyring:"};
  constexpr std::string_view kFirst = "/.~hfeoavskErp";
  const bool may_begin = kFirst.find(value.front()) != std::string_view::npos;
  return (may_begin &&
          std::any_of(kBegins.begin(), kBegins.end(),
                      [&](std::string_view begin) { return value.starts_with(begin); })) ||
         (made.has(":") && value.find("://") != std::string_view::npos) || made.has("\\");
}

// Code, a template or a variable rather than a value.
bool is_expression(std::string_view value, bool quoted, const Makeup& made) {
  const char first = value.front();
  constexpr std::string_view kSigils = "$@%&:#*";
  if (made.signs == 0 && kSigils.find(first) == std::string_view::npos &&
      value.find("->") == std::string_view::npos) {
    return false;
  }
  constexpr std::string_view kOpening = "<{[(|";
  if (kOpening.find(first) != std::string_view::npos) return true;
  const auto holds = [&](std::string_view part) {
    return made.has(part.substr(0, 1)) && value.find(part) != std::string_view::npos;
  };
  if (holds("${") || holds("{{") || holds("$(") || holds("{}") || holds("...") || holds("…")) {
    return true;
  }
  const bool sigil = first == '$' || first == '@' || first == '%' || first == '&' || first == ':' ||
                     first == '#' || first == '*';
  if (sigil && value.size() > 1 && is_name_like(value.substr(1, value.size() - 1))) return true;
  if (first == '%' && value.ends_with('%')) return true;
  if (quoted) return false;
  return made.has("()[]{}<>") || value.find("->") != std::string_view::npos || holds("::") ||
         is_member(value);
}

constexpr std::array<std::uint64_t, 256> kWordsByFirst = [] {
  std::array<std::uint64_t, 256> by_first{};
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    by_first[byte_of(kWords[i].front())] |= std::uint64_t{1} << i;
  }
  return by_first;
}();

// A word, or one with digits behind it as dummies have: "test1234".
bool is_plain_word(std::string_view value) {
  if (is_digit(value.back()) && is_alpha(value.front())) {
    const std::string_view word = value.substr(0, value.find_last_not_of("0123456789") + 1);
    if (word == "test" || word == "admin" || word == "user" || word == "demo" || word == "dummy")
      return true;
  }
  constexpr std::size_t kLongest = 9;
  if (value.size() > kLongest) return false;
  std::uint64_t words = kWordsByFirst[byte_of(to_lower(value.front()))];
  for (; words != 0; words &= words - 1) {
    const std::string_view word = kWords[static_cast<std::size_t>(std::countr_zero(words))];
    if (word.size() == value.size() && contains_folded(value, word)) return true;
  }
  return false;
}

bool is_password_value(const Candidate& candidate, const Makeup& made) {
  const std::string_view value = candidate.value;
  constexpr std::size_t kShortest = 6;
  constexpr std::size_t kPhrase = 20;
  if (value.size() < kShortest) return false;
  if (made.letters() > 0 && made.digits > 0) {
    // "encrypt_v2", "user1_password" in code
    const bool named = is_name_like(value) && value.find('_') != std::string_view::npos;
    const bool about = is_name_like(value) && contains_folded(value, "passw");
    return candidate.quoted ? !about : !(named && made.digits <= 2) && !about;
  }
  if (made.letters() > 0 && made.symbols > 0) return value.size() >= 8;
  if (made.letters() == 0) return false;
  if (made.is_jumbled()) return true;
  // Words put together; in code, rather a name.
  const bool phrase =
      value.size() >= kPhrase && made.upper == 0 && (made.dashes == 0 || made.dashes >= 3);
  return phrase && candidate.assigned && value.find('_') == std::string_view::npos;
}

bool is_generated(std::string_view value, const Makeup& made) {
  constexpr std::size_t kShortest = 12;
  constexpr std::size_t kLong = 32;
  if (value.size() < kShortest || made.others > 2) return false;
  if (made.digits == 0) return value.size() >= kLong && made.turns >= 8;
  if (!is_varied(value)) return false;
  return made.longest_mix >= 8 || (made.longest_mix >= 4 && made.turns >= 8) ||
         (value.size() >= 20 && made.turns >= 6);
}

}  // namespace

NameKind name_kind(std::string_view name, bool assigned) {
  if (!may_tell(name)) return NameKind::None;
  NameParts parts(name);
  while (parts.size() > 1 && (is_among(parts[0], kAddenda) || is_number(parts[0]))) {
    parts.drop_last();
  }
  const std::string_view last = parts[0];
  const std::string_view before = parts[1];
  if (last.empty()) return NameKind::None;
  if (kEndsOfPasswords.has_end_of(last)) return NameKind::Password;
  if (last == "passe" && before == "de") return NameKind::Password;
  const bool joined = !before.empty() && !parts.apart(1);
  if (is_among(last, kShortPasswords) && (assigned || joined)) return NameKind::Password;
  if (is_among(before, kHarmless)) return NameKind::None;
  if (kEndsOfSecrets.has_end_of(last)) return NameKind::Secret;
  if (last == "key" && is_among(before, kKeyKinds)) return NameKind::Secret;
  if (last == "accountkey" || last == "sharedaccesskey") return NameKind::Secret;
  if (last == "jwt" || (last == "data" && before == "key")) return NameKind::Secret;
  if (last == "key" && (before == "dd" || parts[2] == "dd")) return NameKind::Secret;
  if ((last == "auth" || last == "credential" || last == "authorization") &&
      (assigned || !joined)) {
    return NameKind::Secret;
  }
  if (assigned && last == "signature") return NameKind::Secret;
  if ((last == "codes" || last == "code") && (before == "recovery" || before == "backup")) {
    return NameKind::Password;
  }
  const bool session = last == "session" || last == "sessionid" || last == "jsessionid" ||
                       last == "phpsessid" || (last == "id" && before == "session") ||
                       last == "sid";
  return session && assigned ? NameKind::Secret : NameKind::None;
}

bool is_secret_value(const Candidate& candidate, NameKind kind) {
  std::string_view value = candidate.value;
  if (value.size() < 5 || value.size() > 4096 || value.front() == '-') return false;
  const Makeup made = makeup(value);
  if (made.has(" \t")) return false;
  // A word is none, whatever else it is.
  if (made.digits == 0 && made.symbols == 0 && !made.is_jumbled() && value.size() < 20)
    return false;
  if (is_expression(value, candidate.quoted, made) || is_plain_word(value) || is_constant(value) ||
      is_placeholder(value)) {
    return false;
  }
  if (kind == NameKind::Secret && value.size() >= 40 && made.dashes == 0 && is_varied(value) &&
      value.find("://") == std::string_view::npos && made.longest_mix >= 12) {
    return true;  // base64 may begin with "/"
  }
  if (is_reference(value, made)) return false;
  if (kind == NameKind::Password)
    return is_password_value({value, candidate.quoted, candidate.assigned}, made);
  return is_generated(value, made);
}

bool is_secret_word(std::string_view value) {
  if (value.size() < 7 || value.size() > 256) return false;
  const Makeup made = makeup(value);
  if (made.letters() == 0 || made.digits == 0) return false;
  if (is_expression(value, false, made) || is_constant(value) || is_placeholder(value) ||
      is_reference(value, made) || is_plain_word(value)) {
    return false;
  }
  if (made.has("/") && made.symbols == 0 && made.turns < 6) return false;  // a path
  const bool mixed = made.symbols > 0 || (made.upper > 0 && made.lower > 0) || made.turns >= 3;
  return made.longest_mix >= (made.symbols > 0 ? 3U : 4U) &&
         (mixed || (made.lower > 0 && made.dashes == 0 && made.others == 0));
}

bool is_mixed_word(std::string_view value) {
  const Makeup made = makeup(value);
  return value.size() >= 8 && made.others == 0 && made.upper > 0 && made.lower > 0 &&
         made.digits >= 2 && (made.turns >= 2 || made.symbols > 0) &&
         made.dashes + made.symbols > 0 && !is_member(value) && !is_placeholder(value);
}

}  // namespace loci::guard
