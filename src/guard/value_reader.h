// Reads names and values where secrets may stand. Internal to guard/.

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"
#include "guard/names.h"
#include "guard/secret_values.h"

namespace loci::guard {

inline constexpr std::size_t kNameBytes = 64;    // looked back for a name
inline constexpr std::size_t kValueBytes = 512;  // looked ahead for a value

// 1: may stand in a name; 2: between a name and the mark behind it.
inline constexpr std::array<std::uint8_t, 256> kNameBytesTable = [] {
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

constexpr bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// What a matcher of values has in common with another.
class ValueReader : public Matcher {
 protected:
  ValueReader(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {}

  struct Value {
    std::size_t begin;
    std::size_t end;  // of what is inside the quotes
    bool quoted;
    bool last;  // nothing but a remark follows on its line
  };

  // What stands before `end` on its line: letters, digits, what joins them, and blanks.
  [[nodiscard]] std::string_view name_before(std::size_t end) const;
  [[nodiscard]] std::size_t before_remark(std::size_t end) const;
  [[nodiscard]] std::size_t skip_blanks(std::size_t at) const;
  [[nodiscard]] std::size_t skip_backslashes(std::size_t at) const;
  [[nodiscard]] std::optional<Value> value_at(std::size_t at);
  [[nodiscard]] std::string_view text_of(const Value& value) const {
    return text_.substr(value.begin, value.end - value.begin);
  }
  // What stands before it on its line, not too far off.
  [[nodiscard]] std::string_view line_before(std::size_t at) const;
  // Whether one of these words stands earlier on the line, not too far off. What was searched
  // for the same words at an earlier place is not searched again.
  struct LineSearch {
    std::size_t until = 0;
    std::size_t last = 0;  // one more than where the last of them begins
  };
  [[nodiscard]] bool line_names(std::size_t at, std::span<const std::string_view> words,
                                LineSearch& search) const;

  // name_kinds(), is_secret_value() and is_secret_word(). Texts repeat themselves, hostile ones
  // above all: what was judged last is not judged again.
  [[nodiscard]] NameKind kind_of(std::string_view name, bool assigned) {
    if (last_kinds_.name != name) last_kinds_ = {name, name_kinds(name)};
    return assigned ? last_kinds_.kinds.assigned : last_kinds_.kinds.told;
  }
  [[nodiscard]] bool is_secret(const Candidate& candidate, NameKind kind) {
    const auto how = static_cast<unsigned>(kind) * 4 + (candidate.quoted ? 2U : 0U) +
                     (candidate.assigned ? 1U : 0U);
    LastValue& last = last_values_[how % last_values_.size()];
    if (last.how != how || last.value != candidate.value) {
      last = {candidate.value, how, is_secret_value(candidate, kind)};
    }
    return last.secret;
  }
  [[nodiscard]] bool is_word(std::string_view value) {
    if (last_word_.value != value) last_word_ = {value, 0, is_secret_word(value)};
    return last_word_.secret;
  }

  // The word before `at` on its line, "" where there is none or it is long.
  [[nodiscard]] std::string_view word_before(std::size_t at, std::size_t most = kNameBytes) const {
    for (int i = 0; i < 4 && at > 0 && is_blank(text_[at - 1]); ++i) --at;
    std::size_t begin = at;
    while (begin > 0 && at - begin < most && !is_space(text_[begin - 1])) --begin;
    return at - begin < most ? text_.substr(begin, at - begin) : std::string_view();
  }
  static std::string_view without_quotes(std::string_view word) {
    if (word.size() > 2 && is_quote(word.front()) && word.back() == word.front()) {
      return word.substr(1, word.size() - 2);
    }
    return word;
  }
  [[nodiscard]] bool is_told(std::string_view value) {
    return is_word(value) || is_mixed_word(value) || is_word_and_number(value);
  }

  // "--session-id 018f7fc8-…": which session it is, and nothing that opens it.
  [[nodiscard]] static bool is_session_number(std::string_view name, std::string_view value) {
    constexpr std::size_t kUuid = 36;
    const bool uuid = value.size() == kUuid && value[8] == '-' && value[23] == '-';
    if (!uuid && !value.starts_with("sess") && !value.starts_with("ses_")) return false;
    return name.ends_with("sid") || name.ends_with("ession_id") || name.ends_with("ession-id") ||
           name.ends_with("essionId");
  }

  void add(std::size_t rule, std::size_t at, std::string_view matched) {
    findings_.add(rule, lines_.at(at), matched);
  }
  static constexpr std::size_t rule_named(NameKind kind) {
    constexpr std::size_t kPasswordValue = rule_row("password-value");
    constexpr std::size_t kSecretValue = rule_row("secret-value");
    constexpr std::size_t kPinTold = rule_row("password-told");
    if (kind == NameKind::Pin) return kPinTold;
    return kind == NameKind::Password ? kPasswordValue : kSecretValue;
  }
  void add_named(NameKind kind, std::size_t at, std::string_view value) {
    add(rule_named(kind), at, value);
  }
  [[nodiscard]] bool is_one_of_many(NameKind kind) const {
    return findings_.is_full(rule_named(kind));
  }

  std::string_view text_;
  std::size_t long_until_ = 0;  // within a value that was read

 private:
  // Whether only a remark follows.
  [[nodiscard]] bool ends_line(std::size_t at) const;

  struct LastKinds {
    std::string_view name;
    NameKinds kinds;
  };
  struct LastValue {
    std::string_view value;
    unsigned how = ~0U;
    bool secret = false;
  };
  LastKinds last_kinds_;
  std::array<LastValue, 4> last_values_{};
  LastValue last_word_{};
  Lines lines_;
  Findings& findings_;
  std::array<std::size_t, 3> open_until_{};  // no quote of the kind up to here
};

}  // namespace loci::guard
