#include "base/json.h"

#include <fmt/format.h>

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
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string json_quote(std::string_view text) { return dump_json(Json(std::string(text))); }

}  // namespace loci
