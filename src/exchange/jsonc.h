// JSON as settings files have it, with comments and trailing commas, and where
// everything in it stands. Internal to exchange: jsonc_edit.h is for the others.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/edit.h"

namespace loci::exchange {

struct JsoncItem;

struct JsoncValue {
  enum class Kind : std::uint8_t { Object, Array, Scalar };
  Kind kind = Kind::Scalar;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<JsoncItem> items;  // members or elements, in order
};

struct JsoncItem {
  std::string key;        // "" of an element
  std::size_t begin = 0;  // of the key, or of the element
  JsoncValue value;
  std::optional<std::size_t> comma;  // behind it
};

struct Jsonc {
  JsoncValue root;
  // The text with comments, trailing commas and the byte order mark as spaces:
  // plain JSON, every byte in its place.
  std::string clean;

  [[nodiscard]] Result<Json> value_of(const JsoncValue& node) const;
};

// InvalidInput with LABEL:LINE for what is no JSON, is nested deeper than
// kSettingsDepth or larger than kSettingsBytes.
[[nodiscard]] Result<Jsonc> parse_jsonc(const Source& source);

// No value at all: white space only, or nothing.
[[nodiscard]] bool is_blank(std::string_view text);

}  // namespace loci::exchange
