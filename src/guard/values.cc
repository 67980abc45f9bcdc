#include "guard/values.h"

#include <optional>

#include "guard/classes.h"
#include "guard/names.h"
#include "guard/shapes.h"

namespace loci::guard {
namespace {

constexpr std::size_t kNameBytes = 64;    // looked back for a name
constexpr std::size_t kValueBytes = 512;  // looked ahead for a value

constexpr std::size_t kPasswordValue = rule_row("password-value");
constexpr std::size_t kSecretValue = rule_row("secret-value");
constexpr std::size_t kUrlPassword = rule_row("url-password");
constexpr std::size_t kLoginLine = rule_row("login-line");
constexpr std::size_t kPasswordTold = rule_row("password-told");

// 1: may stand in a name; 2: between a name and the mark behind it.
constexpr std::array<std::uint8_t, 256> kNameBytesTable = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    const bool part = c >= 0x80U || is_alnum(byte) ||
                      std::string_view("_-. ").find(byte) != std::string_view::npos;
    const bool between = std::string_view(" \t\"'`]*:\\?").find(byte) != std::string_view::npos;
    kinds[c] = static_cast<std::uint8_t>((part ? 1 : 0) | (between ? 2 : 0));
  }
  return kinds;
}();

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

class ValueFinder {
 public:
  ValueFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  void run() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      switch (text_[at]) {
        case '=':
          named(at, at + 1, true);
          break;
        case ':':
          if (text_.substr(at).starts_with("://")) {
            url(at);
          } else {
            named(at, at + 1, false);
            if (text_.substr(at).starts_with(":5432:") || text_.substr(at).starts_with(":3306:")) {
              password_file(at);
            }
          }
          break;
        case '|':
          table_cell(at);
          break;
        case '\xEF':
          if (text_.substr(at).starts_with("：")) named(at, at + 3, false);
          break;
        case '-':
          flag(at);
          break;
        case 'w':
        case 'W':
          told(at);
          break;
        case 'y':
        case 'Y':
        case 'n':
        case 'N':
        case 't':
        case 'T':
          named_before_blank(at);
          break;
        default:
          break;
      }
    }
  }

 private:
  void add(std::size_t rule, std::size_t at, std::string_view matched) {
    findings_.add(rule, lines_.at(at), matched);
  }
  [[nodiscard]] bool wants(NameKind kind) const {
    return findings_.wants(kind == NameKind::Password ? kPasswordValue : kSecretValue);
  }
  void add_named(NameKind kind, std::size_t at, std::string_view value) {
    add(kind == NameKind::Password ? kPasswordValue : kSecretValue, at, value);
  }

  // What stands before `end` on its line: letters, digits, what joins them, and blanks.
  [[nodiscard]] std::string_view name_before(std::size_t end) const {
    for (int skipped = 0; skipped < 8 && end > 0; ++skipped, --end) {
      if ((kNameBytesTable[byte_of(text_[end - 1])] & 2U) == 0) break;
    }
    std::size_t begin = end;
    while (begin > 0 && end - begin < kNameBytes) {
      if ((kNameBytesTable[byte_of(text_[begin - 1])] & 1U) == 0) break;
      --begin;
    }
    return text_.substr(begin, end - begin);
  }

  [[nodiscard]] std::size_t skip_blanks(std::size_t at) const {
    const std::size_t most = std::min(text_.size(), at + 16);
    while (at < most && is_blank(text_[at])) ++at;
    return at;
  }

  struct Value {
    std::size_t begin;
    std::size_t end;  // of what is inside the quotes
    bool quoted;
    bool last;  // nothing but a remark follows on its line
  };

  [[nodiscard]] std::optional<Value> value_at(std::size_t at) {
    if (at + 1 < text_.size() && text_[at] == '\\' && is_quote(text_[at + 1])) ++at;
    if (at >= text_.size() || text_[at] == '\n' || text_[at] == '\r') return std::nullopt;
    const std::size_t most = std::min(text_.size(), at + kValueBytes);
    std::size_t end = at;
    if (is_quote(text_[at])) {
      const char quote = text_[at++];
      // A quote that is never closed is looked for once.
      std::size_t& open_until = open_until_[quote == '"' ? 0U : quote == '\'' ? 1U : 2U];
      end = at;
      if (at >= open_until) {
        while (end < most && text_[end] != quote && text_[end] != '\n') ++end;
        if (end < most && text_[end] == quote) {
          if (end > at && text_[end - 1] == '\\') --end;
          return Value{at, end, true, true};
        }
        open_until = end;
        end = at;
      }
    }
    while (end < most && !is_space(text_[end]) && !is_quote(text_[end]) && text_[end] != ';' &&
           text_[end] != '&' && text_[end] != '|') {
      ++end;
    }
    const std::size_t stop = end;
    while (end > at &&
           std::string_view(".,:!?)]}*_>\\").find(text_[end - 1]) != std::string_view::npos) {
      --end;
    }
    if (end == at) return std::nullopt;
    return Value{at, end, false, ends_line(stop)};
  }

  // Whether only a remark follows.
  [[nodiscard]] bool ends_line(std::size_t at) const {
    while (at < text_.size() && (is_quote(text_[at]) || text_[at] == ';' || text_[at] == ',')) ++at;
    at = skip_blanks(at);
    if (at >= text_.size()) return true;
    const char c = text_[at];
    return c == '\n' || c == '\r' || c == '#' || c == '(' || c == '|' || c == '&' || c == '<' ||
           text_.substr(at).starts_with("//") || text_.substr(at).starts_with("--");
  }

  // `mark` is "=" or ":", `at` what comes behind it.
  void named(std::size_t mark, std::size_t at, bool assigned) {
    if (mark == 0 || at >= text_.size() || at < long_until_) return;
    if (!assigned && (text_[at] == ':' || text_[mark - 1] == ':')) return;
    const std::string_view name = name_before(mark);
    if (name.empty()) return;
    NameKind kind = name_kind(name, assigned);
    // "pass: …" counts where what follows is no word.
    const bool brief = !assigned && kind == NameKind::None;
    if (brief && name_kind(name, true) == NameKind::Password) kind = NameKind::Password;
    if (kind == NameKind::None || !wants(kind)) return;
    while (at < text_.size() && (text_[at] == '=' || text_[at] == '>' || text_[at] == '*')) ++at;
    // "password:word" in the middle of something else is no pair.
    const bool close = !is_blank(text_[std::min(at, text_.size() - 1)]);
    at = skip_blanks(at);
    at = skip_scheme(at);
    const auto found = value_at(at);
    if (!found) return;
    // A long value is read once, whatever stands in it.
    if (found->end - found->begin > kNameBytes) long_until_ = found->end;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    const Candidate candidate{value, found->quoted, assigned};
    if (!is_secret_value(candidate, kind)) return;
    if (brief && !is_secret_word(value)) return;
    const bool prose = !assigned && !found->quoted && !found->last;
    if (prose && (close || !is_secret_word(value))) return;
    add_named(kind, found->begin, value);
  }

  // "Authorization: Bearer …"
  [[nodiscard]] std::size_t skip_scheme(std::size_t at) const {
    for (const std::string_view scheme :
         {"Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token "}) {
      if (text_.substr(at).starts_with(scheme)) return at + scheme.size();
    }
    return at;
  }

  // "| password | hunter2 |"
  void table_cell(std::size_t at) {
    if (at == 0 || at + 1 >= text_.size() || !is_blank(text_[at - 1])) return;
    const NameKind kind = name_kind(name_before(at), false);
    if (kind == NameKind::None) return;
    const auto found = value_at(skip_blanks(at + 1));
    if (!found || !found->last) return;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (is_secret_word(value) && is_secret_value({value, found->quoted, false}, kind)) {
      add_named(kind, found->begin, value);
    }
  }

  // scheme://user:password@host
  void url(std::size_t at) {
    if (!findings_.wants(kUrlPassword)) return;
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
    const std::size_t colon = login.find(':');
    if (colon == std::string_view::npos) {
      const bool reported = host.find("sentry") != std::string_view::npos;
      if (!reported && is_secret_value({login, true, true}, NameKind::Secret)) {
        add(kUrlPassword, at, login);
      }
      return;
    }
    const std::string_view password = login.substr(colon + 1);
    if (is_url_password(login.substr(0, colon), password)) add(kUrlPassword, at, password);
  }

  static bool is_url_password(std::string_view user, std::string_view password) {
    if (password.size() < 4 || password == user || is_placeholder(password)) return false;
    constexpr std::string_view kTemplate = "${<%*[(:";
    if (kTemplate.find(password.front()) != std::string_view::npos) {
      return password.front() == '%' && is_secret_word(password);
    }
    if (password.find_first_of("{}<>$") != std::string_view::npos &&
        password.find_first_of("{<") != std::string_view::npos) {
      return false;
    }
    std::string lower;
    for (const char c : password) lower += to_lower(c);
    constexpr std::array<std::string_view, 21> kUsual{
        "password", "passwd",   "pass",  "secret", "user",  "postgres",   "root",
        "admin",    "test",     "guest", "mysql",  "token", "mypassword", "pass1234",
        "username", "rabbitmq", "redis", "mongo",  "pwd",   "dbpass",     "db_password"};
    if (std::find(kUsual.begin(), kUsual.end(), lower) != kUsual.end()) return false;
    const bool caps = std::all_of(password.begin(), password.end(),
                                  [](char c) { return is_upper(c) || c == '_'; });
    if (caps) return false;
    return !(lower.find("password") != std::string::npos &&
             std::none_of(lower.begin(), lower.end(), is_digit));
  }

  // host:5432:database:user:password, the line of a password file
  void password_file(std::size_t at) {
    std::size_t fields = 0;
    std::size_t field = at + 6;
    std::size_t end = field;
    const std::size_t most = std::min(text_.size(), at + 256);
    for (; end < most && !is_space(text_[end]); ++end) {
      if (text_[end] != ':' || fields == 2) continue;
      ++fields;
      field = end + 1;
    }
    if (fields < 2 || end == most) return;
    const std::string_view value = text_.substr(field, end - field);
    if (is_secret_value({value, true, true}, NameKind::Password)) add(kLoginLine, field, value);
  }

  // --password VALUE, --api-key VALUE; curl -u user:password; mysql -pVALUE
  void flag(std::size_t at) {
    if (at > 0 && !is_space(text_[at - 1]) && !is_quote(text_[at - 1])) return;
    if (text_.substr(at).starts_with("--")) return long_flag(at);
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with("-u ") || rest.starts_with("-u")) return user_flag(at + 2);
    if (rest.starts_with("-p")) return password_flag(at + 2);
  }

  void long_flag(std::size_t at) {
    std::size_t end = at + 2;
    const std::size_t most = std::min(text_.size(), end + kNameBytes);
    while (end < most && (is_alnum(text_[end]) || text_[end] == '-' || text_[end] == '_')) ++end;
    if (end >= most || !is_blank(text_[end])) return;
    const std::string_view name = text_.substr(at + 2, end - at - 2);
    const auto found = value_at(skip_blanks(end));
    if (!found) return;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (name == "user" || name == "proxy-user") return login(value, found->begin);
    const NameKind kind = name_kind(name, true);
    if (kind == NameKind::None) return;
    if (is_secret_value({value, found->quoted, false}, kind)) add_named(kind, found->begin, value);
  }

  void user_flag(std::size_t at) {
    if (!line_names(at, {"curl", "wget", "http"})) return;
    const auto found = value_at(skip_blanks(at));
    if (found) login(text_.substr(found->begin, found->end - found->begin), found->begin);
  }

  void login(std::string_view value, std::size_t at) {
    const std::size_t colon = value.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view password = value.substr(colon + 1);
    if (is_secret_value({password, true, true}, NameKind::Password)) add(kLoginLine, at, password);
  }

  void password_flag(std::size_t at) {
    if (!line_names(at, {"mysql", "sshpass", "docker login", "mariadb", "podman login"})) return;
    const auto found = value_at(skip_blanks(at));
    if (!found) return;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (is_secret_value({value, found->quoted, false}, NameKind::Password)) {
      add(kLoginLine, found->begin, value);
    }
  }

  // Whether one of these words stands earlier on the line, not too far off.
  [[nodiscard]] bool line_names(std::size_t at,
                                std::initializer_list<std::string_view> words) const {
    constexpr std::size_t kFar = 96;
    std::size_t begin = at > kFar ? at - kFar : 0;
    const std::size_t feed = text_.substr(begin, at - begin).rfind('\n');
    if (feed != std::string_view::npos) begin += feed + 1;
    const std::string_view line = text_.substr(begin, at - begin);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return line.find(word) != std::string_view::npos;
    });
  }

  // At the end of "key", "token", "secret" or "IDENTIFIED BY": a generated value that follows
  // with nothing but a blank, a quote or "is" between.
  void named_before_blank(std::size_t at) {
    const auto ends = [&](std::string_view word) {
      if (at + 1 < word.size()) return false;
      for (std::size_t i = 0; i < word.size(); ++i) {
        if (to_lower(text_[at - i]) != word[word.size() - 1 - i]) return false;
      }
      return true;
    };
    if (at + 2 >= text_.size() || !is_blank(text_[at + 1])) return;
    const bool sql = ends("identified by");
    if (!sql && !ends("key") && !ends("token") && !ends("secret")) return;
    std::size_t next = skip_blanks(at + 1);
    if (text_.substr(next, 3) == "is ") next = skip_blanks(next + 3);
    if (next >= text_.size() || next < long_until_) return;
    const NameKind kind = sql ? NameKind::Password : name_kind(name_before(at + 1), false);
    if (kind == NameKind::None || !wants(kind)) return;
    const auto found = value_at(next);
    if (!found || (sql && !found->quoted)) return;
    constexpr std::size_t kGenerated = 20;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (value.size() > kNameBytes) long_until_ = found->end;
    if (!sql && (value.size() < kGenerated || !is_varied(value))) return;
    if (is_secret_value({value, found->quoted, false}, kind)) add_named(kind, found->begin, value);
  }

  // At the "w" of "password": "login ada password …", "the password is …".
  void told(std::size_t at) {
    if (at < 4 || to_lower(text_[at - 1]) != 's' || to_lower(text_[at - 2]) != 's' ||
        to_lower(text_[at - 3]) != 'a' || to_lower(text_[at - 4]) != 'p') {
      return;
    }
    std::size_t end = at;
    while (end < text_.size() && end - at < 16 && is_alpha(text_[end])) ++end;
    if (end >= text_.size() || !is_blank(text_[end])) return;
    std::size_t next = skip_blanks(end);
    constexpr std::size_t kNear = 64;
    const std::string_view before = text_.substr(at > kNear ? at - kNear : 0, std::min(at, kNear));
    const bool netrc = before.find("login ") != std::string_view::npos;
    bool said = false;
    for (const std::string_view verb :
         {"is now ", "is: ", "is ", "was ", "ist ", "lautet ", "es ", "est ", "è ", "to "}) {
      if (!text_.substr(next).starts_with(verb)) continue;
      next = skip_blanks(next + verb.size());
      said = true;
      break;
    }
    if (!said && text_.substr(next, 4) == "for ") {
      // "the password for the demo account is …"
      const std::string_view rest = text_.substr(next, 64);
      const std::size_t verb = rest.substr(0, rest.find_first_of(".\n")).find(" is ");
      if (verb != std::string_view::npos) {
        next += verb + 4;
        said = true;
      }
    }
    const bool quoted = !said && next < text_.size() && is_quote(text_[next]);
    if (!said && !netrc && !quoted) return;
    const auto found = value_at(next);
    if (!found) return;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (!said && is_secret_value({value, found->quoted, netrc}, NameKind::Password)) {
      add(netrc ? kLoginLine : kPasswordValue, found->begin, value);
    } else if (said && is_secret_word(value)) {
      add(kPasswordTold, found->begin, value);
    }
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  std::size_t long_until_ = 0;               // within a value that was read
  std::array<std::size_t, 3> open_until_{};  // no quote of the kind up to here
};

}  // namespace

void find_values(std::string_view text, Findings& findings) { ValueFinder(text, findings).run(); }

}  // namespace loci::guard
