// What arguments may be, told from their parameters: the one checker of the
// command line, of HTTP and of MCP, and the JSON Schema that programs read.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "api/param.h"
#include "base/json.h"
#include "base/result.h"

namespace loci::api {

// What the callers of a front end call things, so that a fault has the names they
// gave. All of it may be left out.
struct Naming {
  std::function<std::string(const Param&)> name = {};  // "--limit"; its own name unless given
  std::string_view thing = "argument";                 // what an unknown one is called
  std::span<const Param> also = {};  // what the front end takes itself, and may have been meant
  std::string where_all = {};        // the hint where nothing is near; the names unless given
  std::string example = {};          // the hint where something is missing
  bool content_comes_later = false;  // content that is missing is no fault
};

// The arguments, without those that are null, which is as good as absent.
// InvalidInput with all that is wrong at once: unknown names with the one that was
// meant, missing ones, wrong kinds, ranges and words.
[[nodiscard]] Result<Json> check(std::span<const Param> params, Json arguments,
                                 const Naming& naming = {});

// That there is no such argument, for a front end that cannot go on behind it.
[[nodiscard]] Error unknown_argument(std::span<const Param> params, std::string_view name,
                                     const Naming& naming = {});

// What a text on a command line or in an address stands for: true or false, a
// number. What is neither stays the text, and check() refuses it.
[[nodiscard]] Json from_text(const Param& param, std::string_view text);

// What stands for it in usage lines: "FILE", "text|json|sarif".
[[nodiscard]] std::string usage_value(const Param& param);

// JSON Schema of one parameter, without its help; and of an object that has them.
[[nodiscard]] Json json_schema(const Param& param);
[[nodiscard]] Json json_schema(std::span<const Param> params);

}  // namespace loci::api
