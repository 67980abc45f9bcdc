#include "guard/told.h"

#include <algorithm>

#include "guard/classes.h"
#include "guard/shapes.h"
#include "guard/value_reader.h"

namespace loci::guard {
namespace {

constexpr std::size_t kPasswordValue = rule_row("password-value");
constexpr std::size_t kToldLogin = rule_row("login-line");
constexpr std::size_t kPasswordTold = rule_row("password-told");

// Where ToldFinder::look() has something to do.
constexpr Filter kToldFilter = [] {
  Filter filter;
  Kinds kind = 1;
  const auto add = [&](std::string_view before, std::string_view here, auto next) {
    const auto among = [](std::string_view set) {
      return [set](char c) { return set.find(c) != std::string_view::npos; };
    };
    let(filter.before, kind, among(before));
    let(filter.here, kind, among(here));
    let(filter.next, kind, next);
    let(filter.third, kind, any_byte);
    kind <<= 1U;
    ++filter.width;
  };
  const auto is = [](char wanted) { return [wanted](char c) { return c == wanted; }; };
  add(" \t", "|", any_byte);
  add(" \t\n\"'`", "-",
      [](char c) { return std::string_view("-upawkPU").find(c) != std::string_view::npos; });
  add("sS", "wW", is_alpha);            // password
  add("eEbB", "yYnNtT", is_blank);      // key, token, secret, by
  add("SDNYEWT", "SDNYETW", is_blank);  // DB_PASS, API_KEY
  add("s", "e", is_blank);              // passe
  add("h\xB1n", "a", is_blank);         // senha, contraseña
  add("\xBB", "\xD1", is('\x8C'));      // пароль
  add("\x86", "\xE7", is('\xA0'));      // 密码
  return filter;
}();

class ToldFinder final : public ValueReader {
 public:
  ToldFinder(std::string_view text, Findings& findings) : ValueReader(text, findings) {}

  [[nodiscard]] const Filter& filter() const override { return kToldFilter; }

  void look(std::size_t at) override {
    const char c = text_[at];
    if (c == '|') return table_cell(at);
    if (c == '-') return flag(at);
    if (to_lower(c) == 'w' && at + 1 < text_.size() && is_alpha(text_[at + 1])) return password(at);
    if (c == 'e' || c == 'a') return told_elsewhere(at, text_.substr(at, 1));
    if (c == '\xD1') return told_elsewhere(at, text_.substr(at, 2));
    if (c == '\xE7') return told_elsewhere(at, text_.substr(at, 3));
    named_before_blank(at);
    if (is_upper(c) && at > 0 && is_upper(text_[at - 1])) variable(at);
  }

 private:
  // "| password | hunter22 |", or a column of that name.
  void table_cell(std::size_t at) {
    if (at == 0 || at < table_until_) return;
    const NameKind kind = name_kind(name_before(at), true);
    if (kind == NameKind::None) return;
    if (at + 1 < text_.size() && !is_space(text_[at + 1])) return;
    const auto found = value_at(skip_blanks(at + 1));
    if (found && found->last) {
      const std::string_view value = text_of(*found);
      if (is_secret_word(value) && is_secret_value({value, found->quoted, false}, kind)) {
        return add_named(kind, found->begin, value);
      }
    }
    table_column(at, kind);
  }

  // The rows below a heading, where a line of dashes follows it.
  void table_column(std::size_t at, NameKind kind) {
    constexpr std::size_t kMostRows = 100;
    std::size_t line = next_line(at);
    if (line >= text_.size() || text_[line] != '|') return;
    const std::size_t least = at > kValueBytes ? at - kValueBytes : 0;
    const std::size_t above = text_.substr(least, at - least).rfind('\n');
    const std::size_t head = above == std::string_view::npos ? least : least + above + 1;
    const auto column = std::count(text_.begin() + static_cast<std::ptrdiff_t>(head),
                                   text_.begin() + static_cast<std::ptrdiff_t>(at), '|');
    for (std::size_t row = 0; row < kMostRows && line < text_.size() && text_[line] == '|'; ++row) {
      const std::size_t end = next_line(line);
      const std::string_view cells = text_.substr(line, std::min(end - line, kValueBytes));
      if (row == 0 && cells.find("--") == std::string_view::npos) return;
      std::size_t cell = 0;
      for (std::ptrdiff_t i = 0; i < column && cell != std::string_view::npos; ++i)
        cell = cells.find('|', i == 0 ? 0 : cell + 1);
      table_until_ = end;
      const auto found = cell == std::string_view::npos || row == 0
                             ? std::nullopt
                             : value_at(skip_blanks(line + cell + 1));
      if (found && is_secret_word(text_of(*found))) add_named(kind, found->begin, text_of(*found));
      line = end;
    }
  }
  [[nodiscard]] std::size_t next_line(std::size_t at) const {
    const std::size_t feed = text_.substr(at, kValueBytes).find('\n');
    return feed == std::string_view::npos ? text_.size() : at + feed + 1;
  }

  // --password VALUE, --api-key VALUE; curl -u user:password; mysql -pVALUE
  void flag(std::size_t at) {
    if (at > 0 && !is_space(text_[at - 1]) && !is_quote(text_[at - 1])) return;
    if (text_.substr(at).starts_with("--")) return long_flag(at);
    const std::string_view rest = text_.substr(at);
    switch (rest[1]) {
      case 'u':
        return user_flag(at + 2);
      case 'p':
        return password_flag(at + 2,
                             {"mysql", "sshpass", "login", "mariadb", "mongo", "7z", "zip"});
      case 'a':
        return password_flag(at + 2, {"redis-cli", "valkey-cli"});
      case 'w':
        return password_flag(at + 2, {"ldap"});
      case 'k':
        return password_flag(at + 2, {"openssl"});
      case 'P':
        return password_flag(at + 2, {"sqlcmd", "isql", "bcp ", "zip"});
      case 'U':
        return samba_flag(at + 2);
      default:
        return;
    }
  }

  void long_flag(std::size_t at) {
    std::size_t end = at + 2;
    const std::size_t most = std::min(text_.size(), end + kNameBytes);
    while (end < most && (is_alnum(text_[end]) || text_[end] == '-' || text_[end] == '_')) ++end;
    if (end >= most || !is_blank(text_[end])) return;
    const std::string_view name = text_.substr(at + 2, end - at - 2);
    const std::size_t next = skip_blanks(end);
    if (next < text_.size() && text_[next] == '-') return;  // another flag
    const auto found = value_at(next);
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

  // smbclient -U user%password
  void samba_flag(std::size_t at) {
    if (!line_names(at, {"smbclient", "rpcclient", "smbget"})) return;
    const auto found = value_at(skip_blanks(at));
    if (found) login(text_of(*found), found->begin, '%');
  }

  void login(std::string_view value, std::size_t at, char mark = ':') {
    const std::size_t colon = value.find(mark);
    if (colon == std::string_view::npos) return;
    const std::string_view password = value.substr(colon + 1);
    if (is_secret_value({password, true, true}, NameKind::Password)) add(kToldLogin, at, password);
  }

  void password_flag(std::size_t at, std::initializer_list<std::string_view> commands) {
    if (!line_names(at, commands)) return;
    const auto found = value_at(skip_blanks(at));
    if (!found) return;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    // "-pass", "-port" are other flags, and "-p 8080" is a port.
    const bool close = found->begin == at && !found->quoted;
    if (close && !is_secret_word(value)) return;
    if (is_secret_value({value, found->quoted, false}, NameKind::Password)) {
      add(kToldLogin, found->begin, value);
    }
  }

  // At the end of "key", "token", "secret" or "IDENTIFIED BY": a generated value that follows
  // with a blank or a quote between, or later in the sentence behind "is".
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
    if (next >= text_.size() || next < long_until_) return;
    const NameKind kind = sql ? NameKind::Password : name_kind(name_before(at + 1), false);
    if (kind == NameKind::None) return;
    const auto found = value_at(sql ? next : value_said(next, true).value_or(next));
    if (!found || (sql && !found->quoted)) return;
    constexpr std::size_t kGenerated = 20;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (value.size() > kNameBytes) long_until_ = found->end;
    if (!sql && (value.size() < kGenerated || !is_varied(value))) return;
    if (is_secret_value({value, found->quoted, false}, kind)) add_named(kind, found->begin, value);
  }

  // At the "w" of "password" and the like.
  void password(std::size_t at) {
    if (at < 4) return;
    constexpr std::string_view kPass = "pass";
    for (std::size_t i = 0; i < kPass.size(); ++i) {
      if (to_lower(text_[at - 4 + i]) != kPass[i]) return;
    }
    std::size_t end = at;
    while (end < text_.size() && end - at < 16 && is_alpha(text_[end])) ++end;
    told(end);
  }

  // A word for a password ends before `end`: "login ada password …", "the password is …", "the
  // password of the NAS was changed to …".
  void told(std::size_t end, bool colon = false) {
    const std::string_view rest = text_.substr(end);
    if (rest.empty() || (!is_blank(rest.front()) && !rest.starts_with("是"))) return;
    const auto said = value_said(end, colon);
    const auto found = value_at(said.value_or(skip_blanks(end)));
    if (!found) return;
    const std::string_view value = text_of(*found);
    if (!found->quoted && std::none_of(value.begin(), value.end(), is_digit)) return;
    if (said) {
      if (is_told(value)) add(kPasswordTold, found->begin, value);
      return;
    }
    constexpr std::size_t kNear = 64;
    const std::string_view before =
        text_.substr(end > kNear ? end - kNear : 0, std::min(end, kNear));
    const bool netrc = before.find("login ") != std::string_view::npos;
    if (netrc || found->quoted) {
      if (is_secret_value({value, found->quoted, netrc}, NameKind::Password)) {
        add(netrc ? kToldLogin : kPasswordValue, found->begin, value);
      }
    } else if (is_secret_word(value)) {
      add(kPasswordTold, found->begin, value);
    }
  }

  static bool is_told(std::string_view value) {
    return is_secret_word(value) || is_mixed_word(value);
  }

  // Where the value stands that a sentence tells: behind "is", "changed to", "lautet", … or, in
  // "password for the NAS: …", behind a colon. Each part of a text is read once.
  [[nodiscard]] std::optional<std::size_t> value_said(std::size_t at, bool linked = false) {
    constexpr std::array<std::string_view, 16> kVerbs{"is",  "is:",    "was", "to",  "be", "now",
                                                      "ist", "lautet", "es",  "est", "è",  "é",
                                                      "—",   "–",      "->",  "→"};
    constexpr std::array<std::string_view, 16> kOf{"for", "of",  "on",  "at",  "from", "für",
                                                   "der", "des", "zum", "del", "de",   "du",
                                                   "do",  "da",  "от",  "для"};
    constexpr std::array<std::string_view, 3> kOnTheWay{"changed", "set", "reset"};
    constexpr std::size_t kLongest = 7;
    constexpr std::size_t kFar = 64;
    const auto is_among = [](std::string_view word, const auto& words) {
      return word.size() >= 2 && word.size() <= kLongest &&
             std::find(words.begin(), words.end(), word) != words.end();
    };
    if (text_.substr(at).starts_with("是")) return skip_blanks(at + 3);
    const std::size_t most = std::min(text_.size(), at + kFar);
    at = std::max(at, said_until_);
    bool verb = false;
    while (at < most && text_[at] != '\n' && text_[at] != '\r') {
      if (is_blank(text_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < most && !is_space(text_[end])) ++end;
      if (end == most && end < text_.size()) break;  // cut in two
      const std::string_view word = text_.substr(at, end - at);
      const bool again = is_among(word, kVerbs);
      if (verb && !again && !is_among(word, kOnTheWay)) return at;
      linked = linked || is_among(word, kOf);
      verb = again || (linked && word.ends_with(':'));
      at = end;
      if (word.ends_with('.')) break;
    }
    said_until_ = at;
    return std::nullopt;
  }

  // At the last letter of a word for a password in another language.
  void told_elsewhere(std::size_t at, std::string_view last) {
    constexpr std::array<std::string_view, 9> kOtherTongues{
        "mot de passe", "contraseña", "contrasena", "senha",     "пароль",
        "Пароль",       "密码",       "密碼",       "wachtwoord"};
    const std::size_t end = at + last.size();
    const std::string_view before = text_.substr(0, end);
    for (const std::string_view word : kOtherTongues) {
      if (before.ends_with(word)) return told(end, true);
    }
  }

  // "setx DB_PASS …": a variable, a blank and what is no word.
  void variable(std::size_t at) {
    const std::string_view name = name_before(at + 1);
    const std::string_view last = name.substr(name.find_last_of(" \t") + 1);
    const bool constant = last.find('_') != std::string_view::npos &&
                          std::all_of(last.begin(), last.end(), [](char c) {
                            return is_upper(c) || is_digit(c) || c == '_';
                          });
    const NameKind kind = constant ? name_kind(last, true) : NameKind::None;
    if (kind == NameKind::None) return;
    const auto found = value_at(skip_blanks(at + 1));
    if (!found || !found->last) return;
    const std::string_view value = text_of(*found);
    if (is_secret_word(value) && is_secret_value({value, found->quoted, true}, kind))
      add_named(kind, found->begin, value);
  }

  std::size_t said_until_ = 0;   // no verb up to here
  std::size_t table_until_ = 0;  // rows that were read
};

}  // namespace

std::unique_ptr<Matcher> told_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<ToldFinder>(text, findings);
}

}  // namespace loci::guard
