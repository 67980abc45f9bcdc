#include "guard/values.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "guard/classes.h"
#include "guard/names.h"
#include "guard/shapes.h"
#include "guard/value_reader.h"

namespace loci::guard {
namespace {

constexpr std::size_t kLoginLine = rule_row("login-line");
constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::size_t kElementBytes = 160;  // of an XML element, read for a value

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
  const auto in_name = [](char c) { return kNameBytesTable[byte_of(c)] != 0 || c == ')'; };
  add("=", in_name, any_byte);
  add(":", in_name, [](char c) { return c != ':'; });
  add("\xEF", any_byte, [](char c) { return c == '\xBC'; });
  add(
      ">", [](char c) { return is_alnum(c) || is_quote(c); },
      [](char c) { return !is_blank(c) && c != '<'; });
  return filter;
}();

// What stands earlier on the line where a login, a call with one, … is.
constexpr std::array<std::string_view, 9> kLoginWords{
    "og in", "ogin", "ogged in", "ign in", "igned in", "cred", "Cred", "ccount", "user "};
constexpr std::array<std::string_view, 5> kUserMembers{"\"username\"", "\"user\"", "wt\"", "uth\"",
                                                       "pi\""};
constexpr std::array<std::string_view, 6> kNetworkWords{"SSID", "wifi",  "WiFi",
                                                        "Wifi", "Wi-Fi", "WLAN"};

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
        if (!rest.starts_with("://")) named(at, at + 1, false);
        return;
      case '>':
        return element(at);
      default:
        if (rest.starts_with("：")) named(at, at + 3, false);
    }
  }

 private:
  // `mark` is "=" or ":", `at` what comes behind it.
  void named(std::size_t mark, std::size_t at, bool assigned) {
    if (mark == 0 || at >= text_.size() || at < long_until_) return;
    if (!assigned && (text_[at] == ':' || text_[mark - 1] == ':')) return;
    const bool compared = assigned && text_[at] == '=';
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
    if (!found || (compared && !found->quoted)) return;
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
    if (!is_secret(candidate, kind)) {
      if (assigned && value.find("env") != kNowhere) stand_in(kind, found->end);
      return;
    }
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

  // os.environ.get("API_KEY") or "3kuOYCh0YRZAqLWyK5A6": `at` is within what is asked first.
  void stand_in(NameKind kind, std::size_t at) {
    const std::string_view rest = text_.substr(at, kElementBytes);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    for (const std::string_view other : {" or ", " ?? ", " || ", " ?: "}) {
      const std::size_t found = line.find(other);
      if (found == kNowhere) continue;
      const auto value = value_at(skip_blanks(at + found + other.size()));
      if (value && value->quoted && is_secret({text_of(*value), true, true}, kind)) {
        add_named(kind, value->begin, text_of(*value));
      }
      return;
    }
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
      static constexpr ByteSet kParameters("?&\"'/");
      if (kParameters.has(text_[begin])) return;
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
    static constexpr ByteSet kOfUsers("._%+-@");
    while (begin > least && (is_alnum(text_[begin - 1]) || kOfUsers.has(text_[begin - 1]))) {
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
    const bool told = mail || line_names(begin, kLoginWords, login_words_) || user == "admin" ||
                      user == "root" || user == "administrator";
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

  // `variable "db_password" { default = … }`, "- name: DB_PASSWORD" with "value: …" below it: the
  // name stands before one that only says that a value follows.
  [[nodiscard]] NameKind kind_around(std::string_view name, std::size_t mark) {
    // {"username": "ada", "key": "…"}, "Jwt": {"Key": "…"}
    if ((name == "key" || name == "Key") && text_[mark - 1] == '"') {
      const bool login = line_names(mark, kUserMembers, user_members_);
      return login ? NameKind::Secret : NameKind::None;
    }
    if (name.ends_with("ey")) {
      const NameKind kind = kind_of_key(name, mark);
      if (kind != NameKind::None) return kind;
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

  // "https://api.acme.io/v1?key=…", "SSID Orchard, key: …", "using key=…"
  [[nodiscard]] NameKind kind_of_key(std::string_view name, std::size_t mark) {
    const std::string_view last = name.substr(name.find_last_of(" \t") + 1);
    if (last != "key" && last != "Key" && last != "KEY") return NameKind::None;
    const auto begin = static_cast<std::size_t>(last.data() - text_.data());
    const char before = begin == 0 ? ' ' : text_[begin - 1];
    if (before == '?' || before == '&') return NameKind::Key;
    if (line_names(mark, kNetworkWords, network_words_)) return NameKind::Password;
    const std::string_view words = name.substr(0, name.size() - last.size());
    if (words.ends_with("sing ") || words.ends_with("with ")) return NameKind::Key;
    const auto found = value_at(skip_blanks(mark + 1));
    return found && found->quoted && is_mixed_key(text_of(*found)) ? NameKind::Key : NameKind::None;
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

  // `<password>`, `<property name="db.password">`
  [[nodiscard]] bool is_opening(std::string_view name, std::size_t at) const {
    const auto begin = static_cast<std::size_t>(name.data() - text_.data());
    if (name.empty() || begin == 0) return false;
    const std::string_view before = text_.substr(0, begin);
    return before.ends_with('<') || (is_quote(text_[at - 1]) &&
                                     (before.ends_with(" name=\"") || before.ends_with(" key=\"")));
  }

  // "<password>hunter22</password>"
  void element(std::size_t at) {
    const std::string_view name = name_before(at);
    const bool opens = is_opening(name, at);
    if (opens && name == "auth-user-pass") return second_line(at + 1);
    const NameKind kind = opens ? kind_of(name, true) : NameKind::None;
    if (kind == NameKind::None) return;
    const std::string_view value = text_.substr(at + 1, kElementBytes);
    const std::size_t end = value.find_first_of("<\n");
    if (end == std::string_view::npos || !value.substr(end).starts_with("</")) return;
    if (kind == NameKind::Login || value.substr(0, end).find('(') != std::string_view::npos) return;
    constexpr std::size_t kElementWords = 3;
    if (std::count(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(end), ' ') >
        static_cast<std::ptrdiff_t>(kElementWords)) {
      return;
    }
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

  LineSearch login_words_, user_members_, network_words_;
};

}  // namespace

std::unique_ptr<Matcher> value_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<ValueFinder>(text, findings);
}

}  // namespace loci::guard
