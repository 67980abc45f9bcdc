#include "base/json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "base/text.h"

namespace loci {
namespace {

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

// Whether one of eight bytes may not stand in a string as it is, or is not ASCII.
// A byte beside such a one may be taken for one, which does no harm.
bool is_special(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  const std::uint64_t quotes = bytes ^ (kOnes * '"');
  const std::uint64_t slashes = bytes ^ (kOnes * '\\');
  return (((bytes - kOnes * 0x20) | (quotes - kOnes) | (slashes - kOnes) | bytes) &
          (kOnes * 0x80)) != 0;
}

void append_escape(std::string& out, char c) {
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
    return;
  }
  constexpr std::string_view kNamed = "\b\f\n\r\t";
  constexpr std::string_view kLetters = "bfnrt";
  const std::size_t named = kNamed.find(c);
  if (named != std::string_view::npos) {
    out += '\\';
    out += kLetters[named];
  } else {
    out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
  }
}

// A string in quotes. Eight bytes at a time where nothing is special: texts of
// notes are most of what is sent.
void append_string(std::string& out, const std::string& text) {
  const std::size_t start = out.size();
  bool checked = false;
  out += '"';
  std::size_t begin = 0;
  std::size_t at = 0;
  // False for invalid UTF-8.
  const auto take = [&](std::size_t end) {
    for (; at < end; ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte >= 0x80 && !checked) {
        if (!is_valid_utf8(text)) return false;
        checked = true;
      }
      if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
      out.append(text, begin, at - begin);
      append_escape(out, text[at]);
      begin = at + 1;
    }
    return true;
  };
  bool valid = true;
  for (std::uint64_t bytes = 0; valid && text.size() - at >= sizeof(bytes);) {
    std::memcpy(&bytes, text.data() + at, sizeof(bytes));
    if (is_special(bytes)) {
      valid = take(at + sizeof(bytes));
    } else {
      at += sizeof(bytes);
    }
  }
  if (!valid || !take(text.size())) {
    out.resize(start);
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  out.append(text, begin, std::string::npos);
  out += '"';
}

void append_number(std::string& out, const Json& value) {
  if (value.is_number_unsigned()) {
    out += fmt::format_int(value.get<std::uint64_t>()).c_str();
  } else if (value.is_number_integer()) {
    out += fmt::format_int(value.get<std::int64_t>()).c_str();
  } else {
    const auto number = value.get<double>();
    if (!std::isfinite(number)) {
      out += "null";
      return;
    }
    const std::size_t begin = out.size();
    fmt::format_to(std::back_inserter(out), "{}", number);
    if (out.find_first_not_of("-0123456789", begin) == std::string::npos) out += ".0";
  }
}

// As Json::dump() does, several times as fast.
void append_json(std::string& out, const Json& value) {
  bool first = true;
  if (value.is_object()) {
    out += '{';
    for (const auto& [key, member] : value.items()) {
      if (!first) out += ',';
      first = false;
      append_string(out, key);
      out += ':';
      append_json(out, member);
    }
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    for (const Json& element : value) {
      if (!first) out += ',';
      first = false;
      append_json(out, element);
    }
    out += ']';
  } else if (value.is_string()) {
    append_string(out, value.get_ref<const std::string&>());
  } else if (value.is_number()) {
    append_number(out, value);
  } else if (value.is_boolean()) {
    out += value.get<bool>() ? "true" : "false";
  } else {
    out += "null";
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
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    return fail(invalid_input(fmt::format("not valid JSON near byte {}", error.byte)));
  } catch (const Json::exception&) {
    return fail(invalid_input("not valid JSON"));
  }
}

std::string dump_json(const Json& value, int indent) {
  if (indent < 0) {
    std::string out;
    append_json(out, value);
    return out;
  }
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string json_quote(std::string_view text) { return dump_json(Json(std::string(text))); }

}  // namespace loci
