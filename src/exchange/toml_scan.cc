#include "exchange/toml_scan.h"

#include <algorithm>

namespace loci::exchange {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), at_(mark_length(text)) {}

  // The first byte above ASCII outside strings and comments, or the first quote in
  // the middle of a word.
  std::optional<std::size_t> stray() {
    constexpr std::string_view kBeforeString = " \t\r\n=,.[{";
    while (!done()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        const bool starts = at_ == mark_length(text_) ||
                            kBeforeString.find(text_[at_ - 1]) != std::string_view::npos;
        if (!starts) return at_;
        const std::size_t begin = at_;
        skip_string();
        if (const auto stray = stray_in_string(begin)) return stray;
      } else if (c == '#') {
        skip_line();
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        return at_;
      } else {
        ++at_;
      }
    }
    return std::nullopt;
  }

  std::vector<TomlStatement> statements() {
    std::vector<TomlStatement> all;
    KeyPath table;
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      skip_blanks();
      if (done() || text_[at_] == '#' || text_[at_] == '\n' || text_[at_] == '\r') {
        skip_line();
        continue;
      }
      TomlStatement statement;
      statement.begin = begin;
      if (text_[at_] == '[') {
        const bool array = text_.substr(at_).starts_with("[[");
        statement.kind = array ? TomlStatement::Kind::ArrayTable : TomlStatement::Kind::Table;
        at_ += array ? 2 : 1;
        statement.path = keys();
        table = statement.path;
      } else {
        statement.path = table;
        const KeyPath own = keys();
        statement.path.insert(statement.path.end(), own.begin(), own.end());
        if (!done() && text_[at_] == '=') ++at_;
        skip_blanks();
        statement.value_at = at_;
        skip_value();
      }
      skip_line();
      statement.end = at_;
      all.push_back(std::move(statement));
    }
    return all;
  }

 private:
  // Behind the backslash at a line's end, where the library looks for white space.
  [[nodiscard]] std::optional<std::size_t> stray_in_string(std::size_t begin) const {
    const std::string_view text = text_.substr(0, at_);
    if (!text.substr(begin).starts_with("\"\"\"")) return std::nullopt;
    for (std::size_t at = text.find('\\', begin); at != std::string_view::npos;
         at = text.find('\\', at + 2)) {
      const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
      if (next == std::string_view::npos) break;
      if (next > at + 1 && static_cast<unsigned char>(text[next]) >= 0x80) return next;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  void skip_blanks() {
    while (!done() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  void skip_line() {
    const std::size_t newline = text_.find('\n', std::min(at_, text_.size()));
    at_ = newline == std::string_view::npos ? text_.size() : newline + 1;
  }

  // Dotted keys, up to what is no key.
  KeyPath keys() {
    KeyPath path;
    for (;;) {
      skip_blanks();
      if (done()) return path;
      if (text_[at_] == '"' || text_[at_] == '\'') {
        const std::size_t begin = at_;
        skip_string();
        path.push_back(decoded(text_.substr(begin, at_ - begin)));
      } else {
        const std::size_t begin = at_;
        while (!done() && is_bare(text_[at_])) ++at_;
        if (at_ == begin) return path;
        path.emplace_back(text_.substr(begin, at_ - begin));
      }
      skip_blanks();
      if (done() || text_[at_] != '.') return path;
      ++at_;
    }
  }

  static bool is_bare(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  }

  // A quoted key's text. TOML's escapes are JSON's and \U, \e, \x, which no key we
  // look for has.
  static std::string decoded(std::string_view literal) {
    if (literal.size() < 2) return std::string(literal);
    std::string inner(literal.substr(1, literal.size() - 2));
    if (literal.front() == '\'' || inner.find('\\') == std::string::npos) return inner;
    const auto value = parse_json(literal);
    return value && value->is_string() ? value->get<std::string>() : inner;
  }

  // A string of any of the four kinds.
  void skip_string() {
    const char quote = text_[at_];
    const std::string triple(3, quote);
    const bool raw = quote == '\'';
    if (text_.substr(at_).starts_with(triple)) {
      at_ += 3;
      while (!done() && !text_.substr(at_).starts_with(triple)) {
        at_ += !raw && text_[at_] == '\\' ? 2U : 1U;
      }
      at_ = std::min(at_ + 3, text_.size());
      // Up to two quotes may stand directly before the closing three.
      for (int more = 0; more < 2 && !done() && text_[at_] == quote; ++more) ++at_;
      return;
    }
    ++at_;
    while (!done() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += !raw && text_[at_] == '\\' ? 2U : 1U;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  // Up to the end of the line a value ends on.
  void skip_value() {
    int depth = 0;
    while (!done()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string();
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '\n' && depth <= 0) {
        return;
      } else {
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        ++at_;
      }
    }
  }

  std::string_view text_;
  std::size_t at_;
};

}  // namespace

std::vector<TomlStatement> scan_toml(std::string_view text) { return Scanner(text).statements(); }

std::optional<std::size_t> stray_character(std::string_view text) { return Scanner(text).stray(); }

}  // namespace loci::exchange
