#include "guard/names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "guard/classes.h"
#include "guard/shapes.h"
#include "guard/word_roles.h"

namespace loci::guard {
namespace {

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
  [[nodiscard]] std::size_t size() const { return count_ - dropped_; }
  // From the end: 0 is the last.
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    i += dropped_;
    return i < count_ ? std::string_view(letters_[i].data(), sizes_[i]) : std::string_view();
  }
  // Whether a blank stands behind the part before the last `i`.
  [[nodiscard]] bool apart(std::size_t i) const { return blank_[i + dropped_]; }
  void drop_last() { dropped_ += dropped_ < count_ ? 1U : 0U; }

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

  static constexpr std::size_t kMost = 4;
  static constexpr std::size_t kLongest = 32;
  std::array<std::array<char, kLongest>, kMost + 1> letters_;  // as far as sizes_ says
  std::array<std::size_t, kMost + 1> sizes_{};
  std::array<bool, kMost + 1> blank_{};
  std::size_t count_ = 0;
  std::size_t dropped_ = 0;
};

constexpr std::array<std::string_view, 22> kAddenda{
    "prod",  "production", "dev",     "staging", "stage", "live",     "test",    "base",
    "value", "string",     "main",    "default", "old",   "new",      "primary", "secondary",
    "root",  "admin",      "current", "plain",   "raw",   "cleartext"};
constexpr std::array<std::string_view, 63> kPasswordEnds{
    "şifre",    "Şifre",       "psk",        "password",    "passwd",    "passphrase",
    "passwort", "kennwort",    "wachtwoord", "passcode",    "senha",     "contraseña",
    "пароль",   "密码",        "パスワード", "hasło",       "密碼",      "비밀번호",
    "Пароль",   "ПАРОЛЬ",      "contrasena", "parola",      "salasana",  "lösenord",
    "passord",  "adgangskode", "heslo",      "mnemonic",    "jelszó",    "口令",
    "암호",     "парола",      "Парола",     "лозинка",     "гасло",     "รหัสผ่าน",
    "पासवर्ड",   "סיסמה",       "סיסמא",      "المرور",      "السر",      "عبور",
    "κωδικός",  "συνθηματικό", "khẩu",       "sandi",       "laluan",    "lozinka",
    "geslo",    "slaptažodis", "parool",     "contrasenya", "pasahitza", "contrasinal",
    "lykilorð", "kodeord",     "暗証番号",   "パスコード",  "비번",      "parolă",
    "nenosiri", "密匙",        "패스워드"};
// These count where what follows is no word.
constexpr std::array<std::string_view, 22> kShortPasswords{
    "pwd",   "pass",    "pw",     "mdp",     "pword",  "clave",    "pswd",     "psswd",
    "pswrd", "paswd",   "paswrd", "pasword", "psword", "pssword",  "paasword", "passwrd",
    "passw", "sqlpass", "dbpass", "dbpw",    "rootpw", "adminpass"};
constexpr std::array<std::string_view, 11> kLogins{
    "credenziali", "credenciais", "login",        "logins",       "credentials", "creds",
    "cred",        "logindaten",  "identifiants", "credenciales", "zugangsdaten"};
constexpr std::array<std::string_view, 23> kSecretEnds{
    "secret",  "token",        "apikey",       "secretkey", "privatekey", "accesskey",
    "authkey", "密钥",         "密鑰",         "apiキー",   "api-ключ",   "токен",
    "Токен",   "令牌",         "權杖",         "トークン",  "토큰",       "jeton",
    "секрет",  "アクセスキー", "シークレット", "bearer",    "api키"};
constexpr std::array<std::string_view, 3> kSecretNames{"skey", "pat", "totp"};
constexpr std::array<std::string_view, 40> kKeyKinds{
    "api",      "access",    "secret",     "private",      "auth",     "signing",     "encryption",
    "master",   "shared",    "account",    "license",      "service",  "session",     "storage",
    "app",      "admin",     "deploy",     "application",  "hmac",     "client",      "consumer",
    "webhook",  "ingest",    "write",      "subscription", "function", "integration", "personal",
    "crypto",   "preshared", "psk",        "root",         "jwt",      "cookie",      "server",
    "wrapping", "product",   "activation", "decryption",   "recovery"};
constexpr std::array<std::string_view, 7> kNetworks{"wifi", "wlan",     "wpa",    "wpa2",
                                                    "wep",  "netzwerk", "network"};
// Keys that are no secret, or none of a service.
constexpr std::array<std::string_view, 81> kOpenKeys{
    "public",      "publishable", "cache",        "primary",   "sort",      "foreign",
    "partition",   "index",       "host",         "site",      "anon",      "row",
    "cell",        "shift",       "idempotency",  "surrogate", "websocket", "routing",
    "group",       "tracking",    "object",       "dedup",     "gpg",       "pgp",
    "apt",         "verify",      "verification", "validator", "lookup",    "map",
    "registry",    "unique",      "natural",      "composite", "search",    "query",
    "translation", "i18n",        "option",       "setting",   "feature",   "config",
    "bucket",      "s3",          "file",         "path",      "folder",    "node",
    "list",        "item",        "field",        "attribute", "tag",       "label",
    "metric",      "trace",       "span",         "event",     "message",   "commit",
    "issue",       "doc",         "data",         "state",     "store",     "hash",
    "fingerprint", "checksum",    "digest",       "react",     "memo",      "shard",
    "bundle",      "asset",       "revision",     "build",     "lock",      "candidate",
    "peer",        "identity",    "socket"};
// What opens doors by some digits.
constexpr std::array<std::string_view, 14> kDoors{"door",   "gate",   "alarm",   "safe",  "lock",
                                                  "keypad", "garage", "pin",     "entry", "unlock",
                                                  "locker", "vault",  "gateway", "tür"};
// Tokens that give nobody access.
constexpr std::array<std::string_view, 15> kHarmless{
    "authenticity", "next", "page",       "continuation", "csrf",
    "xsrf",         "sync", "pagination", "cursor",       "resume",
    "stop",         "eos",  "public",     "cancel",       "cancellation"};

// What a word of a name is, all lists in one table.
enum NameRole : std::uint8_t {
  AddendumRole = 1,
  ShortPasswordRole = 2,
  LoginRole = 4,
  SecretNameRole = 8,
  KeyKindRole = 16,
  NetworkRole = 32,
  OpenKeyRole = 64,
  HarmlessTokenRole = 128
};
constexpr WordRoles<512> kNameRoles = [] {
  WordRoles<512> roles;
  roles.add(kAddenda, AddendumRole);
  roles.add(kShortPasswords, ShortPasswordRole);
  roles.add(kLogins, LoginRole);
  roles.add(kSecretNames, SecretNameRole);
  roles.add(kKeyKinds, KeyKindRole);
  roles.add(kNetworks, NetworkRole);
  roles.add(kOpenKeys, OpenKeyRole);
  roles.add(kHarmless, HarmlessTokenRole);
  return roles;
}();

// Words that a part may end with, by their last byte: a bit for each.
template <std::size_t N>
class Ends {
 public:
  constexpr explicit Ends(const std::array<std::string_view, N>& words) : words_(words) {
    for (std::size_t i = 0; i < N; ++i) by_last_[byte_of(words[i].back())] |= std::uint64_t{1} << i;
  }
  [[nodiscard]] bool has_end_of(std::string_view part) const {
    for (std::uint64_t left = by_last_[byte_of(part.back())]; left != 0; left &= left - 1) {
      if (part.ends_with(words_[static_cast<std::size_t>(std::countr_zero(left))])) return true;
    }
    return false;
  }

 private:
  std::array<std::string_view, N> words_;
  std::array<std::uint64_t, 256> by_last_{};
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
  for (const std::string_view word : kSecretNames) add(word);
  for (const std::string_view word : kLogins) add(word);
  for (const std::string_view word :
       {"passe",      "key",     "jwt",           "data",    "signature", "code",
        "codes",      "session", "sessionid",     "sid",     "phpsessid", "auth",
        "credential", "api",     "authorization", "id",      "phrase",    "salt",
        "schlüssel",  "team",    "pin",           "pincode", "acceso"}) {
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

// "MESSAGEBIRD_KEY": a variable of the environment.
bool is_shouted(std::string_view name) {
  return std::none_of(name.begin(), name.end(), is_lower) &&
         name.find(' ') == std::string_view::npos;
}

// "Fastly-Key": the header of a request.
bool is_header(std::string_view name) {
  return is_upper(name.front()) && name.find('-') != std::string_view::npos &&
         name.find(' ') == std::string_view::npos && name.find('_') == std::string_view::npos;
}

bool is_number(std::string_view part) { return std::all_of(part.begin(), part.end(), is_digit); }

// What the roles of the last two parts are.
struct LastRoles {
  unsigned last;
  unsigned before;
};

NameKind kind_by_parts(std::string_view name, const NameParts& parts, const LastRoles& roles,
                       bool assigned) {
  const std::string_view last = parts[0];
  const std::string_view before = parts[1];
  const unsigned role = roles.last;
  const unsigned role_before = roles.before;
  if (last == "passe" && before == "de") return NameKind::Password;
  if ((last == "acceso" || last == "acesso" || last == "accesso") &&
      (parts[2] == "clave" || parts[2] == "chave" || parts[2] == "chiave")) {
    return NameKind::Password;
  }
  // "ACRPWD", "MYSQLPASS"
  const bool run_on = (last.ends_with("pwd") || last.ends_with("pass")) && last.size() > 5 &&
                      last != "bypass" && last != "compass" && last != "trespass";
  if (assigned && run_on && is_shouted(name)) return NameKind::Password;
  const bool joined = !before.empty() && !parts.apart(1);
  if ((role & ShortPasswordRole) != 0 && (assigned || joined)) return NameKind::Password;
  if (last == "key" && (role_before & NetworkRole) != 0) return NameKind::Password;
  if (last.ends_with("schlüssel") && (role_before & NetworkRole) != 0) return NameKind::Password;
  if (last == "phrase" && (before == "seed" || before == "recovery" || before == "backup")) {
    return NameKind::Password;
  }
  if ((role_before & HarmlessTokenRole) != 0) return NameKind::None;
  if (kEndsOfSecrets.has_end_of(last) || (role & SecretNameRole) != 0) return NameKind::Secret;
  if (last == "team" && before == "honeycomb") return NameKind::Secret;
  if (assigned && last == "salt") return NameKind::Secret;
  if (last == "key" && (kNameRoles.of(parts[2]) & OpenKeyRole) != 0) return NameKind::None;
  if (last == "key" && (role_before & KeyKindRole) != 0) return NameKind::Secret;
  if (assigned && last == "key" && joined && is_shouted(name) && (role_before & OpenKeyRole) == 0) {
    return NameKind::Secret;
  }
  if (last == "key" && joined && is_header(name) && (role_before & OpenKeyRole) == 0) {
    return NameKind::Secret;
  }
  if (last.ends_with("schlüssel") && (role_before & KeyKindRole) != 0) return NameKind::Secret;
  if (last == "api" &&
      (before == "clé" || before == "clave" || before == "chave" || before == "chiave")) {
    return NameKind::Secret;
  }
  if (last == "ключ" && before == "api") return NameKind::Secret;
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
  if (last == "pin" || last == "pincode") return NameKind::Pin;
  if (last == "code" && std::find(kDoors.begin(), kDoors.end(), before) != kDoors.end()) {
    return NameKind::Pin;
  }
  if ((!joined || assigned) && (role & LoginRole) != 0) return NameKind::Login;
  if (last == "key" && before.size() > 1 && (role_before & OpenKeyRole) == 0) return NameKind::Key;
  const bool session = last == "session" || last == "sessionid" || last == "jsessionid" ||
                       last == "phpsessid" || (last == "id" && before == "session") ||
                       last == "sid";
  return session && assigned ? NameKind::Secret : NameKind::None;
}

}  // namespace

NameKinds name_kinds(std::string_view name) {
  if (!may_tell(name)) return {};
  NameParts parts(name);
  while (parts.size() > 1 &&
         ((kNameRoles.of(parts[0]) & AddendumRole) != 0 || is_number(parts[0]))) {
    parts.drop_last();
  }
  const std::string_view last = parts[0];
  if (last.empty()) return {};
  if (kEndsOfPasswords.has_end_of(last)) return {NameKind::Password, NameKind::Password};
  const LastRoles roles{kNameRoles.of(last), kNameRoles.of(parts[1])};
  return {kind_by_parts(name, parts, roles, false), kind_by_parts(name, parts, roles, true)};
}

}  // namespace loci::guard
