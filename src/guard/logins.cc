#include "guard/logins.h"

#include <algorithm>
#include <array>

#include "guard/classes.h"
#include "guard/url_passwords.h"
#include "guard/value_reader.h"

namespace loci::guard {
namespace {

constexpr std::size_t kUrlPassword = rule_row("url-password");
constexpr std::size_t kGivenLogin = rule_row("login-line");
constexpr std::size_t kNoPlaceFor = std::string_view::npos;

// Where LoginFinder::look() has something to do.
constexpr Filter kLoginFilter = [] {
  Filter filter;
  Kinds kind = 1;
  const auto add = [&](char here, auto before, auto next, auto third) {
    let(filter.here, kind, [here](char c) { return c == here; });
    let(filter.before, kind, before);
    let(filter.next, kind, next);
    let(filter.third, kind, third);
    kind <<= 1U;
    ++filter.width;
  };
  const auto in_name = [](char c) { return kNameBytesTable[byte_of(c)] != 0; };
  const auto is = [](char wanted) { return [wanted](char c) { return c == wanted; }; };
  add(':', in_name, is('/'), is('/'));
  add(
      ':', in_name, [](char c) { return c == '5' || c == '3' || c == '*'; }, any_byte);
  add(
      ':', [](char c) { return c == 'p' || c == 'P'; }, any_byte, any_byte);
  add('(', is_alpha, is_quote, any_byte);
  add(
      ',', is_quote, [](char c) { return is_blank(c) || is_quote(c); }, any_byte);
  add(
      '@', [](char c) { return !is_space(c); }, [](char c) { return c == '/' || is_alnum(c); },
      any_byte);
  return filter;
}();

// What stands earlier on the line where a login is given.
constexpr std::array<std::string_view, 3> kUserSwitches{"/u:", "/v:", "/user:"};
constexpr std::array<std::string_view, 11> kLoginCalls{
    "auth=(",     "Auth(",   "PDO(",           "connect('",   "connect(\"",  "redentials(",
    "redential(", ".login(", "getConnection(", "basic_auth(", "uthenticate("};
constexpr std::array<std::string_view, 2> kInsertWords{"VALUES", "values"};

// What the tables and columns of an INSERT are called that hold passwords.
constexpr std::array<std::string_view, 9> kTablesOfPeople{
    "assw", "ASSW", "users", "USERS", "accounts", "redential", "ogins", "pwd", "members"};

class LoginFinder final : public ValueReader {
 public:
  LoginFinder(std::string_view text, Findings& findings) : ValueReader(text, findings) {}

  [[nodiscard]] const Filter& filter() const override { return kLoginFilter; }

  void look(std::size_t at) override {
    const std::string_view rest = text_.substr(at);
    switch (rest.front()) {
      case ':':
        if (rest.starts_with("://")) return url(at);
        if (at > 1 && text_[at - 2] == '/') windows_switch(at);
        if (rest.starts_with(":5432:") || rest.starts_with(":3306:")) password_file(at + 6);
        if (rest.starts_with(":*:") && !text_.substr(0, at).ends_with(":*")) password_file(at + 3);
        return;
      case '(':
        return given(at);
      case ',':
        return listed(at);
      default:
        return oracle_login(at);
    }
  }

 private:
  // Client("3kuOYCh0YRZAqLWyK5A6…")
  void given(std::size_t at) {
    const auto found = value_at(at + 1);
    if (!found || !found->quoted) return;
    const std::string_view value = text_of(*found);
    if (value.size() < 20 || value.find_first_of(" /.:") != kNoPlaceFor) return;
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

  // xfreerdp /u:ada /p:hunter22
  void windows_switch(std::size_t mark) {
    if (to_lower(text_[mark - 1]) != 'p' || !line_names(mark, kUserSwitches, user_switches_))
      return;
    const auto found = value_at(mark + 1);
    if (!found) return;
    if (is_secret({text_of(*found), found->quoted, true}, NameKind::Password)) {
      add(kGivenLogin, found->begin, text_of(*found));
    }
  }

  // define('DB_PASSWORD', '…'), auth=("ada", "…")
  void listed(std::size_t at) {
    const std::size_t next = skip_blanks(at + 1);
    if (next >= text_.size() || !is_quote(text_[next])) return;
    NameKind kind = kind_of(name_before(at), true);
    const bool pair = kind == NameKind::None && line_names(at, kLoginCalls, login_calls_);
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
      add(kGivenLogin, found->begin, text_of(*found));
    }
  }
  [[nodiscard]] bool is_into_people(std::size_t at) {
    if (!line_names(at, kInsertWords, insert_words_)) return false;
    constexpr std::size_t kFar = 256;
    std::string_view before = text_.substr(at > kFar ? at - kFar : 0, std::min(at, kFar));
    const std::size_t insert = std::max(before.rfind("NSERT ") + 1, before.rfind("nsert ") + 1);
    if (insert == 0) return false;
    before.remove_prefix(insert);
    return std::any_of(kTablesOfPeople.begin(), kTablesOfPeople.end(),
                       [&](std::string_view one) { return before.find(one) != kNoPlaceFor; });
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
      const std::string_view password = colon == kNoPlaceFor ? login : login.substr(colon + 1);
      if (colon != kNoPlaceFor && is_word(password)) add(kGivenLogin, begin, password);
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
    if (is_secret({password, true, true}, NameKind::Password)) add(kGivenLogin, begin, password);
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
    if (is_secret({value, true, true}, NameKind::Password)) add(kGivenLogin, field, value);
  }

  LineSearch user_switches_, login_calls_, insert_words_;
  std::size_t insert_until_ = 0;  // what into_people_ was found out for
  bool into_people_ = false;
};

}  // namespace

std::unique_ptr<Matcher> login_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<LoginFinder>(text, findings);
}

}  // namespace loci::guard
