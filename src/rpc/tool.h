// Tools for agents, as a table: what a tool is called, what it takes and gives,
// and the few lines that run it.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/json.h"
#include "base/result.h"
#include "memory/memory.h"
#include "rpc/host.h"

namespace loci::rpc {

// What a tool gives. Some clients hand their model the structured content, some the text,
// some both unless they are equal: so both are this JSON, and it says each thing once.
struct ToolReply {
  Json data;                        // fits the tool's output schema
  std::optional<std::string> text;  // in place of it, word for word
};

// Which servers have a tool, beside what they are allowed to change.
enum class Offered : std::uint8_t {
  Usually,
  WithoutScope,  // not where the server keeps to one scope: it is about all of them
  ToWriters,     // not where it only reads: it is about what was changed
  Instead,       // in place of all others, where the server is to have Anthropic's memory tool
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  api::Effect effect;
  bool idempotent;
  std::span<const api::Param> params;
  std::string_view output;  // the output schema, or "" for plain text
  // `arguments` went through check() of api/schema.h.
  Result<ToolReply> (*run)(memory::Memory& memory, const Json& arguments, const Pins& pins);
  Offered offered = Offered::Usually;
};

// In the order clients see them.
[[nodiscard]] std::span<const Tool> memory_tools();

// Whether a server with these pins offers a tool.
[[nodiscard]] bool is_offered(const Tool& tool, const Pins& pins);
// A tool as `tools/list` has it.
[[nodiscard]] Json to_json(const Tool& tool);

// An error in the words of tools rather than of the command line: what went
// wrong and what to do, and nothing about the inside of the program.
[[nodiscard]] std::string advice(const Error& error);

}  // namespace loci::rpc
