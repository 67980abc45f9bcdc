#include "exchange/jsonc.h"

#include <fmt/format.h>

namespace loci::exchange {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr JsonLimits kLimits{kSettingsBytes, kSettingsDepth};

bool is_space(char c) { return kSpace.find(c) != std::string_view::npos; }

bool is_of_scalar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '+' || c == '.';
}

class Parser {
 public:
  explicit Parser(const Source& source) : source_(source), text_(source.text), clean_(text_) {
    at_ = mark_length(text_);
    clean_.replace(0, at_, at_, ' ');
  }

  Result<Jsonc> document() {
    LOCI_TRY(skip());
    LOCI_ASSIGN(JsoncValue root, value(0));
    LOCI_TRY(skip());
    if (at_ < text_.size()) return fail(fault("there is text after the value"));
    return Jsonc{std::move(root), std::move(clean_)};
  }

 private:
  [[nodiscard]] Error fault(std::string_view what) const { return fault_at(source_, at_, what); }
  [[nodiscard]] bool sees(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }

  // White space and comments.
  Result<> skip() {
    for (;;) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      std::size_t end = 0;
      if (sees("//")) {
        end = std::min(text_.find('\n', at_), text_.size());
      } else if (sees("/*")) {
        end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return fail(fault("a comment is not closed"));
        end += 2;
      } else {
        return {};
      }
      for (; at_ < end; ++at_) {
        if (!is_space(clean_[at_])) clean_[at_] = ' ';
      }
    }
  }

  Result<JsoncValue> value(int depth) {
    if (at_ == text_.size()) return fail(fault("the file ends where a value is missing"));
    if (text_[at_] == '{' || text_[at_] == '[') {
      if (depth == kSettingsDepth) {
        return fail(fault(fmt::format("nested deeper than {}", kSettingsDepth)));
      }
      return container(depth);
    }
    JsoncValue node;
    node.begin = at_;
    if (text_[at_] == '"') {
      LOCI_TRY(string());
    } else {
      while (at_ < text_.size() && is_of_scalar(text_[at_])) ++at_;
      const std::size_t end = at_;
      at_ = node.begin;
      if (end == at_) return fail(fault("a value is missing"));
      if (!parse_json(text_.substr(at_, end - at_))) {
        return fail(fault(fmt::format("'{}' is not a value", text_.substr(at_, end - at_))));
      }
      at_ = end;
    }
    node.end = at_;
    return node;
  }

  // Over a string; its text, decoded.
  Result<std::string> string() {
    const std::size_t begin = at_;
    bool escaped = false;
    for (std::size_t i = begin + 1; i < text_.size(); ++i) {
      const char c = text_[i];
      if (static_cast<unsigned char>(c) < 0x20) break;
      if (c == '\\') {
        escaped = true;
        ++i;
      } else if (c == '"') {
        const std::string_view literal = text_.substr(begin, i + 1 - begin);
        if (!escaped) {
          at_ = i + 1;
          return std::string(literal.substr(1, literal.size() - 2));
        }
        const auto decoded = parse_json(literal, kLimits);
        if (!decoded) return fail(fault("a string has an invalid escape"));
        at_ = i + 1;
        return decoded->get<std::string>();
      }
    }
    return fail(fault("a string is not closed on its line"));
  }

  Result<JsoncValue> container(int depth) {
    JsoncValue node;
    node.begin = at_;
    node.kind = text_[at_] == '{' ? JsoncValue::Kind::Object : JsoncValue::Kind::Array;
    const bool object = node.kind == JsoncValue::Kind::Object;
    const char close = object ? '}' : ']';
    ++at_;
    LOCI_TRY(skip());
    while (at_ == text_.size() || text_[at_] != close) {
      if (!node.items.empty() && !node.items.back().comma) return fail(no_comma(close));
      if (at_ == text_.size()) return fail(unclosed(node));
      JsoncItem item;
      item.begin = at_;
      if (object) {
        if (text_[at_] != '"') return fail(fault("a key in quotes is missing"));
        LOCI_ASSIGN(item.key, string());
        LOCI_TRY(skip());
        if (!sees(":")) return fail(fault(fmt::format("':' is missing after '{}'", item.key)));
        ++at_;
        LOCI_TRY(skip());
      }
      LOCI_ASSIGN(item.value, value(depth + 1));
      LOCI_TRY(skip());
      if (sees(",")) {
        item.comma = at_++;
        LOCI_TRY(skip());
      } else if (at_ == text_.size()) {
        return fail(unclosed(node));
      }
      node.items.push_back(std::move(item));
    }
    node.end = ++at_;
    if (!node.items.empty() && node.items.back().comma) clean_[*node.items.back().comma] = ' ';
    return node;
  }

  [[nodiscard]] Error no_comma(char close) const {
    return fault(fmt::format("',' or '{}' is missing", close));
  }
  [[nodiscard]] Error unclosed(const JsoncValue& node) const {
    return fault_at(source_, node.begin, fmt::format("'{}' is not closed", text_[node.begin]));
  }

  const Source& source_;
  std::string_view text_;
  std::string clean_;
  std::size_t at_ = 0;
};

}  // namespace

Result<Json> Jsonc::value_of(const JsoncValue& node) const {
  return parse_json(std::string_view(clean).substr(node.begin, node.end - node.begin), kLimits);
}

Result<Jsonc> parse_jsonc(const Source& source) {
  LOCI_TRY(check_size(source));
  return Parser(source).document();
}

bool is_blank(std::string_view text) {
  return text.substr(mark_length(text)).find_first_not_of(kSpace) == std::string_view::npos;
}

}  // namespace loci::exchange
