#include "guard/values.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "guard/classes.h"
#include "guard/names.h"
#include "guard/shapes.h"
#include "guard/url_passwords.h"
#include "guard/value_reader.h"

namespace loci::guard {
namespace {

constexpr std::size_t kUrlPassword = rule_row("url-password");
constexpr std::size_t kLoginLine = rule_row("login-line");
constexpr std::size_t kNowhere = std::string_view::npos;

// Where ValueFinder::look() has something to do.
constexpr Filter kFilter = [] {
  Filter filter;
  Kinds kind = 1;
  const auto add = [&](std::string_view here, auto before, auto next) {
    let(filter.here, kind, [&](char c) { return here.find(c) != std::string_view::npos; });
    let(filter.before, kind, before);
    let(filter.next, kind, next);
    let(filter.third, kind, any_byte);
    kind <<= 1U;
    ++filter.width;
  };
  const auto in_name = [](char c) { return kNameBytesTable[byte_of(c)] != 0; };
  add("=", in_name, any_byte);
  add(":", in_name, [](char c) { return c != ':'; });
  add("\xEF", any_byte, [](char c) { return c == '\xBC'; });
  add(">", is_alnum, [](char c) { return !is_blank(c) && c != '<'; });
  add("(", is_alpha, is_quote);
  add(",", is_quote, [](char c) { return is_blank(c) || is_quote(c); });
  add(
      "@", [](char c) { return !is_space(c); }, [](char c) { return c == '/' || is_alnum(c); });
  return filter;
}();

// What the tables and columns of an INSERT are called that hold passwords.
constexpr std::array<std::string_view, 9> kTablesOfPeople{
    "assw", "ASSW", "users", "USERS", "accounts", "redential", "ogins", "pwd", "members"};

class ValueFinder final : public ValueReader {
 public:
  ValueFinder(std::string_view text, Findings& findings) : ValueReader(text, findings) {}

  [[nodiscard]] const Filter& filter() const override { return kFilter; }

  void look(std::size_t at) override {
    const std::string_view rest = text_.substr(at);
    switch (rest.front()) {
      case '=':
        return named(at, at + 1, true);
      case ':':
        if (rest.starts_with("://")) return url(at);
        named(at, at + 1, false);
        if (at > 1 && text_[at - 2] == '/') windows_switch(at);
        if (rest.starts_with(":5432:") || rest.starts_with(":3306:")) password_file(at + 6);
        if (rest.starts_with(":*:") && !text_.substr(0, at).ends_with(":*")) password_file(at + 3);
        return;
      case '>':
        return element(at);
      case '(':
        return given(at);
      case ',':
        return listed(at);
      case '@':
        return oracle_login(at);
      default:
        if (rest.starts_with("：")) named(at, at + 3, false);
    }
  }

 private:
  // `mark` is "=" or ":", `at` what comes behind it.
  void named(std::size_t mark, std::size_t at, bool assigned) {
    if (mark == 0 || at >= text_.size() || at < long_until_) return;
    if (!assigned && (text_[at] == ':' || text_[mark - 1] == ':')) return;
    const std::string_view name = name_before(mark);
    if (name.empty()) return;
    const NameKind loose = kind_of(name, true);
    NameKind kind = loose == NameKind::None || assigned ? loose : kind_of(name, false);
    if (loose == NameKind::None) kind = kind_around(name, mark);
    if (loose == NameKind::None && kind == NameKind::None && assigned) kind = kind_declared(name);
    if (loose == NameKind::None && kind == NameKind::None && !assigned) {
      if (!is_space(text_[at])) return colon_login(mark);
      if (name.ends_with('p') || name.ends_with('P')) return letter_login(name, at);
    }
    // "${DB_PASSWORD:-hunter22}"
    if (!assigned && text_[at] == '-') ++at;
    // "pass: …" counts where what follows is no word.
    const bool brief = !assigned && kind == NameKind::None && !name.ends_with("PASS");
    if (brief && loose == NameKind::Password) kind = NameKind::Password;
    if (kind == NameKind::None) return;
    if (kind == NameKind::Login && assigned) kind = NameKind::Secret;  // "sonar.login=…"
    if (kind == NameKind::Login) return login_pair(at);
    while (at < text_.size() && (text_[at] == '=' || text_[at] == '>' || text_[at] == '*')) ++at;
    // "password:word" in the middle of something else is no pair.
    const bool close = !is_blank(text_[std::min(at, text_.size() - 1)]);
    at = skip_blanks(at);
    at = skip_scheme(at);
    if (name.ends_with("uthorization")) at = skip_other_scheme(at);
    // Of SQL and of Python
    if (at + 1 < text_.size() && is_quote(text_[at + 1]) &&
        (text_[at] == 'N' || text_[at] == 'b')) {
      ++at;
    }
    if (!assigned && kind == NameKind::Password) at = skip_to_next_line(at);
    auto found = value_at(at);
    if (!found) return;
    if (assigned && kind == NameKind::Password) take_ampersands(*found, mark);
    // A long value is read once, whatever stands in it.
    if (found->end - found->begin > kNameBytes) long_until_ = found->end;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    const Candidate candidate{value, found->quoted, assigned};
    if (is_one_of_many(kind)) return add_named(kind, found->begin, value);
    if (kind == NameKind::Password && !found->quoted && !found->last && is_alpha(value.front())) {
      const std::string_view line = words_to_line_end(found->begin);
      if (!brief && (is_passphrase(line) || is_block_password(line))) {
        return add_named(kind, found->begin, line);
      }
    }
    if (assigned && is_variable(name)) {
      const bool words = kind == NameKind::Password && found->quoted && is_passphrase(value, 3);
      const bool chosen = kind == NameKind::Secret && !name.ends_with("KEY") &&
                          !name.ends_with("TOKEN") && !name.ends_with("ID") &&
                          (is_strong_word(value) || is_mixed_word(value));
      if (words || chosen) return add_named(kind, found->begin, value);
    }
    if (!is_secret(candidate, kind)) return;
    if (loose == NameKind::Login && !is_generated_word(value)) return;
    if (is_session_number(name, value)) return;
    if (brief && !is_word(value) && !is_passphrase(value) &&
        !(found->last && is_word_and_number(value))) {
      return;
    }
    const bool listed = name.ends_with("codes");
    const bool prose = !assigned && !found->quoted && !found->last && !listed;
    const bool apart = kind == NameKind::Pin || (close ? is_strong_word(value) : is_word(value));
    if (prose && !apart) return;
    add_named(kind, found->begin, value);
  }

  // "DB_PASSWORD"
  static bool is_variable(std::string_view name) {
    const std::string_view last = name.substr(name.find_last_of(" \t") + 1);
    return last.find('_') != kNowhere && std::none_of(last.begin(), last.end(), is_lower);
  }

  // "Password:" with nothing behind it, and one strong word on the next line.
  [[nodiscard]] std::size_t skip_to_next_line(std::size_t at) {
    std::size_t next = at;
    if (next < text_.size() && text_[next] == '\r') ++next;
    if (next >= text_.size() || text_[next] != '\n') return at;
    const auto found = value_at(skip_blanks(next + 1));
    return found && found->last && is_strong_word(text_of(*found)) ? skip_blanks(next + 1) : at;
  }

  // "DB_PASS=ab12&cd34": a part of the password, where it is no list of parameters.
  void take_ampersands(Value& found, std::size_t mark) const {
    if (found.quoted || found.end >= text_.size() || text_[found.end] != '&') return;
    std::size_t begin = mark;
    const std::size_t least = mark > kNameBytes ? mark - kNameBytes : 0;
    while (begin > least && !is_space(text_[begin - 1])) {
      --begin;
      if (std::string_view("?&\"'/").find(text_[begin]) != kNowhere) return;
    }
    const std::size_t most = std::min(text_.size(), found.begin + kNameBytes);
    std::size_t end = found.end;
    while (end < most && !is_space(text_[end]) && !is_quote(text_[end]) && text_[end] != ';') ++end;
    if (text_.substr(found.end, 2) != "&&" && end < most) found.end = end;
    if (end == text_.size()) found.end = end;
  }

  // "ada@acme.io:hunter22" on a line of its own or behind a host; "logged in with ada:hunter22".
  void colon_login(std::size_t mark) {
    std::size_t begin = mark;
    const std::size_t least = mark > kNameBytes ? mark - kNameBytes : 0;
    bool mail = false;
    while (begin > least && (is_alnum(text_[begin - 1]) ||
                             std::string_view("._%+-@").find(text_[begin - 1]) != kNowhere)) {
      --begin;
      mail = mail || text_[begin] == '@';
    }
    if (mark - begin < 3 || begin == least) return;
    const char before = text_[begin - (begin > 0 ? 1 : 0)];
    if (begin > 0 && !is_space(before) && before != '(' && !is_quote(before)) return;
    const auto found = value_at(mark + 1);
    if (!found || found->quoted) return;
    const std::string_view value = text_of(*found);
    const std::string_view user = text_.substr(begin, mark - begin);
    const bool host = mail && user.find('.', user.find('@')) != kNowhere;
    if (!is_alnum(value.front()) || value.find_first_of("@,/") != kNowhere || mail != host) return;
    if (mail ? !(found->last && is_word(value)) : !is_strong_word(value)) return;
    const bool told = mail ||
                      line_names(begin, {"og in", "ogin", "ogged in", "ign in", "igned in", "cred",
                                         "Cred", "ccount", "user "}) ||
                      (before == '(' && (text_.substr(begin).starts_with("admin:") ||
                                         text_.substr(begin).starts_with("root:")));
    if (told) add(kLoginLine, found->begin, value);
  }

  // "u: ada" and "p: hunter22" below it
  void letter_login(std::string_view name, std::size_t at) {
    if (name.size() > 3 || name.find_first_not_of(" -pPwW") != kNowhere) return;
    const auto begin = static_cast<std::size_t>(name.data() - text_.data());
    if (begin == 0 || text_[begin - 1] != '\n') return;
    std::string_view above = line_before(begin - 1);
    while (!above.empty() && std::string_view("-*> \t").find(above.front()) != kNowhere) {
      above.remove_prefix(1);
    }
    if (above.size() < 3 || to_lower(above.front()) != 'u' || above.find(':') > 8) return;
    const auto found = value_at(skip_blanks(at));
    if (found && found->last && is_word(text_of(*found))) {
      add(kLoginLine, found->begin, text_of(*found));
    }
  }

  // Client("3kuOYCh0YRZAqLWyK5A6…")
  void given(std::size_t at) {
    const auto found = value_at(at + 1);
    if (!found || !found->quoted) return;
    const std::string_view value = text_of(*found);
    if (value.size() < 20 || value.find_first_of(" /.:") != kNowhere) return;
    const std::string_view name = name_before(at);
    constexpr std::array<std::string_view, 14> kTakers{
        "Client", "client", "API", "Api", "Auth",    "auth",  "Fernet",
        "Stripe", "OpenAI", "Bot", "bot", "Octokit", "login", "Login"};
    const NameKind kind = kind_of(name, true);
    if (kind != NameKind::Secret && kind != NameKind::Key &&
        std::none_of(kTakers.begin(), kTakers.end(),
                     [&](std::string_view one) { return name.ends_with(one); })) {
      return;
    }
    if (is_generated_word(value)) add_named(NameKind::Secret, found->begin, value);
  }

  // Words and blanks as far as the line goes, or nothing where it has something else.
  [[nodiscard]] std::string_view words_to_line_end(std::size_t at) const {
    constexpr std::size_t kFar = 160;
    const std::size_t most = std::min(text_.size(), at + kFar);
    std::size_t end = at;
    while (end < most && (is_alnum(text_[end]) || text_[end] == ' ')) ++end;
    const bool whole =
        end == text_.size() || std::string_view("\n\r`\")").find(text_[end]) != kNowhere;
    return whole ? trim(text_.substr(at, end - at)) : std::string_view();
  }

  // "credentials: ada / hunter22", "login: ada:hunter22"
  void login_pair(std::size_t at) {
    const auto user = value_at(skip_blanks(at));
    if (!user) return;
    const std::string_view word = text_of(*user);
    const std::size_t mark = word.find_first_of("/:");
    const bool joined = !user->quoted && mark != std::string_view::npos && mark > 0;
    if (joined) {
      const std::string_view password = word.substr(mark + 1);
      const bool path = password.find('/') != std::string_view::npos;
      if (!path && is_word(password)) add(kLoginLine, user->begin, password);
      return;
    }
    std::size_t next = skip_blanks(user->end + (user->quoted ? 1 : 0));
    if (next < text_.size() && std::string_view("/:,|-").find(text_[next]) != kNowhere) {
      next = skip_blanks(next + 1);
    }
    const auto found = value_at(next);
    if (!found || !found->last) return;
    const std::string_view value = text_of(*found);
    if (is_word(value)) add(kLoginLine, found->begin, value);
  }

  // xfreerdp /u:ada /p:hunter22
  void windows_switch(std::size_t mark) {
    if (to_lower(text_[mark - 1]) != 'p' || !line_names(mark, {"/u:", "/v:", "/user:"})) return;
    const auto found = value_at(mark + 1);
    if (!found) return;
    if (is_secret({text_of(*found), found->quoted, true}, NameKind::Password)) {
      add(kLoginLine, found->begin, text_of(*found));
    }
  }

  // `variable "db_password" { default = … }`, "- name: DB_PASSWORD" with "value: …" below it: the
  // name stands before one that only says that a value follows.
  [[nodiscard]] NameKind kind_around(std::string_view name, std::size_t mark) {
    // {"username": "ada", "key": "…"}, "Jwt": {"Key": "…"}
    if ((name == "key" || name == "Key") && text_[mark - 1] == '"') {
      const bool login = line_names(mark, {"\"username\"", "\"user\"", "wt\"", "uth\"", "pi\""});
      return login ? NameKind::Secret : NameKind::None;
    }
    if (!name.ends_with("alue") && !name.ends_with("default")) return NameKind::None;
    const std::size_t word = name.find_last_of(" \t") + 1;
    const std::string_view last = name.substr(word);
    if (last != "value" && last != "default" && last != "Value") return NameKind::None;
    auto end = static_cast<std::size_t>(name.data() - text_.data()) + word;
    constexpr std::string_view kVariable = "variable \"";
    const std::string_view above =
        text_.substr(end > kValueBytes ? end - kValueBytes : 0, std::min(end, kValueBytes));
    const std::size_t variable =
        last == "default" ? above.rfind(kVariable) : std::string_view::npos;
    if (variable != std::string_view::npos) {
      const std::string_view called = above.substr(variable + kVariable.size());
      return kind_of(called.substr(0, called.find('"')), true);
    }
    constexpr std::size_t kFar = 32;
    constexpr std::string_view kBetween = " \t\r\n\"'{,";
    for (std::size_t i = 0; i < kFar && end > 0; ++i, --end) {
      if (kBetween.find(text_[end - 1]) == std::string_view::npos) break;
    }
    return kind_of(name_before(end), true);
  }

  // `password: String = "…"`, `passwd: &str = "…"`: a type stands between the name and the mark.
  [[nodiscard]] NameKind kind_declared(std::string_view name) {
    constexpr std::size_t kLongestType = 16;
    auto at = static_cast<std::size_t>(name.data() - text_.data());
    if (name.size() > kLongestType) return NameKind::None;
    for (int i = 0; i < 3 && at > 0; ++i, --at) {
      if (!is_blank(text_[at - 1]) && text_[at - 1] != '&') break;
    }
    if (at < 2 || text_[at - 1] != ':' || text_[at - 2] == ':') return NameKind::None;
    const NameKind kind = kind_of(name_before(at - 1), true);
    return kind == NameKind::Password || kind == NameKind::Secret ? kind : NameKind::None;
  }

  // "<password>hunter22</password>"
  void element(std::size_t at) {
    const std::string_view name = name_before(at);
    const bool opens = name.size() < at && text_[at - name.size() - 1] == '<';
    if (opens && name == "auth-user-pass") return second_line(at + 1);
    const NameKind kind = opens ? kind_of(name, true) : NameKind::None;
    if (kind == NameKind::None) return;
    const std::string_view value = text_.substr(at + 1, kNameBytes);
    const std::size_t end = value.find_first_of("<\n");
    if (end == std::string_view::npos || !value.substr(end).starts_with("</")) return;
    if (kind == NameKind::Login || value.substr(0, end).find('(') != std::string_view::npos) return;
    if (is_secret({value.substr(0, end), true, true}, kind)) {
      add_named(kind, at + 1, value.substr(0, end));
    }
  }

  // A user on the next line, and the password below it
  void second_line(std::size_t at) {
    const std::string_view rest = text_.substr(at, kValueBytes);
    const std::size_t user = rest.find_first_not_of("\r\n");
    const std::size_t feed = user == kNowhere ? kNowhere : rest.find('\n', user);
    const auto found = feed == kNowhere ? std::nullopt : value_at(skip_blanks(at + feed + 1));
    if (found && is_secret({text_of(*found), true, true}, NameKind::Password)) {
      add(kLoginLine, found->begin, text_of(*found));
    }
  }

  // define('DB_PASSWORD', '…'), auth=("ada", "…")
  void listed(std::size_t at) {
    const std::size_t next = skip_blanks(at + 1);
    if (next >= text_.size() || !is_quote(text_[next])) return;
    NameKind kind = kind_of(name_before(at), true);
    const bool pair =
        kind == NameKind::None &&
        line_names(at, {"auth=(", "Auth(", "PDO(", "connect('", "connect(\"", "redentials(",
                        "redential(", ".login(", "getConnection(", "basic_auth(", "uthenticate("});
    if (!pair && kind == NameKind::None) return inserted(at, next);
    const std::string_view before = pair ? line_before(at) : std::string_view();
    if (before.find_first_of("{}") != std::string_view::npos) return;
    if (pair) kind = NameKind::Password;
    if (kind == NameKind::None || kind == NameKind::Login) return;
    const auto found = value_at(next);
    if (!found || !found->quoted) return;
    const std::string_view value = text_of(*found);
    const bool closed = text_.substr(found->end + 1, 2).find(')') != std::string_view::npos;
    if (!closed && !(pair && is_strong_word(value))) return;
    if (pair && !is_word(value) && !is_word_and_number(value)) return;
    if (is_secret({value, true, true}, kind)) add_named(kind, found->begin, value);
  }

  // INSERT INTO users (name, password) VALUES ('ada', 'hunter22')
  void inserted(std::size_t at, std::size_t next) {
    if (at >= insert_until_) {
      constexpr std::size_t kStretch = 128;
      into_people_ = is_into_people(at);
      insert_until_ = at + std::min(text_.substr(at, kStretch).find('\n'), kStretch);
    }
    const auto found = into_people_ ? value_at(next) : std::nullopt;
    if (found && found->quoted && is_strong_word(text_of(*found))) {
      add(kLoginLine, found->begin, text_of(*found));
    }
  }
  [[nodiscard]] bool is_into_people(std::size_t at) const {
    if (!line_names(at, {"VALUES", "values"})) return false;
    constexpr std::size_t kFar = 256;
    std::string_view before = text_.substr(at > kFar ? at - kFar : 0, std::min(at, kFar));
    const std::size_t insert = std::max(before.rfind("NSERT ") + 1, before.rfind("nsert ") + 1);
    if (insert == 0) return false;
    before.remove_prefix(insert);
    return std::any_of(kTablesOfPeople.begin(), kTablesOfPeople.end(),
                       [&](std::string_view one) { return before.find(one) != kNowhere; });
  }

  // "thin:scott/hunter22@//host", "sqlplus scott/hunter22@ORCL"
  void oracle_login(std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && at - begin < kNameBytes && text_[begin - 1] != '/' &&
           text_[begin - 1] != '@' && !is_space(text_[begin - 1])) {
      --begin;
    }
    // "ada:hunter22@tcp(host:3306)/…"
    if (text_.substr(at).starts_with("@tcp(")) {
      const std::string_view login = text_.substr(begin, at - begin);
      const std::size_t colon = login.find(':');
      const std::string_view password = colon == kNowhere ? login : login.substr(colon + 1);
      if (colon != kNowhere && is_word(password)) add(kLoginLine, begin, password);
      return;
    }
    if (begin == 0 || text_[begin - 1] != '/') return;
    std::size_t user = begin - 1;
    while (user > 0 && begin - user < kNameBytes &&
           (is_alnum(text_[user - 1]) || text_[user - 1] == '_'))
      --user;
    const std::string_view before = text_.substr(0, user);
    constexpr std::array<std::string_view, 7> kTools{"thin:",  "sqlplus ", "sqlplus -s ", "expdp ",
                                                     "impdp ", "oci:",     "sqlldr "};
    if (std::none_of(kTools.begin(), kTools.end(),
                     [&](std::string_view one) { return before.ends_with(one); })) {
      return;
    }
    const std::string_view password = text_.substr(begin, at - begin);
    if (is_secret({password, true, true}, NameKind::Password)) add(kLoginLine, begin, password);
  }

  // "Authorization: Bearer …"
  [[nodiscard]] std::size_t skip_scheme(std::size_t at) const {
    if (at >= text_.size() || (to_lower(text_[at]) != 'b' && to_lower(text_[at]) != 't')) return at;
    for (const std::string_view scheme :
         {"Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token ", "base64:"}) {
      if (text_.substr(at).starts_with(scheme)) return at + scheme.size();
    }
    return at;
  }

  // "Authorization: Splunk …"
  [[nodiscard]] std::size_t skip_other_scheme(std::size_t at) const {
    constexpr std::size_t kLongest = 12;
    std::size_t end = at;
    while (end < text_.size() && end - at < kLongest && (is_alpha(text_[end]) || text_[end] == '-'))
      ++end;
    return end > at && end < text_.size() && text_[end] == ' ' ? end + 1 : at;
  }

  // scheme://user:password@host
  void url(std::size_t at) {
    std::size_t end = at + 3;
    std::size_t sign = std::string_view::npos;  // the last "@"
    const std::size_t most = std::min(text_.size(), end + kValueBytes);
    for (; end < most; ++end) {
      const char c = text_[end];
      if (is_space(c) || is_quote(c) || c == '/' || c == '?' || c == '#' || c == '<' || c == '>' ||
          c == '|') {
        break;
      }
      if (c == '@') sign = end;
    }
    if (sign == std::string_view::npos) return;
    const std::string_view login = text_.substr(at + 3, sign - at - 3);
    const std::string_view host = text_.substr(sign + 1, end - sign - 1);
    // "[[user][:password]@]host", "\fIuser\fR": how it is written
    if (login.find_first_of("[]\\") != std::string_view::npos) return;
    const std::size_t colon = login.find(':');
    if (colon == std::string_view::npos) {
      const bool reported = host.find("sentry") != std::string_view::npos;
      if (!reported && is_secret({login, true, true}, NameKind::Secret)) {
        add(kUrlPassword, at, login);
      }
      return;
    }
    const std::string_view password = login.substr(colon + 1);
    const bool word = std::none_of(password.begin(), password.end(), is_digit);
    if (word && host.starts_with("example.")) return;
    if (is_url_password(login.substr(0, colon), password)) add(kUrlPassword, at, password);
  }

  // host:5432:database:user:password, the line of a password file; `at` is behind the port
  void password_file(std::size_t at) {
    std::size_t fields = 0;
    std::size_t field = at;
    std::size_t end = field;
    const std::size_t most = std::min(text_.size(), at + 256);
    for (; end < most && !is_space(text_[end]) && !is_quote(text_[end]); ++end) {
      if (text_[end] != ':' || fields == 2) continue;
      ++fields;
      field = end + 1;
    }
    if (fields < 2 || (end == most && end < text_.size())) return;
    const std::string_view value = text_.substr(field, end - field);
    if (value.find_first_of("*'\"(),") != std::string_view::npos) return;
    if (is_secret({value, true, true}, NameKind::Password)) add(kLoginLine, field, value);
  }

  std::size_t insert_until_ = 0;  // what into_people_ was found out for
  bool into_people_ = false;
};

}  // namespace

std::unique_ptr<Matcher> value_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<ValueFinder>(text, findings);
}

}  // namespace loci::guard
