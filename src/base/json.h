// JSON with its keys in the order they were written.
//
// The library behind it recurses, so hostile depth would exhaust the stack, and
// looks at all keys of an object to add one, so hostile width would take for
// ever: parse_json() measures size, depth and keys before it parses. Never call
// Json::parse() on text from outside.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci {

// The text of a value that is written already, as a JsonText was.
struct WrittenJson : std::string {
  using std::string::string;
  explicit WrittenJson(std::string_view text) : std::string(text) {}
};

// What the library calls a binary value is, here, a WrittenJson: dump_json() puts its
// text as it is, so that hits of a search need no tree. Everything that reads a value
// sees neither an object nor a text in it.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                  std::int64_t, std::uint64_t, double, std::allocator,
                                  nlohmann::adl_serializer, WrittenJson>;

struct JsonLimits {
  std::size_t bytes = std::size_t{1} << 20;
  int depth = 64;
  std::size_t keys = 10'000;  // of all objects together
};

// Half of a pair of surrogates, which JavaScript may write as an escape, is U+FFFD.
[[nodiscard]] Result<Json> parse_json(std::string_view text, JsonLimits limits = {});

// Compact (indent < 0) or indented; invalid UTF-8 inside becomes U+FFFD.
[[nodiscard]] std::string dump_json(const Json& value, int indent = -1);

// The JSON string literal for `text`, quotes included.
[[nodiscard]] std::string json_quote(std::string_view text);

}  // namespace loci
