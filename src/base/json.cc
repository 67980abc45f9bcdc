#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "base/text.h"

namespace loci {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;  // a byte each

struct Shape {
  int depth = 0;         // the deepest nesting of brackets outside strings
  std::size_t keys = 0;  // colons outside strings
};

Shape shape_of(std::string_view text) {
  int depth = 0;
  Shape shape;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      shape.depth = std::max(shape.depth, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ':') {
      ++shape.keys;
    }
  }
  return shape;
}

// Sets the high bit of each byte that may not stand in a string as it is, or is not
// ASCII. Only the lowest such bit is right: a subtraction borrows from the next byte.
std::uint64_t special_bits(std::uint64_t bytes) {
  const std::uint64_t quotes = bytes ^ (kOnes * '"');
  const std::uint64_t slashes = bytes ^ (kOnes * '\\');
  return ((bytes - kOnes * 0x20) | (quotes - kOnes) | (slashes - kOnes) | bytes) & (kOnes * 0x80);
}

bool is_plain_in_json(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// The same as a tree all through.
Json as_tree(const Json& value) {
  if (value.is_binary()) return Json::parse(std::string_view(value.get_binary()));
  Json tree = value;
  if (tree.is_structured()) {
    for (Json& member : tree) member = as_tree(member);
  }
  return tree;
}

// Of the members of its lists that are written already: nearly all of a large answer.
std::size_t written_bytes(const Json& value) {
  if (!value.is_object()) return 0;
  std::size_t bytes = 0;
  for (const auto& [name, list] : value.get_ref<const Json::object_t&>()) {
    if (!list.is_array()) continue;
    for (const Json& one : list) {
      if (one.is_binary()) bytes += one.get_binary().size();
    }
  }
  return bytes;
}

// The four hex digits of the escape `\uXXXX` at the start of a text, or nothing.
std::optional<unsigned> escaped_unit(std::string_view text) {
  constexpr std::size_t kDigits = 4;
  if (!text.starts_with("\\u")) return std::nullopt;
  const std::string_view digits = text.substr(2, kDigits);
  unsigned unit = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  if (error != std::errc() || end != digits.data() + kDigits) return std::nullopt;
  return unit;
}

// JavaScript writes half a character as an escape of its own where it cut a text between two
// surrogates. No UTF-8 has it, so it reads as U+FFFD.
std::string without_lone_surrogates(std::string_view text) {
  constexpr std::size_t kEscape = 6;
  constexpr unsigned kHalf = 0xFC00;  // what tells first and second halves
  std::string mended;
  mended.reserve(text.size());
  while (!text.empty()) {
    const std::optional<unsigned> unit = escaped_unit(text);
    std::size_t length = text[0] == '\\' ? 2 : 1;
    if (unit) length = kEscape;
    if (unit && (*unit & kHalf) == 0xD800) {
      const std::optional<unsigned> second = escaped_unit(text.substr(kEscape));
      if (second && (*second & kHalf) == 0xDC00) length = 2 * kEscape;
    }
    const bool lone = unit && (*unit & 0xF800U) == 0xD800 && length == kEscape;
    mended += lone ? std::string_view("\\ufffd") : text.substr(0, length);
    text.remove_prefix(std::min(length, text.size()));
  }
  return mended;
}

}  // namespace

std::string JsonText::take() && {
  text_.resize(size());
  return std::move(text_);
}

void JsonText::grow(std::size_t bytes) {
  constexpr std::size_t kLeast = 256;
  const std::size_t before = size();
  text_.resize(std::max(before * 2, before + bytes + kLeast));
  at_ = text_.data() + before;
  end_ = text_.data() + text_.size();
}

void JsonText::put_escape(char c) {
  if (c == '\n') return put("\\n");  // by far the most
  constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  const std::size_t named = kNamed.find(c);
  if (named == std::string_view::npos) {
    put(fmt::format("\\u{:04x}", static_cast<unsigned char>(c)));
    return;
  }
  put('\\');
  put(kLetters[named]);
}

// Texts of notes are most of what is sent, and nearly all of their bytes stand as
// they are.
void JsonText::put_string(std::string_view text) {
  const std::size_t start = size();
  put('"');
  bool valid = false;  // it is UTF-8: looked at when a byte is beyond ASCII
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    // Eight bytes at a time are written as they are; those from the first special one on are
    // written over.
    need(static_cast<std::size_t>(end - at) + sizeof(std::uint64_t));
    std::uint64_t special = 0;
    while (static_cast<std::size_t>(end - at) >= sizeof special && special == 0) {
      std::memcpy(&special, at, sizeof special);
      std::memcpy(at_, &special, sizeof special);
      special = special_bits(special);
      const std::size_t plain = static_cast<std::size_t>(std::countr_zero(special)) / 8;
      at += plain;  // all eight where there is none
      at_ += plain;
    }
    while (at < end && is_plain_in_json(*at)) *at_++ = *at++;
    if (at == end) break;
    if (static_cast<unsigned char>(*at) < 0x80) {
      put_escape(*at);
    } else if (valid || is_valid_utf8(text)) {
      valid = true;
      put(*at);
    } else {
      at_ = text_.data() + start;
      put(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
      return;
    }
    ++at;
  }
  put('"');
}

JsonText& JsonText::unsigned_value(std::uint64_t number) {
  const fmt::format_int digits(number);
  return plain({digits.data(), digits.size()});
}

JsonText& JsonText::signed_value(std::int64_t number) {
  const fmt::format_int digits(number);
  return plain({digits.data(), digits.size()});
}

JsonText& JsonText::value(double number) {
  if (!std::isfinite(number)) return plain("null");
  std::array<char, 32> digits{};
  const char* const end = fmt::format_to(digits.data(), "{}", number);
  const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  plain(text);
  if (text.find_first_not_of("-0123456789") == std::string_view::npos) put(".0");
  return *this;
}

JsonText& JsonText::value(const Json& tree) {
  if (tree.is_object()) {
    begin_object();
    for (const auto& [name, member] : tree.get_ref<const Json::object_t&>()) add(name, member);
    return end_object();
  }
  if (tree.is_array()) {
    begin_array();
    for (const Json& element : tree) value(element);
    return end_array();
  }
  if (tree.is_string()) return value(std::string_view(tree.get_ref<const std::string&>()));
  if (tree.is_number_unsigned()) return unsigned_value(tree.get<std::uint64_t>());
  if (tree.is_number_integer()) return signed_value(tree.get<std::int64_t>());
  if (tree.is_number()) return value(tree.get<double>());
  if (tree.is_boolean()) return value(tree.get<bool>());
  if (tree.is_binary()) return plain(tree.get_binary());
  return plain("null");
}

Json written_json(std::string_view text) { return Json::binary(WrittenJson(text)); }

namespace {

// Reads what programs say to each other: plain texts, whole numbers, true, false, null, and lists
// and objects of them. The library looks at each byte several times, and this does it once;
// whatever is not of that kind, or not JSON at all, is for the library.
class PlainReader {
 public:
  explicit PlainReader(std::string_view text) : rest_(text) {}

  std::optional<Json> read() {
    Json whole;
    if (!value(whole)) return std::nullopt;
    skip_space();
    return rest_.empty() ? std::optional(std::move(whole)) : std::nullopt;
  }

 private:
  static constexpr std::size_t kMembers = 8;  // of an object there is room for at once

  void skip_space() {
    const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }
  // Whether that is next; it is behind us then.
  bool take(std::string_view word) {
    skip_space();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool word(std::string_view word, Json value, Json& to) {
    to = std::move(value);
    return take(word);
  }
  bool string(std::string& to) {
    if (!take("\"")) return false;
    const auto* const end = std::find_if_not(rest_.begin(), rest_.end(), is_plain_in_json);
    to.assign(rest_.begin(), end);
    rest_.remove_prefix(to.size());
    if (!rest_.starts_with('"')) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool number(Json& to) {
    constexpr std::size_t kDigits = 18;  // surely fit
    const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (digits > kDigits || (digits > 1 && rest_.front() == '0')) return false;
    std::uint64_t value = 0;
    (void)std::from_chars(rest_.data(), rest_.data() + digits, value);
    rest_.remove_prefix(digits);
    to = value;
    return rest_.empty() || std::string_view(".eE").find(rest_.front()) == rest_.npos;
  }
  bool list(Json& to) {
    to = Json::array();
    auto& items = to.get_ref<Json::array_t&>();
    if (take("]")) return true;
    do {
      if (!value(items.emplace_back())) return false;
    } while (take(","));
    return take("]");
  }
  bool object(Json& to) {
    to = Json::object();
    auto& members = to.get_ref<Json::object_t&>();
    if (take("}")) return true;
    members.reserve(kMembers);
    std::string key;
    do {
      skip_space();
      if (!string(key) || !take(":") || !value(members[key])) return false;
    } while (take(","));
    return take("}");
  }
  // Not deeper than what was measured before.
  bool value(Json& to) {  // NOLINT(misc-no-recursion)
    skip_space();
    if (rest_.empty()) return false;
    const char first = rest_.front();
    if (first >= '0' && first <= '9') return number(to);
    switch (first) {
      case '"':
        to = std::string();
        return string(to.get_ref<std::string&>());
      case '[':
        rest_.remove_prefix(1);
        return list(to);
      case '{':
        rest_.remove_prefix(1);
        return object(to);
      case 't':
        return word("true", true, to);
      case 'f':
        return word("false", false, to);
      case 'n':
        return word("null", nullptr, to);
      default:
        return false;
    }
  }

  std::string_view rest_;
};

Result<Json> parse_measured(std::string_view text) {
  if (auto plain = PlainReader(text).read()) return std::move(*plain);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    return fail(invalid_input(fmt::format("not valid JSON near byte {}", error.byte)));
  } catch (const Json::exception&) {
    return fail(invalid_input("not valid JSON"));
  }
}

}  // namespace

Result<Json> parse_json(std::string_view text, JsonLimits limits) {
  if (text.size() > limits.bytes) {
    return fail(invalid_input(
        fmt::format("JSON of {} bytes is larger than the limit of {}", text.size(), limits.bytes)));
  }
  const Shape shape = shape_of(text);
  if (shape.depth > limits.depth) {
    return fail(invalid_input(fmt::format("JSON is nested deeper than {}", limits.depth)));
  }
  if (shape.keys > limits.keys) {
    return fail(invalid_input(fmt::format("JSON has more than {} keys", limits.keys)));
  }
  auto parsed = parse_measured(text);
  if (parsed) return parsed;
  const std::string mended = without_lone_surrogates(text);
  return mended == text ? parsed : parse_measured(mended);
}

std::string dump_json(const Json& value, int indent) {
  if (indent >= 0) {
    return as_tree(value).dump(indent, ' ', false, Json::error_handler_t::replace);
  }
  JsonText out;
  out.reserve(written_bytes(value));
  out.value(value);
  return std::move(out).take();
}

std::string json_quote(std::string_view text) {
  JsonText out;
  out.value(text);
  return std::move(out).take();
}

}  // namespace loci
