#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/yaml.h"
#include "base/yaml_keys.h"

namespace loci {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t count_digits(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at - from;
}

std::optional<Json> as_integer(std::string_view text) {
  int base = 10;
  std::string_view digits = text;
  if (text.starts_with("0x") || text.starts_with("0o")) {
    base = text[1] == 'x' ? 16 : 8;
    digits.remove_prefix(2);
  } else if (digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  const bool may_be_negative = base == 10 && digits.size() == text.size();
  if (digits.starts_with('-') && !may_be_negative) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return Json(value);
}

// [-+]? ( .digits | digits [ .digits? ] ) [ e [-+]? digits ]
std::optional<Json> as_float(std::string_view text) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t whole = count_digits(text, at);
  at += whole;
  std::size_t fraction = 0;
  bool is_integer = true;
  if (at < text.size() && text[at] == '.') {
    is_integer = false;
    fraction = count_digits(text, at + 1);
    at += 1 + fraction;
  }
  if (whole + fraction == 0) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    is_integer = false;
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t exponent = count_digits(text, at);
    if (exponent == 0) return std::nullopt;
    at += exponent;
  }
  // An integer too large for a number stays text, so that no digit is lost.
  if (at != text.size() || is_integer) return std::nullopt;
  const std::size_t sign = text[0] == '+' ? 1 : 0;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data() + sign, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return Json(value);
}

Json scalar_to_json(const YamlNode& node) {
  if (node.quoted) return Json(node.scalar);
  if (is_yaml_null(node)) return Json(nullptr);
  const std::string& text = node.scalar;
  if (is_one_of(text, {"true", "True", "TRUE"})) return Json(true);
  if (is_one_of(text, {"false", "False", "FALSE"})) return Json(false);
  if (auto number = as_integer(text)) return std::move(*number);
  if (auto number = as_float(text)) return std::move(*number);
  return Json(text);
}

// Numbers, times and dates of any YAML version look like this.
bool looks_like_a_number(std::string_view text) {
  constexpr std::string_view kStart = "0123456789+-.";
  constexpr std::string_view kInside = "0123456789abcdefABCDEFxXoOtTzZ_.:+- ";
  return kStart.find(text.front()) != std::string_view::npos &&
         text.find_first_not_of(kInside) == std::string_view::npos;
}

bool is_word_with_meaning(std::string_view text) {
  if (text.size() > 5) return false;
  return is_one_of(ascii_lower(text), {"~", "null", "true", "false", "yes", "no", "on", "off", "y",
                                       "n", "=", "<<", ".inf", "-.inf", "+.inf", ".nan"});
}

// Written as it is by every YAML reader: no control character, no line break of
// any kind, nothing that has no place in a YAML stream.
bool is_printable(char32_t c) {
  if (c < 0x20 || (c >= 0x7F && c <= 0x9F)) return false;
  return c != 0x2028 && c != 0x2029 && c != 0xFEFF && c != 0xFFFE && c != 0xFFFF;
}

bool is_plain_safe(std::string_view text, bool in_flow) {
  constexpr std::string_view kIndicators = "-?:,[]{}#&*!|>'\"%@`";
  if (text.empty() || kIndicators.find(text.front()) != std::string_view::npos) return false;
  if (text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
  if (text.find(": ") != std::string_view::npos) return false;
  if (text.find(" #") != std::string_view::npos) return false;
  if (in_flow && text.find_first_of(",[]{}:") != std::string_view::npos) return false;
  if (looks_like_a_number(text) || is_word_with_meaning(text)) return false;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text.substr(at));
    if (!is_printable(decoded.character)) return false;
    at += decoded.length;
  }
  return is_valid_utf8(text);
}

}  // namespace

bool is_yaml_null(const YamlNode& node) {
  return node.kind == YamlNode::Kind::Scalar && !node.quoted &&
         is_one_of(node.scalar, {"", "~", "null", "Null", "NULL"});
}

Json yaml_to_json(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::Scalar:
      return scalar_to_json(node);
    case YamlNode::Kind::List: {
      Json list = Json::array();
      for (const YamlNode& item : node.items) list.push_back(yaml_to_json(item));
      return list;
    }
    case YamlNode::Kind::Map:
      break;
  }
  std::vector<bool> skip(node.items.size());
  for_each_repeated_key(node, [&](std::size_t i) { skip[i] = true; });
  Json map = Json::object();
  // Straight into the vector: the ordered map's own insertion compares the key with
  // all others, and those that repeat are left out already.
  auto& pairs = map.get_ref<Json::object_t&>();
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    if (skip[i] || node.items[i].kind != YamlNode::Kind::Scalar) continue;
    pairs.emplace_back(node.items[i].scalar, yaml_to_json(node.items[i + 1]));
  }
  return map;
}

std::string yaml_scalar(std::string_view text, bool in_flow) {
  return is_plain_safe(text, in_flow) ? std::string(text) : yaml_quoted(text);
}

std::string yaml_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text.substr(at));
    const char32_t c = decoded.character;
    at += decoded.length;
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += static_cast<char>(c);
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\r') {
      quoted += "\\r";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (is_printable(c)) {
      append_utf8(quoted, c);
    } else if (c <= 0xFF) {
      quoted += fmt::format("\\x{:02X}", static_cast<std::uint32_t>(c));
    } else {
      quoted += fmt::format("\\u{:04X}", static_cast<std::uint32_t>(c));
    }
  }
  quoted += '"';
  return quoted;
}

}  // namespace loci
