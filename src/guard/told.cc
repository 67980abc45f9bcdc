#include "guard/told.h"

#include <algorithm>

#include "guard/classes.h"
#include "guard/columns.h"
#include "guard/shapes.h"
#include "guard/value_reader.h"
#include "guard/word_roles.h"

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
  add("sS", "wW", is_alpha);            // password
  add("eEbBiI", "yYnNtT", is_blank);    // key, token, secret, by, login, PIN
  add("SDNYEWT", "SDNYETW", is_blank);  // DB_PASS, API_KEY
  add("s", "e", is_blank);              // passe
  add("h\xB1n", "a", is_blank);         // senha, contraseña
  add("\xBB", "\xD1", is('\x8C'));      // пароль
  add("\x86", "\xE7", is('\xA0'));      // 密码
  add("r", "td", is_blank);             // Kennwort, wachtwoord
  add("\x82", "o", is_blank);           // hasło
  add("\xBC", "\xE3", is('\x83'));      // パスワード
  add("pPdDsS", "wWpPsS", is_blank);    // pw, mdp, pass
  add("dD", "eE", is_blank);            // code
  return filter;
}();

// The words on the way from a password's name to it.
constexpr std::array<std::string_view, 16> kVerbs{"is",  "is:",    "was", "to",  "be", "now",
                                                  "ist", "lautet", "es",  "est", "è",  "é",
                                                  "—",   "–",      "->",  "→"};
constexpr std::array<std::string_view, 17> kOf{"vom", "for", "of",  "on",  "at",  "from",
                                               "für", "der", "des", "zum", "del", "de",
                                               "du",  "do",  "da",  "от",  "для"};
constexpr std::array<std::string_view, 13> kOnTheWay{
    "changed",    "set",   "reset",  "back",  "still", "jetzt", "nun",
    "maintenant", "ahora", "adesso", "agora", "nu",    "теперь"};
constexpr std::array<std::string_view, 7> kChanges{"changed", "set",     "reset", "back",
                                                   "updated", "rotated", "changé"};
enum SaidRole : std::uint8_t { SaidVerb = 1, SaidLink = 2, SaidMeanwhile = 4, SaidChange = 8 };
constexpr WordRoles<128> kSaidRoles = [] {
  WordRoles<128> roles;
  roles.add(kVerbs, SaidVerb);
  roles.add(kOf, SaidLink);
  roles.add(kOnTheWay, SaidMeanwhile);
  roles.add(kChanges, SaidChange);
  return roles;
}();

constexpr std::size_t kNoSeparator = std::string_view::npos;

class ToldFinder final : public ValueReader {
 public:
  ToldFinder(std::string_view text, Findings& findings) : ValueReader(text, findings) {}

  [[nodiscard]] const Filter& filter() const override { return kToldFilter; }

  void look(std::size_t at) override {
    const char c = text_[at];
    if (c == '|') return table_cell(at);
    if (to_lower(c) == 'e' && at > 2 && to_lower(text_[at - 1]) == 'd') return digits_told(at);
    if (to_lower(c) == 'w' && at + 1 < text_.size() && is_alpha(text_[at + 1])) return password(at);
    if (c == 'e' || c == 'a' || c == 'o' || is_end_of_wort(at)) {
      return told_elsewhere(at, text_.substr(at, 1));
    }
    if (c == '\xD1') return told_elsewhere(at, text_.substr(at, 2));
    if (c == '\xE7' || c == '\xE3') return told_elsewhere(at, text_.substr(at, 3));
    if (c == 'w' || c == 'W' || c == 'p' || c == 'P') return brief(at);
    if (c == 's' || c == 'S') pass(at);
    named_before_blank(at);
    if (is_upper(c) && at > 0 && is_upper(text_[at - 1])) variable(at);
  }

 private:
  // "Kennwort", "wachtwoord"; "password" is found by its "w".
  [[nodiscard]] bool is_end_of_wort(std::size_t at) const {
    if (at < 3 || text_[at - 1] != 'r' || text_[at - 2] != 'o') return false;
    return text_[at] == 't' ? text_[at - 3] == 'w' : text_[at] == 'd' && text_[at - 3] == 'o';
  }

  // "| password | hunter22 |", or a column of that name.
  void table_cell(std::size_t at) {
    if (at == 0 || at < table_until_) return;
    const NameKind kind = kind_of(name_before(at), true);
    if (kind == NameKind::None || kind == NameKind::Login) return;
    if (text_.substr(at).starts_with("||")) return stand_in(at + 2, kind);
    const auto found = value_at(skip_blanks(at + 1));
    if (at + 1 < text_.size() && !is_space(text_[at + 1])) {
      if (found && is_generated_word(text_of(*found))) {
        add_named(kind, found->begin, text_of(*found));
      }
      return;
    }
    if (found && found->last) {
      const std::string_view value = text_of(*found);
      if (is_word(value) && is_secret({value, found->quoted, false}, kind)) {
        return add_named(kind, found->begin, value);
      }
    }
    table_column(at, kind);
  }

  // process.env.JWT_SECRET || "Winter91!ember"
  void stand_in(std::size_t at, NameKind kind) {
    const auto found = value_at(skip_blanks(at));
    if (!found || !found->quoted) return;
    const std::string_view value = text_of(*found);
    if (is_word(value) && is_secret({value, true, true}, NameKind::Password)) {
      add_named(kind, found->begin, value);
    }
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
      if (found && is_told(text_of(*found))) add_named(kind, found->begin, text_of(*found));
      line = end;
    }
  }
  [[nodiscard]] std::size_t next_line(std::size_t at) const {
    const std::size_t feed = text_.substr(at, kValueBytes).find('\n');
    return feed == std::string_view::npos ? text_.size() : at + feed + 1;
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
    if (ends("login") || ends("log in")) return;
    if (ends("pin")) return digits_told(at);
    const bool sql = ends("identified by");
    if (!sql && !ends("key") && !ends("token") && !ends("secret")) return;
    std::size_t next = skip_blanks(at + 1);
    if (next >= text_.size() || next < long_until_) return;
    const NameKind kind = sql ? NameKind::Password : kind_of(name_before(at + 1), false);
    if (kind == NameKind::None || kind == NameKind::Login) return;
    const auto found = value_at(sql ? next : value_said(next, true, true).value_or(next));
    if (!found || (sql && (!found->quoted || text_[found->begin - 1] == '`'))) return;
    constexpr std::size_t kGenerated = 20;
    const std::string_view value = text_.substr(found->begin, found->end - found->begin);
    if (value.size() > kNameBytes) long_until_ = found->end;
    const bool strong = found->last && value.size() >= 12 && is_strong_word(value);
    if (!sql && ((value.size() < kGenerated && !strong) || !is_varied(value))) return;
    if (is_secret({value, found->quoted, false}, kind)) add_named(kind, found->begin, value);
  }

  // At the end of "PIN" or "door code": "the PIN is 4821", "alarm code 8842#".
  void digits_told(std::size_t at) {
    if (kind_of(name_before(at + 1), false) != NameKind::Pin) return;
    const std::size_t next = skip_blanks(at + 1);
    const auto found = value_at(value_said(next, true).value_or(next));
    if (found && is_pin(text_of(*found))) add(kPasswordTold, found->begin, text_of(*found));
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
    if (end + 1 < text_.size() && text_[end] == '(' && is_quote(text_[end + 1])) {
      const std::string_view before = text_.substr(0, at - 4);
      const bool sets = before.ends_with("set") || before.ends_with("set_") ||
                        before.ends_with("with") || text_[at] == 'W';
      if (sets) return password_call(end + 1);
    }
    told_before(at - 4);
    told(end);
    if (end >= text_.size() || std::string_view(",;\t\n\r\"").find(text_[end]) != kNoSeparator) {
      column(at - 4, end);
    }
  }

  // The field of each line below a heading: "name,email,password", "Host  User  Password".
  void column(std::size_t begin, std::size_t end) {
    if (begin < table_until_) return;
    constexpr std::size_t kMostRows = 100;
    const std::string_view before = line_before(begin);
    const std::string_view heading =
        text_.substr(begin - before.size(), end - begin + before.size());
    const std::size_t sign = heading.find_first_of(",;\t");
    const char separator = sign == kNoSeparator ? ' ' : heading[sign];
    if (heading.size() > kNameBytes || heading.front() == '|') return;
    const std::size_t field = fields(before, separator);
    if (field == 0 || heading.find_first_of("(){}<>=:") != kNoSeparator) return;
    if (separator == ' ' && (field > 5 || end >= text_.size() || !is_space(text_[end]))) return;
    std::size_t line = next_line(end);
    const std::size_t all =
        fields(text_.substr(begin - before.size(), line - begin + before.size()), separator);
    for (std::size_t row = 0; row < kMostRows && line < text_.size(); ++row) {
      const std::size_t next = next_line(line);
      const std::string_view cells = text_.substr(line, std::min(next - line, kValueBytes));
      if (fields(cells, separator) != all) return;
      table_until_ = next;
      std::size_t cell = 0;
      for (std::size_t i = 0; i < field; ++i) cell = next_field(cells, cell, separator);
      std::string_view value = cells.substr(cell);
      value = value.substr(0, value.find_first_of(separator == ' ' ? " \t\r\n" : ",;\t\r\n"));
      value = without_quotes(value);
      if (std::none_of(value.begin(), value.end(), is_digit)) value = {};
      if (!value.empty() && (separator == ' ' ? is_strong_word(value) : is_told(value))) {
        add(kPasswordValue, line + cell, value);
      }
      line = next;
    }
  }
  // PASSWORD('hunter22'), .setPassword("hunter22")
  void password_call(std::size_t at) {
    const auto found = value_at(at);
    if (!found || !found->quoted || !text_.substr(found->end + 1).starts_with(")")) return;
    const std::string_view value = text_of(*found);
    if (is_secret({value, true, true}, NameKind::Password)) {
      add(kPasswordValue, found->begin, value);
    }
  }

  // "use hunter22 as the root password": `at` begins the word for it.
  void told_before(std::size_t at) {
    constexpr std::array<std::string_view, 6> kAs{"as", "als", "comme", "como", "come", "is"};
    constexpr int kFar = 4;
    constexpr std::size_t kFiller = 12;
    if (at == 0 || !is_blank(text_[at - 1])) return;
    for (int i = 0; i < kFar; ++i) {
      const std::string_view word = word_before(at, kFiller);
      if (word.empty() || !is_alpha(word.back())) return;
      at = static_cast<std::size_t>(word.data() - text_.data());
      if (std::find(kAs.begin(), kAs.end(), word) == kAs.end()) continue;
      const std::string_view value = without_quotes(word_before(at));
      if (is_word(value) || is_passphrase(value)) {
        add(kPasswordTold, static_cast<std::size_t>(value.data() - text_.data()), value);
      }
      return;
    }
  }
  // At the last letter of "pw" or "mdp".
  void brief(std::size_t at) {
    const std::size_t size = to_lower(text_[at]) == 'w' ? 2 : 3;
    if (at + 1 < size) return;
    const std::size_t begin = at + 1 - size;
    if (size == 3 && to_lower(text_[begin]) != 'm') return;
    if (begin > 0 && is_alnum(text_[begin - 1])) return;
    told(at + 1, true);
  }

  // "root@10.0.0.4, pass hunter22"
  void pass(std::size_t at) {
    if (at < 3 || to_lower(text_[at - 1]) != 's' || to_lower(text_[at - 2]) != 'a' ||
        to_lower(text_[at - 3]) != 'p' || (at > 3 && is_alnum(text_[at - 4]))) {
      return;
    }
    const auto found = value_at(skip_blanks(at + 1));
    if (found && is_strong_word(text_of(*found))) {
      add(kPasswordTold, found->begin, text_of(*found));
    }
  }

  // A word for a password ends before `end`: "login ada password …", "the password is …", "the
  // password of the NAS was changed to …".
  void told(std::size_t end, bool colon = false) {
    const std::string_view rest = text_.substr(end);
    const bool joined = rest.starts_with("是") || rest.starts_with("は") || rest.starts_with("为");
    if (rest.empty() || (!is_blank(rest.front()) && !joined)) return;
    const auto said = value_said(end, colon);
    std::size_t next = said.value_or(skip_blanks(end));
    if (next < text_.size() && text_[next] == '(') ++next;
    if (text_.substr(next).starts_with("« ")) next += 3;
    const auto found = value_at(next);
    if (!found) return;
    const std::string_view value = text_of(*found);
    const bool phrase = (found->quoted || said) && is_passphrase(value);
    const bool jumbled = found->last && is_jumbled_word(value);
    const bool digit = std::any_of(value.begin(), value.end(), is_digit);
    if (!found->quoted && !phrase && !jumbled && !digit) return;
    if (said) {
      if (phrase || jumbled || is_told(value)) {
        add(is_strong_word(value) ? kPasswordValue : kPasswordTold, found->begin, value);
      }
      return;
    }
    constexpr std::size_t kNear = 64;
    const std::string_view before =
        text_.substr(end > kNear ? end - kNear : 0, std::min(end, kNear));
    const bool netrc = before.find("login ") != std::string_view::npos;
    if (netrc || found->quoted) {
      if (is_secret({value, found->quoted, netrc}, NameKind::Password)) {
        add(netrc ? kToldLogin : kPasswordValue, found->begin, value);
      }
    } else if (jumbled || is_word(value) || (found->last && is_word_and_number(value))) {
      add(is_strong_word(value) ? kPasswordValue : kPasswordTold, found->begin, value);
    }
  }

  // "Kot_Vasya_1987!"
  static bool is_signed_word(std::string_view word) {
    return word.size() > 7 && (word.back() == '!' || word.back() == '#' || word.back() == '$') &&
           is_mixed_word(word);
  }
  // Where the value stands that a sentence tells: behind "is", "changed to", "lautet", … or, in
  // "password for the NAS: …", behind a colon. Each part of a text is read once.
  [[nodiscard]] std::optional<std::size_t> value_said(std::size_t at, bool linked = false,
                                                      bool generated = false) {
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with("是") || rest.starts_with("は") || rest.starts_with("为"))
      return skip_blanks(at + 3);
    constexpr std::size_t kFar = 64;
    constexpr std::size_t kLongestSaid = 12;
    const std::size_t most = std::min(text_.size(), at + kFar);
    at = std::max(at, said_until_);
    bool verb = false;
    bool was = false;     // "wurde" stood before
    unsigned before = 0;  // the role of the word before
    bool first = true;
    while (at < most && text_[at] != '\n' && text_[at] != '\r') {
      if (is_space(text_[at])) {
        ++at;
        continue;
      }
      std::size_t end = at;
      while (end < most && !is_space(text_[end])) ++end;
      if (end == most && end < text_.size()) {  // cut in two
        if (verb) return at;
        break;
      }
      const std::string_view word = text_.substr(at, end - at);
      const std::string_view bare =
          word.ends_with(':') && word.size() > 3 ? word.substr(0, word.size() - 1) : word;
      const unsigned role = bare.size() <= kLongestSaid ? kSaidRoles.of(bare) : 0;
      // "normalized according to …" tells nothing.
      const bool again =
          ((role & SaidVerb) != 0 && (word != "to" || first || (before & SaidChange) != 0)) ||
          (word == "auf" && was) || (word == "from" && (before & SaidChange) != 0) ||
          (word == "en" && (before & SaidChange) != 0) || (word == "-" && first);
      if (verb && !again && (role & SaidMeanwhile) == 0) return at;
      // "the password of the NAS hunter22"
      if (linked && (before & SaidLink) == 0 && (is_strong_word(word) || is_signed_word(word))) {
        return at;
      }
      linked = linked || (role & SaidLink) != 0;
      verb = again || ((linked || generated) && word.ends_with(':'));
      before = role;
      first = false;
      was = word == "wurde";
      at = end;
      if (word.ends_with('.')) break;
    }
    said_until_ = at;
    return std::nullopt;
  }

  // At the last letter of a word for a password in another language.
  void told_elsewhere(std::size_t at, std::string_view last) {
    constexpr std::array<std::string_view, 13> kOtherTongues{
        "ot de passe", "ontraseña", "ontrasena",  "enha",      "пароль", "Пароль", "密码",
        "密碼",        "achtwoord", "パスワード", "assphrase", "asło",   "ennwort"};
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
    const NameKind kind = constant ? kind_of(last, true) : NameKind::None;
    if (kind == NameKind::None || kind == NameKind::Login) return;
    const auto found = value_at(skip_blanks(at + 1));
    if (!found || !found->last) return;
    const std::string_view value = text_of(*found);
    if (is_word(value) && is_secret({value, found->quoted, true}, kind))
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
