// JSON with its keys in the order they were written.
//
// The library behind it recurses, so hostile depth would exhaust the stack, and
// looks at all keys of an object to add one, so hostile width would take for
// ever: parse_json() measures size, depth and keys before it parses. Never call
// Json::parse() on text from outside.

#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci {

using Json = nlohmann::ordered_json;

struct JsonLimits {
  std::size_t bytes = std::size_t{1} << 20;
  int depth = 64;
  std::size_t keys = 10'000;  // of all objects together
};

[[nodiscard]] Result<Json> parse_json(std::string_view text, JsonLimits limits = {});

// Compact (indent < 0) or indented; invalid UTF-8 inside becomes U+FFFD.
[[nodiscard]] std::string dump_json(const Json& value, int indent = -1);

// The JSON string literal for `text`, quotes included.
[[nodiscard]] std::string json_quote(std::string_view text);

}  // namespace loci
