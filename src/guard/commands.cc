#include "guard/commands.h"

#include <algorithm>
#include <bit>

#include "guard/classes.h"
#include "guard/command_table.h"
#include "guard/secret_values.h"
#include "guard/value_reader.h"

namespace loci::guard {
namespace {

constexpr std::size_t kCommandLogin = rule_row("login-line");
static_assert(kCommands.size() <= 64);

// By first byte: a bit for each command.
constexpr std::array<std::uint64_t, 256> kCommandsByFirst = [] {
  std::array<std::uint64_t, 256> by_first{};
  for (std::size_t i = 0; i < kCommands.size(); ++i) {
    by_first[byte_of(kCommands[i].words.front())] |= std::uint64_t{1} << i;
  }
  return by_first;
}();

constexpr Filter kCommandFilter = [] {
  Filter filter;
  constexpr unsigned kGroups = 4;
  filter.width = kGroups + 1;
  for (const Command& command : kCommands) {
    const Kinds kind = Kinds{1} << (byte_of(command.words[0]) % kGroups);
    filter.here[byte_of(command.words[0])] |= kind;
    filter.next[byte_of(command.words[1])] |= kind;
    filter.third[byte_of(command.words[2])] |= kind;
  }
  const auto stands_apart = [](char c) { return !is_alnum(c) && c != '_' && c != '-'; };
  let(filter.before, (Kinds{1} << kGroups) - 1, stands_apart);
  constexpr Kinds kDash = Kinds{1} << kGroups;
  let(filter.before, kDash, [](char c) { return is_space(c) || is_quote(c); });
  filter.here[byte_of('-')] |= kDash;
  let(filter.next, kDash, [](char c) { return c == '-' || is_alpha(c); });
  let(filter.third, kDash, any_byte);
  return filter;
}();

class CommandFinder final : public ValueReader {
 public:
  CommandFinder(std::string_view text, Findings& findings) : ValueReader(text, findings) {}

  [[nodiscard]] const Filter& filter() const override { return kCommandFilter; }

  void look(std::size_t at) override {
    if (text_[at] == '-') return flag(at);
    if (at < read_until_ || at + 2 >= text_.size()) return;
    std::uint64_t left = kCommandsByFirst[byte_of(text_[at])];
    for (; left != 0; left &= left - 1) {
      const Command& one = kCommands[static_cast<std::size_t>(std::countr_zero(left))];
      const char* const here = text_.data() + at;
      if (here[1] != one.words[1] || here[2] != one.words[2]) continue;
      if (!text_.substr(at).starts_with(one.words)) continue;
      const std::size_t end = at + one.words.size();
      if (one.where == Where::Called) {
        if (is_within_budget(at)) called(end);
      } else if (one.where == Where::Piped) {
        if (is_within_budget(at)) piped(at);
      } else if (end < text_.size() && is_blank(text_[end]) && is_within_budget(at)) {
        arguments(one, end);
      }
    }
  }

 private:
  void arguments(const Command& command, std::size_t at) {
    constexpr std::size_t kMost = 6;
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < kMost; ++i) {
      at = skip_blanks(at);
      const auto found = value_at(at);
      if (!found) return;
      const bool dashed = text_[at] == '-';
      if (!dashed && (command.where == Where::Anywhere || skipped == command.skipped)) {
        const bool fits = found->quoted || command.where != Where::Quoted;
        if (fits && is_argument(*found)) return add(kCommandLogin, found->begin, text_of(*found));
        if (command.where != Where::Anywhere) return;
      }
      if (!dashed) ++skipped;
      at = found->end + (found->quoted ? 1 : 0);
      const std::size_t most = std::min(text_.size(), at + kNameBytes);
      while (at < most && !is_space(text_[at])) ++at;  // what value_at() left out
      if (command.where == Where::Anywhere) read_until_ = at;
    }
  }
  [[nodiscard]] bool is_argument(const Value& found) {
    const std::string_view value = text_of(found);
    if (value.empty() || value.front() == '/') return false;
    if (found.quoted) return is_secret({value, true, true}, NameKind::Password);
    constexpr std::size_t kShortest = 7;
    if (value.size() < kShortest) return false;
    return is_word(value) || is_jumbled_word(value) || is_word_and_number(value);
  }

  // The texts in quotes up to the end of the call's line.
  void called(std::size_t at) {
    constexpr std::size_t kFar = 128;
    const std::size_t most = std::min(text_.size(), at + kFar);
    while (at < most && text_[at] != '\n' && text_[at] != ';') {
      if (!is_quote(text_[at])) {
        ++at;
        continue;
      }
      const auto found = value_at(at);
      if (!found || !found->quoted) return;
      const std::string_view value = text_of(*found);
      if (is_word(value) && is_secret({value, true, true}, NameKind::Password)) {
        return add(kCommandLogin, found->begin, value);
      }
      at = found->end + 1;
    }
  }

  // echo VALUE | command
  void piped(std::size_t at) {
    constexpr std::size_t kFar = 128;
    const std::size_t least = at > kFar ? at - kFar : 0;
    const std::string_view line = text_.substr(least, at - least);
    const std::size_t bar = line.rfind('|');
    if (bar == std::string_view::npos || line.find('\n', bar) != std::string_view::npos) return;
    std::size_t said = std::string_view::npos;
    for (const std::string_view word : {"echo ", "printf "}) {
      for (std::size_t i = line.find(word); i < bar; i = line.find(word, i + 1)) {
        said = i + word.size();
      }
    }
    if (said == std::string_view::npos) return;
    if (line.substr(said).starts_with("-n ")) said += 3;
    const auto found = value_at(skip_blanks(least + said));
    if (!found || found->end > least + bar) return;
    const std::string_view value = text_of(*found);
    const std::size_t colon = value.find(':');
    if (colon != std::string_view::npos) return login(value, found->begin, ':');
    if (is_argument(*found)) add(kCommandLogin, found->begin, value);
  }

  // Some looks for each stretch of text: no line has more commands and flags, a hostile text has.
  [[nodiscard]] bool is_within_budget(std::size_t at) {
    constexpr std::size_t kStretch = 256;
    constexpr int kLooks = 8;
    if (at / kStretch != stretch_) {
      stretch_ = at / kStretch;
      looks_ = kLooks;
    }
    return looks_-- > 0;
  }

  void flag(std::size_t at) {
    if (at + 2 >= text_.size()) return;
    if (text_[at + 1] == '-') return named_flag(at, at + 2);
    if (is_alnum(text_[at + 2])) named_flag(at, at + 1);
    // "-su": the last of several takes the value
    std::size_t last = at + 1;
    while (last - at < 3 && last + 1 < text_.size() && is_alpha(text_[last + 1])) ++last;
    const bool several = last > at + 1 && last + 1 < text_.size() && is_blank(text_[last + 1]);
    if (several) return short_flag(text_[last], last - 1);
    short_flag(text_[at + 1], at);
  }

  // --password VALUE, -storepass VALUE
  void named_flag(std::size_t at, std::size_t begin) {
    std::size_t end = begin;
    const std::size_t most = std::min(text_.size(), end + kNameBytes);
    while (end < most && (is_alnum(text_[end]) || text_[end] == '-' || text_[end] == '_')) ++end;
    const std::string_view name = text_.substr(begin, end - begin);
    if (name == "password-stdin" || name == "with-token") return piped(at);
    if (end >= most || !is_blank(text_[end])) return;
    if (name == "Value") return property(at, end);
    const bool login_flag = name == "user" || name == "proxy-user";
    NameKind kind = login_flag ? NameKind::Login : kind_of(name, true);
    if (kind == NameKind::None && (name.ends_with("pass") || name.starts_with("pass"))) {
      kind = NameKind::Password;
    }
    if (kind == NameKind::None) return;
    std::size_t next = skip_blanks(end);
    if (next < text_.size() && text_[next] == '-') return;   // another flag
    if (text_.substr(next).starts_with("pass:")) next += 5;  // of openssl
    const auto found = value_at(next);
    if (!found) return;
    const std::string_view value = text_of(*found);
    if (kind == NameKind::Login) {
      if (login_flag) login(value, found->begin, ':');
      return;
    }
    if (is_session_number(name, value)) return;
    if (is_secret({value, found->quoted, false}, kind)) add_named(kind, found->begin, value);
  }

  // -Name Password -Value VALUE
  void property(std::size_t at, std::size_t end) {
    const std::string_view line = line_before(at);
    constexpr std::string_view kName = "-Name ";
    const std::size_t named = line.rfind(kName);
    if (named == std::string_view::npos) return;
    std::string_view name = line.substr(named + kName.size());
    name = name.substr(0, name.find_last_not_of(" \"'") + 1);
    const NameKind kind = kind_of(name, true);
    if (kind == NameKind::None || kind == NameKind::Login) return;
    const auto found = value_at(skip_blanks(end));
    if (found && is_secret({text_of(*found), true, true}, kind)) {
      add_named(kind, found->begin, text_of(*found));
    }
  }

  void short_flag(char letter, std::size_t at) {
    for (const Flag& one : kFlags) {
      if (one.letter != letter) continue;
      if (!is_within_budget(at)) return;
      if (!line_has(at, one.commands)) continue;
      const auto found = value_at(skip_blanks(at + 2));
      if (!found) return;
      const std::string_view value = text_of(*found);
      if (one.login) {
        login(value, found->begin, one.mark);
        continue;
      }
      // "-pass", "-port" are other flags, and "-p 8080" is a port.
      const bool close = found->begin == at + 2 && !found->quoted;
      if (close && !is_word(value) && !is_jumbled_word(value)) continue;
      if (is_secret({value, found->quoted, false}, NameKind::Password)) {
        return add(kCommandLogin, found->begin, value);
      }
    }
  }

  // The line, or with the lines that end in a backslash before it.
  [[nodiscard]] std::string_view command_before(std::size_t at) const {
    const std::string_view line = line_before(at);
    const std::size_t begin = at - line.size();
    if (begin < 2 || text_[begin - 1] != '\n' || text_[begin - 2] != '\\') return line;
    const std::size_t least = begin > kNameBytes * 4 ? begin - kNameBytes * 4 : 0;
    return text_.substr(least, at - least);
  }

  // Whether one of the commands stands earlier on the line, at the beginning of a word.
  [[nodiscard]] bool line_has(std::size_t at, std::string_view commands) const {
    const std::string_view line = command_before(at);
    while (!commands.empty()) {
      const std::size_t end = std::min(commands.find(' '), commands.size());
      const std::string_view word = commands.substr(0, end);
      // The last one, as a word and with no end of code behind it.
      const std::size_t found = line.rfind(word);
      if (found != std::string_view::npos && (found == 0 || !is_alnum(line[found - 1])) &&
          line.find('`', found) == std::string_view::npos) {
        return true;
      }
      commands.remove_prefix(std::min(end + 1, commands.size()));
    }
    return false;
  }

  void login(std::string_view value, std::size_t at, char mark) {
    const std::size_t colon = value.find(mark);
    if (colon == std::string_view::npos) return;
    std::string_view password = value.substr(colon + 1);
    // "key:", and "ada:" with the rest in quotes
    const std::size_t behind = at + value.size();
    if (password.empty() && behind < text_.size() && is_quote(text_[behind])) {
      const auto quoted = value_at(behind);
      if (quoted && quoted->quoted && quoted->begin == behind + 1) password = text_of(*quoted);
    }
    if (password.empty() && is_strong_word(value.substr(0, colon)))
      password = value.substr(0, colon);
    if (is_secret({password, true, true}, NameKind::Password)) {
      add(kCommandLogin, at, password);
    }
  }

  std::size_t read_until_ = 0;  // arguments that were read
  std::size_t stretch_ = static_cast<std::size_t>(-1);
  int looks_ = 0;
};

}  // namespace

std::unique_ptr<Matcher> command_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<CommandFinder>(text, findings);
}

}  // namespace loci::guard
