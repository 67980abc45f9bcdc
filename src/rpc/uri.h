// URIs of memory, `loci://<scope>/<file>`, and those of a client's roots. Pure.
//
//   loci://global/review-style.md        a note, or MEMORY.md, of a scope: global,
//                                        workspace, private or shared
//   loci://agent/<id>/<part>/<file>      of an agent; the part is user, private,
//                                        shared or xcaf
//   loci://scratchpad/SCRATCHPAD.md
//   loci://daily/2026-11-15.md

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace loci::rpc {

struct MemoryUri {
  std::string scope;  // "global", "workspace", "private", "shared", "agent", "scratchpad", "daily"
  std::string agent;  // of an agent's file
  std::string part;
  std::string file;

  bool operator==(const MemoryUri&) const = default;
};

[[nodiscard]] std::string to_text(const MemoryUri& uri);
// Nothing for what is no URI of this kind. Escapes are undone; a file is one
// component and may not hold a separator or be "." or "..".
[[nodiscard]] std::optional<MemoryUri> parse_memory_uri(std::string_view uri);

// The directory of the first root with a file: URI, of a `roots/list` result; ""
// when there is none.
[[nodiscard]] std::string first_root(const Json& result);

// A method's name as an error may repeat it.
[[nodiscard]] std::string cut_method(std::string_view method);

}  // namespace loci::rpc
