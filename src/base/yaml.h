// The YAML that frontmatter may use: maps, lists and scalars, in block or flow
// style, plain, quoted or folded, with comments. Anchors, aliases and tags are
// faults, so nothing can blow up; size and depth are capped.
//
// The parser keeps where everything stands, in bytes, so that a caller can
// change one value and leave every other byte alone.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace loci {

struct YamlFault {
  std::size_t line;  // 1-based, in the text given
  std::string message;
  bool duplicate_key = false;  // the text is YAML, but a map says one thing twice
};

struct YamlNode {
  enum class Kind : std::uint8_t { Scalar, List, Map };

  Kind kind = Kind::Scalar;
  bool quoted = false;          // a scalar in quotes, or a block scalar: always text
  std::string scalar;           // its value, escapes resolved
  std::vector<YamlNode> items;  // of a list; of a map: key, value, key, value …
  std::size_t line = 0;         // 1-based
  std::size_t begin = 0;        // byte range of the node in the text, without the
  std::size_t end = 0;          // line ending of a block; empty for an absent value

  // The value under a key of a map, or nullptr; the first where keys repeat.
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

struct YamlDocument {
  YamlNode root;                  // a map; empty when there is none or it is broken
  std::vector<YamlFault> faults;  // in order of line; duplicate keys included
  bool broken = false;  // the text is not YAML (or not a map): `root` holds what came before
};

[[nodiscard]] YamlDocument parse_yaml(std::string_view text);

// Plain scalars become null, booleans and numbers as YAML's core schema has them.
[[nodiscard]] Json yaml_to_json(const YamlNode& node);

// `text` as a one-line scalar: plain where every YAML reader gives the same text
// back (so not `yes`, `1e3`, `2026-11-15`), else in double quotes. `in_flow` is
// for a place between brackets, where commas and brackets need quotes too.
// Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::string yaml_scalar(std::string_view text, bool in_flow = false);
// The same, always in double quotes.
[[nodiscard]] std::string yaml_quoted(std::string_view text);
// True for what a plain scalar says nothing with: empty, `~`, `null`.
[[nodiscard]] bool is_yaml_null(const YamlNode& node);

}  // namespace loci
