// What loci can do: one table of operations. The command line, and every other
// front end, is read off it; adding an operation is one row and one function.

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/memory.h"
#include "base/json.h"
#include "base/result.h"

namespace loci::api {

enum class ParamType : std::uint8_t {
  Text,
  Integer,
  Flag,
  TextList,  // may be repeated
  Content,   // text; on the command line TEXT, @FILE or - for standard input
  Words,     // text; on the command line any number of words, -word among them
};

struct Param {
  std::string_view name;  // "limit": --limit, "limit" in JSON, ?limit= in a URL
  ParamType type = ParamType::Text;
  bool required = false;
  bool positional = false;  // on the command line by its place, not by a flag
  std::string_view value;   // what stands for it in usage lines: "FILE"
  std::string_view help;    // one line, no final stop
};

// What running an operation may change.
enum class Effect : std::uint8_t { Reads, Writes, Deletes };

// What every operation answers with: data for programs, text for people.
struct Reply {
  Json data;                    // `--json`
  std::function<Json()> large;  // makes it instead, where that takes long and a person may ask
  std::string text;             // standard output
  std::function<std::string()> long_text;  // makes it instead
  std::vector<std::string> notes;          // beside the answer: standard error
  std::string list;      // the key of `data` that `-o jsonl` prints by line, or ""
  bool nothing = false;  // the honest no: exit status 1
  // Something could not be read, and the answer says what: the exit status of Io.
  bool incomplete = false;
};

// A way to an operation over HTTP. Its parameters are in the path, the query and
// the body, by the names of the table unless the route has others.
struct Route {
  std::string_view method;
  std::string_view path;         // "/api/memory/{filename}": a parameter stands in braces
  std::string_view other_names;  // "filename=name": what the route calls a parameter
  std::string_view sets = {};    // an argument that is true for this route, or ""
  std::string_view body = {};    // the parameter that the whole body is, as text, or ""
};

struct Operation {
  std::string_view name;     // "scratch add" is `loci scratch add`
  std::string_view summary;  // one line, imperative
  Effect effect;
  std::span<const Param> params;
  std::string_view example;  // one command line
  // nullptr: the front end does it itself (edit, ephemeral, version).
  Result<Reply> (*run)(app::Memory& memory, const Json& arguments);
  // The flag that stands for a yes when the operation needs one, or "".
  std::string_view consent = {};
  std::span<const Route> routes = {};  // none: not over HTTP
  bool for_agents = false;             // nobody else calls it: the answer is an agent's to read
};

// In the order help shows them.
[[nodiscard]] std::span<const Operation> operations();
[[nodiscard]] const Operation* find_operation(std::string_view name);

}  // namespace loci::api
